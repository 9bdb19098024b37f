import type { WaitingView } from '../../../server/src/providers/video/views.ts'
import type { Page } from '../page/page.ts'

/** Two people who knock at once are one chime; who knocks again and again does not ring all day. */
const QUIET_MS = 10_000

/**
 * Has the practitioner notice who comes to the waiting room, wherever they look: a chime, the title of the window, and a
 * notification where they allowed it.
 */
export function attention({ words: { lobby, roles } }: Page) {
  let known = new Set<string>()
  let rangAt = Number.NEGATIVE_INFINITY
  const sound = chime()
  return {
    canNotify: () => 'Notification' in window && Notification.permission === 'default',
    async askToNotify() {
      await Notification.requestPermission()
    },
    /** @returns who is new */
    see(waiting: WaitingView[]): WaitingView[] {
      const fresh = waiting.filter(({ peerId, since }) => !known.has(`${peerId} ${since}`))
      known = new Set(waiting.map(({ peerId, since }) => `${peerId} ${since}`))
      const [first] = fresh
      if (first && document.hidden) notify(first)
      if (first && performance.now() - rangAt > QUIET_MS) {
        rangAt = performance.now()
        void sound.ring()
      }
      return fresh
    },
    close: sound.close,
  }

  function notify({ name, role }: WaitingView) {
    if (!('Notification' in window) || Notification.permission !== 'granted') return
    try {
      const shown = new Notification(lobby.waits(name || roles[role], lobby.justNow), {
        tag: 'waiting',
        icon: '/docs/icon.svg',
      })
      shown.onclick = () => {
        window.focus()
        shown.close()
      }
    } catch {
      // Chrome on Android takes notifications from service workers alone; chime and title are enough.
    }
  }
}

/**
 * Two soft notes, made here: nothing to load, nothing to be missing. A page that was loaded again may not sound before it is
 * touched: what opens the sound listens for that.
 */
function chime() {
  let context: AudioContext | undefined
  try {
    context = new AudioContext()
  } catch {
    // No sound to be had: the title and the card say it.
  }
  let isDue = false
  const resume = () => void context?.resume()
  const gestures = ['pointerdown', 'keydown']
  for (const gesture of gestures) document.addEventListener(gesture, resume)
  return {
    async ring() {
      if (!context || isDue) return
      isDue = true
      try {
        await context.resume()
      } catch {
        return // closed meanwhile
      }
      isDue = false
      for (const [index, frequency] of [659.3, 880].entries()) {
        const [tone, volume] = [context.createOscillator(), context.createGain()]
        const begins = context.currentTime + index * 0.18
        tone.frequency.value = frequency
        volume.gain.setValueAtTime(0, begins)
        volume.gain.linearRampToValueAtTime(0.18, begins + 0.02)
        volume.gain.exponentialRampToValueAtTime(0.001, begins + 0.9)
        tone.connect(volume).connect(context.destination)
        tone.start(begins)
        tone.stop(begins + 1)
      }
    },
    close() {
      for (const gesture of gestures) document.removeEventListener(gesture, resume)
      void context?.close()
    },
  }
}
