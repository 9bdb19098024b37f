import type { Peer } from '../call/call.ts'
import { el, setAttribute, setHidden, setText, type View } from '../page/dom.ts'
import { initialsOf } from '../page/formats.ts'
import { icon } from '../page/icons.ts'
import type { Page } from '../page/page.ts'

/** Plays videos, for which browsers may require a user gesture. */
export type Player = { play(video: HTMLVideoElement): void; forget(video: HTMLVideoElement): void }

/** A participant: video or initials, name, and connection quality. */
export function tile({ words }: Page, playing: Player): View<Peer> {
  const video = el('video', { autoplay: true, playsinline: true, 'aria-hidden': true })
  const initials = el('span', { class: 'initials', dir: 'auto' })
  const muted = el(
    'span',
    { class: 'mark', title: words.call.muted },
    icon('micOff'),
    el('span', { class: 'sr' }, words.call.muted),
  )
  const hand = el('span', { class: 'mark hand' }, icon('hand'))
  const name = el('bdi', {})
  const bars = el('span', { class: 'bars', 'aria-hidden': true }, el('i'), el('i'), el('i'))
  const quality = el('span', { class: 'quality-text' })
  const qualityMark = el('span', { class: 'quality' }, bars, quality)
  const state = el('p', { class: 'tile-state' })
  const label = el('p', { class: 'tile-label' }, hand, muted, name, qualityMark)
  const element = el(
    'figure',
    { class: 'tile' },
    el('div', { class: 'blank' }, initials),
    video,
    state,
    el('figcaption', {}, label),
  )

  const fit = () => fitPicture(video, element)
  const resized = new ResizeObserver(fit)
  resized.observe(element)
  video.addEventListener('resize', fit)

  return {
    element,
    show(peer) {
      const called = peer.name || words.roles[peer.role]
      setAttribute(element, 'data-peer', peer.peerId)
      setAttribute(element, 'data-link', peer.link)
      setAttribute(element, 'aria-label', called)
      if (video.srcObject !== peer.stream) {
        video.srcObject = peer.stream
        if (peer.stream) playing.play(video)
      }
      setAttribute(element, 'data-seen', peer.state.cam && peer.stream !== null)
      setText(initials, initialsOf(called))
      setText(name, called)
      setHidden(muted, peer.state.mic || peer.stream === null)
      setHidden(hand, !peer.state.hand)
      setAttribute(hand, 'title', words.call.handOf(called))
      setAttribute(qualityMark, 'data-quality', peer.quality)
      setAttribute(qualityMark, 'title', peer.quality === 'unknown' ? undefined : words.quality[peer.quality])
      setHidden(qualityMark, peer.quality === 'unknown' || peer.link !== 'connected')
      setText(quality, peer.quality === 'unknown' ? '' : words.quality[peer.quality])
      setText(state, stateOf(peer, called, words))
      setHidden(state, state.textContent === '')
    },
    close() {
      resized.disconnect()
      playing.forget(video)
      video.srcObject = null
    },
  }
}

const stateOf = ({ link, receivesVideo }: Peer, name: string, { call }: Page['words']): string =>
  ({
    connecting: call.connecting,
    connected: receivesVideo ? '' : call.audioOnly.peer(name),
    reconnecting: call.peerReconnecting(name),
    away: call.peerAway(name),
  })[link]

/** Fills the tile if most of the video stays visible. Otherwise shows the whole video, so that the doctor misses nothing. */
function fitPicture(video: HTMLVideoElement, { clientWidth, clientHeight }: HTMLElement): void {
  if (!video.videoWidth || !clientHeight) return
  const ratio = video.videoWidth / video.videoHeight / (clientWidth / clientHeight)
  setAttribute(video, 'data-fit', Math.min(ratio, 1 / ratio) > 0.55 ? 'cover' : 'contain')
}

/** A shared screen. */
export function screenTile({ words }: Page, playing: Player): View<Peer> {
  const video = el('video', { autoplay: true, playsinline: true, muted: true })
  video.muted = true
  const label = el('span', {})
  const box = el('p', { class: 'tile-label' }, icon('screen'), label)
  const element = el('figure', { class: 'screen' }, video, el('figcaption', {}, box))
  return {
    element,
    show({ peerId, name, role, screen }) {
      setAttribute(element, 'data-screen-of', peerId)
      const caption = words.call.sharedBy(name || words.roles[role])
      setAttribute(video, 'aria-label', caption)
      setText(label, caption)
      if (video.srcObject === screen) return
      video.srcObject = screen
      if (screen) playing.play(video)
    },
    close() {
      playing.forget(video)
      video.srcObject = null
    },
  }
}
