import type { Peer } from '../call/call.ts'
import { el, hide, put, type View, write } from '../page/dom.ts'
import { initialsOf } from '../page/formats.ts'
import { icon } from '../page/icons.ts'
import type { Page } from '../page/page.ts'

/** Plays videos: browsers may refuse audio until a user gesture. */
export type Playing = { play(video: HTMLVideoElement): void; forget(video: HTMLVideoElement): void }

/** A participant: video or initials, name, and connection quality. */
export function tile({ words }: Page, playing: Playing): View<Peer> {
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
      put(element, 'data-peer', peer.peerId)
      put(element, 'data-link', peer.link)
      put(element, 'aria-label', called)
      if (video.srcObject !== peer.stream) {
        video.srcObject = peer.stream
        if (peer.stream) playing.play(video)
      }
      put(element, 'data-seen', peer.state.cam && peer.stream !== null)
      write(initials, initialsOf(called))
      write(name, called)
      hide(muted, peer.state.mic || peer.stream === null)
      hide(hand, !peer.state.hand)
      put(hand, 'title', words.call.handOf(called))
      put(qualityMark, 'data-quality', peer.quality)
      put(qualityMark, 'title', peer.quality === 'unknown' ? undefined : words.quality[peer.quality])
      hide(qualityMark, peer.quality === 'unknown' || peer.link !== 'connected')
      write(quality, peer.quality === 'unknown' ? '' : words.quality[peer.quality])
      write(state, stateOf(peer, called, words))
      hide(state, state.textContent === '')
    },
    close() {
      resized.disconnect()
      playing.forget(video)
      video.srcObject = null
    },
  }
}

const stateOf = ({ link }: Peer, name: string, { call }: Page['words']): string =>
  ({
    connecting: call.connecting,
    connected: '',
    reconnecting: call.peerReconnecting(name),
    away: call.peerAway(name),
  })[link]

/** Fills the tile if most of the video stays visible; otherwise shows it whole: a doctor must not miss half of it. */
function fitPicture(video: HTMLVideoElement, { clientWidth, clientHeight }: HTMLElement): void {
  if (!video.videoWidth || !clientHeight) return
  const ratio = video.videoWidth / video.videoHeight / (clientWidth / clientHeight)
  put(video, 'data-fit', Math.min(ratio, 1 / ratio) > 0.55 ? 'cover' : 'contain')
}

/** A shared screen. */
export function screenTile({ words }: Page, playing: Playing): View<Peer> {
  const video = el('video', { autoplay: true, playsinline: true, muted: true })
  video.muted = true
  const label = el('span', {})
  const box = el('p', { class: 'tile-label' }, icon('screen'), label)
  const element = el('figure', { class: 'screen' }, video, el('figcaption', {}, box))
  return {
    element,
    show({ peerId, name, role, screen }) {
      put(element, 'data-screen-of', peerId)
      const caption = words.call.sharedBy(name || words.roles[role])
      put(video, 'aria-label', caption)
      write(label, caption)
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
