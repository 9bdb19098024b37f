import { type Kept, keptIn } from '../kept.ts'

/** The parts of a browser that a call is made of, so that a test can hold the clock and both ends of the network. */
export type CallPlatform = {
  openSocket(url: string): WebSocket
  peerConnection(configuration: RTCConfiguration): RTCPeerConnection
  newStream(): MediaStream
  /** Returns what stops it. */
  after(ms: number, then: () => void): () => void
  /** Milliseconds that no change of the clock moves. */
  now(): number
  /** Milliseconds since 1970. */
  date(): number
  random(): number
  newId(): string
  /** For as long as the tab lives, reloads included. */
  kept: Kept
  /** Called when the network, or the person, has come back: now is the time to try. Returns what ends it. */
  onHint(back: () => void): () => void
}

/** @param window the page's */
export const callPlatform = (window: Window & typeof globalThis): CallPlatform => ({
  openSocket: (url) => new window.WebSocket(url),
  peerConnection: (configuration) => new window.RTCPeerConnection(configuration),
  newStream: () => new window.MediaStream(),
  after(ms, then) {
    const timer = window.setTimeout(then, ms)
    return () => window.clearTimeout(timer)
  },
  now: () => window.performance.now(),
  date: () => Date.now(),
  random: () => Math.random(),
  newId: () =>
    Array.from(window.crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, '0')).join(
      '',
    ),
  kept: keptIn(() => window.sessionStorage),
  onHint(back) {
    const { document } = window
    const changed = () => {
      if (document.visibilityState === 'visible') back()
    }
    window.addEventListener('online', back)
    document.addEventListener('visibilitychange', changed)
    return () => {
      window.removeEventListener('online', back)
      document.removeEventListener('visibilitychange', changed)
    }
  },
})
