import type { WaitingView } from '@medina-care/protocol/people.ts'
import type { Page } from '../page/page.ts'

/** The shortest time between two chimes. */
const CHIME_PAUSE_MS = 10_000

/**
 * Alerts the practitioner to arrivals in the waiting room by a chime, and by a notification where
 * permitted.
 */
export function arrivalAlerts({ words: { lobby, roles } }: Page) {
  let known = new Set<string>()
  let soundedAt = Number.NEGATIVE_INFINITY
  const sound = chime()
  return {
    canNotify: () => 'Notification' in window && Notification.permission === 'default',
    async askToNotify() {
      await Notification.requestPermission()
    },
    /** @returns the new arrivals */
    see(waiting: WaitingView[]): WaitingView[] {
      const fresh = waiting.filter(({ peerId, since }) => !known.has(`${peerId} ${since}`))
      known = new Set(waiting.map(({ peerId, since }) => `${peerId} ${since}`))
      const [first] = fresh
      if (first && document.hidden) notify(first)
      if (first && performance.now() - soundedAt > CHIME_PAUSE_MS) {
        soundedAt = performance.now()
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
      // Chrome on Android allows notifications only from service workers. The chime and the window's title remain.
    }
  }
}

/**
 * Two soft synthesized notes, without a file to load. A reloaded page may not play audio before a user
 * gesture, which resumes the audio context.
 */
function chime() {
  let context: AudioContext | undefined
  try {
    context = new AudioContext()
  } catch {
    // Without audio, the window's title and the lobby card remain.
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
        return // closed in the meantime
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
