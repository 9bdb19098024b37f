import { type Kept, keptIn } from '../kept.ts'

/** The parts of a browser that devices are made of, so that a test can be a browser without a camera. */
export type DevicePlatform = {
  /** Undefined in an insecure page, and in browsers inside of apps. */
  mediaDevices: MediaDevices | undefined
  /** What is known of a permission without asking for it; undefined where the browser does not say. */
  permission(of: 'microphone' | 'camera'): Promise<PermissionState | undefined>
  isSecure: boolean
  /** Phones and tablets: one camera at a time, a weak encoder, a front and a back. */
  isHandheld: boolean
  canChooseSpeaker: boolean
  kept: Kept
  isVisible(): boolean
  /** Called each time the page comes back to sight. Returns what ends it. */
  onVisible(back: () => void): () => void
  /** Returns what stops it. */
  after(ms: number, then: () => void): () => void
}

/** @param window the page's */
export function devicePlatform(window: Window & typeof globalThis): DevicePlatform {
  const { navigator, document } = window
  const { userAgentData } = navigator as { userAgentData?: { mobile: boolean } }
  return {
    mediaDevices: navigator.mediaDevices as MediaDevices | undefined,
    async permission(of) {
      try {
        return (await navigator.permissions.query({ name: of as PermissionName })).state
      } catch {
        // Firefox knows no such names until lately; older Safari has no permissions at all.
        return undefined
      }
    },
    isSecure: window.isSecureContext,
    isHandheld:
      userAgentData?.mobile ??
      (/Android|iPhone|iPad|Mobile/.test(navigator.userAgent) ||
        // An iPad calls itself a Macintosh.
        (navigator.userAgent.includes('Macintosh') && navigator.maxTouchPoints > 1)),
    canChooseSpeaker: 'setSinkId' in window.HTMLMediaElement.prototype,
    kept: keptIn(() => window.localStorage),
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
