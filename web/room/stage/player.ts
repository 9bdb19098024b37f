import type { Devices } from '../devices/devices.ts'
import { button } from '../page/button.ts'
import { setHidden } from '../page/dom.ts'
import type { Page } from '../page/page.ts'
import type { Player } from './tile.ts'

/** Plays all videos on the chosen speaker, and shows a button if the browser requires a user gesture. */
export function newPlayer({ words }: Page, devices: Devices) {
  const videos = new Set<HTMLVideoElement>()
  const touch = button('sound', words.call.sound, () => void all(), { look: 'main', sign: 'sound' })
  touch.classList.add('sound')
  setHidden(touch, true)
  const start = async (video: HTMLVideoElement) => {
    await devices.routeSound(video)
    try {
      await video.play()
      if ([...videos].every((one) => !one.paused || !one.srcObject)) setHidden(touch, true)
    } catch (error) {
      // A removed video throws AbortError, which is not a refusal.
      if ((error as Error).name === 'NotAllowedError') setHidden(touch, false)
    }
  }
  const all = () => Promise.all([...videos].map(start))
  // A phone pauses videos of a hidden page, and some do not resume them.
  const visible = () => document.visibilityState === 'visible' && void all()
  document.addEventListener('visibilitychange', visible)
  const stop = devices.watch(() => {
    for (const video of videos) void devices.routeSound(video)
  })
  const playing: Player = {
    play(video) {
      videos.add(video)
      void start(video)
    },
    forget: (video) => void videos.delete(video),
  }
  return {
    playing,
    touch,
    close() {
      stop()
      document.removeEventListener('visibilitychange', visible)
    },
  }
}
