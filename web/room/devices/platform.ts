import { type Store, storeIn } from '../store.ts'

/** The parts of a browser that devices need, replaceable in tests. */
export type DevicePlatform = {
  /** Undefined on an insecure page, and in some in-app browsers. */
  mediaDevices: MediaDevices | undefined
  /** The state of a permission, without a prompt. Undefined if the browser does not report it. */
  permission(name: 'microphone' | 'camera'): Promise<PermissionState | undefined>
  isSecure: boolean
  /** Phones and tablets: they open one camera at a time, have a weak encoder, and a front and a back camera. */
  isHandheld: boolean
  canChooseSpeaker: boolean
  store: Store
  isVisible(): boolean
  /** Calls `back` each time the page becomes visible. Returns a function that unsubscribes. */
  onVisible(back: () => void): () => void
  /** Runs `then` later. Returns a function that cancels it. */
  after(ms: number, then: () => void): () => void
}

/** @param window the window of the page */
export function devicePlatform(window: Window & typeof globalThis): DevicePlatform {
  const { navigator, document } = window
  const { userAgentData } = navigator as { userAgentData?: { mobile: boolean } }
  return {
    mediaDevices: navigator.mediaDevices as MediaDevices | undefined,
    async permission(name) {
      try {
        return (await navigator.permissions.query({ name: name as PermissionName })).state
      } catch {
        // Older Firefox does not know these names, and older Safari has no permissions API.
        return undefined
      }
    },
    isSecure: window.isSecureContext,
    isHandheld:
      userAgentData?.mobile ??
      (/Android|iPhone|iPad|Mobile/.test(navigator.userAgent) ||
        // An iPad identifies itself as a Macintosh.
        (navigator.userAgent.includes('Macintosh') && navigator.maxTouchPoints > 1)),
    canChooseSpeaker: 'setSinkId' in window.HTMLMediaElement.prototype,
    store: storeIn(() => window.localStorage),
    isVisible: () => document.visibilityState === 'visible',
    onVisible(back) {
      const changed = () => {
        if (document.visibilityState === 'visible') back()
      }
      document.addEventListener('visibilitychange', changed)
      return () => document.removeEventListener('visibilitychange', changed)
    },
    after(ms, then) {
      const timer = window.setTimeout(then, ms)
      return () => window.clearTimeout(timer)
    },
  }
}
