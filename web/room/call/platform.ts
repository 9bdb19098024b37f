import { type Store, storeIn } from '../store.ts'

/** The parts of a browser that a call needs, replaceable in tests. */
export type CallPlatform = {
  openSocket(url: string): WebSocket
  peerConnection(configuration: RTCConfiguration): RTCPeerConnection
  newStream(): MediaStream
  /** Runs `then` later. Returns a function that cancels it. */
  after(ms: number, then: () => void): () => void
  /** A monotonic clock in milliseconds. */
  now(): number
  /** Milliseconds since 1970. */
  date(): number
  random(): number
  newId(): string
  /** Storage that survives reloads, for the lifetime of the tab. */
  store: Store
  /** Calls `back` when the network or the user is back, as a hint to retry. Returns a function that unsubscribes. */
  onHint(back: () => void): () => void
}

/** @param window the window of the page */
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
  store: storeIn(() => window.sessionStorage),
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
