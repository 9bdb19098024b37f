import type { DevicesSnapshot } from '../devices/devices.ts'
import { measureLevel, meterPlatform } from '../devices/meter.ts'
import { el, hide, put, type View, write } from './dom.ts'
import { initialsOf } from './formats.ts'
import { icon } from './icons.ts'

/** A mirrored preview of the user's camera, or a placeholder. */
export function ownPicture(label: string, name: string): View<DevicesSnapshot> {
  const video = el('video', { autoplay: true, playsinline: true, muted: true, 'aria-label': label })
  video.muted = true // the attribute only works in parsed HTML
  const initials = el('span', { class: 'initials', dir: 'auto' }, initialsOf(name))
  const blank = el('div', { class: 'blank' }, initials.textContent ? initials : icon('camOff'))
  const element = el('div', { class: 'own', 'data-self': true }, video, blank)
  return {
    element,
    show({ camera: { track, facing } }) {
      showTrack(video, track)
      hide(video, !track)
      hide(blank, track !== null)
      put(element, 'data-mirrored', facing !== 'environment')
    },
    close: () => showTrack(video, null),
  }
}

function showTrack(video: HTMLVideoElement, track: MediaStreamTrack | null): void {
  const shown = video.srcObject instanceof MediaStream ? video.srcObject.getVideoTracks()[0] : undefined
  if (shown === (track ?? undefined)) return
  video.srcObject = track && new MediaStream([track])
  if (track) void video.play().catch(() => {}) // it may be hidden or removed meanwhile
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
      hide(element, !track)
      if (track === shown) return
      stop()
      shown = track
      if (!track) return
      stop = measureLevel(
        track,
        (level) => {
          bar.style.transform = `scaleX(${level.toFixed(2)})`
          // Several loud samples: a word or two, not a slammed door.
          if (level > 0.35 && ++loud === 6) write(text, heard)
        },
        meterPlatform(window),
      )
    },
    close: () => stop(),
  }
}
