import type { DevicesSnapshot } from '../devices/devices.ts'
import { measureLevel, meterPlatform } from '../devices/meter.ts'
import { el, setAttribute, setHidden, setText, type View } from './dom.ts'
import { initialsOf } from './formats.ts'
import { icon } from './icons.ts'

/** A mirrored preview of the user's camera, or a placeholder. */
export function ownPicture(label: string, name: string): View<DevicesSnapshot> {
  const video = el('video', { autoplay: true, playsinline: true, muted: true, 'aria-label': label })
  video.muted = true // the attribute works only in parsed HTML
  const initials = el('span', { class: 'initials', dir: 'auto' }, initialsOf(name))
  const blank = el('div', { class: 'blank' }, initials.textContent ? initials : icon('camOff'))
  const element = el('div', { class: 'own', 'data-self': true }, video, blank)
  return {
    element,
    show({ camera: { track, facing } }) {
      showTrack(video, track)
      setHidden(video, !track)
      setHidden(blank, track !== null)
      setAttribute(element, 'data-mirrored', facing !== 'environment')
    },
    close: () => showTrack(video, null),
  }
}

function showTrack(video: HTMLVideoElement, track: MediaStreamTrack | null): void {
  const shownTrack = video.srcObject instanceof MediaStream ? video.srcObject.getVideoTracks()[0] : undefined
  if (shownTrack === (track ?? undefined)) return
  video.srcObject = track && new MediaStream([track])
  if (track) void video.play().catch(() => {}) // fails if the element was hidden or removed
}

/** A level meter that confirms after the first words that the user is heard. */
export function levelMeter(label: string, speak: string, heard: string): View<MediaStreamTrack | null> {
  const bar = el('span', {})
  const text = el('p', { class: 'meter-text' }, speak)
  const element = el(
    'div',
    { class: 'meter' },
    el('div', { class: 'meter-bar', role: 'img', 'aria-label': label }, bar),
    text,
  )
  let shown: MediaStreamTrack | null = null
  let stop = () => {}
  let loud = 0
  return {
    element,
    show(track) {
      setHidden(element, !track)
      if (track === shown) return
      stop()
      shown = track
      if (!track) return
      stop = measureLevel(
        track,
        (level) => {
          bar.style.transform = `scaleX(${level.toFixed(2)})`
          // Requires several loud samples, as of a word or two, not of a slammed door.
          if (level > 0.35 && ++loud === 6) setText(text, heard)
        },
        meterPlatform(window),
      )
    },
    close: () => stop(),
  }
}
