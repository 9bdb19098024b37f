import type { DeviceFault } from '../devices/fault.ts'
import type { Browser, FaultKind, Words } from '../words/words.ts'

type Agent = Pick<Navigator, 'userAgent' | 'maxTouchPoints'>

/** The browser whose settings apply. Every iOS browser is based on Safari, with the same settings. */
export function browserOf({ userAgent, maxTouchPoints }: Agent): Browser {
  if (/iPhone|iPad|iPod/.test(userAgent) || (userAgent.includes('Macintosh') && maxTouchPoints > 1)) return 'ios'
  if (userAgent.includes('Android')) return 'android'
  if (userAgent.includes('Firefox/')) return 'firefox'
  return /Chrome|Chromium|Edg/.test(userAgent) ? 'chromium' : 'safari'
}

/** Whether it is an in-app browser, which an app opens for links. Most have no access to the camera. */
export const isInApp = ({ userAgent }: Agent): boolean =>
  /FBAN|FBAV|FB_IAB|Instagram|WhatsApp|Line\/|MicroMessenger|Snapchat|TikTok|musical_ly|LinkedInApp|; wv\)/.test(
    userAgent,
  ) ||
  (/iPhone|iPad|iPod/.test(userAgent) && !/Safari\//.test(userAgent))

/** The obstacle to calls in this browser, independent of the devices. */
export function obstacleOf(window: Window & typeof globalThis): 'insecure' | 'inApp' | 'unsupported' | undefined {
  if (!window.isSecureContext) return 'insecure'
  const { navigator, RTCPeerConnection } = window as Partial<typeof window> & { navigator: Partial<Navigator> & Agent }
  if (navigator.mediaDevices && RTCPeerConnection && 'restartIce' in RTCPeerConnection.prototype) return undefined
  return isInApp(window.navigator) ? 'inApp' : 'unsupported'
}

const kinds: Record<DeviceFault, FaultKind> = {
  refused: 'refused',
  dismissed: 'unanswered',
  unanswered: 'unanswered',
  'refused-by-system': 'system',
  missing: 'missing',
  busy: 'busy',
  lost: 'lost',
  blocked: 'blocked',
  insecure: 'blocked',
  unsupported: 'failed',
  unfit: 'failed',
  unknown: 'failed',
}

/** The text about a fault of one device, or of both for the same reason, with instructions for this browser. */
export function adviceOn(
  { fault: texts, problem }: Words,
  device: 'audio' | 'camera' | 'both',
  fault: DeviceFault,
  agent: Agent,
) {
  const kind = kinds[fault]
  const notice = device !== 'both' ? texts[device][kind] : texts.both[kind === 'refused' ? kind : 'unanswered']
  if (kind !== 'refused') return { ...notice, how: undefined, isElsewhere: false }
  // The app refused and has no settings for it, so another browser is needed.
  if (isInApp(agent)) return { ...notice, text: problem.inApp.text, how: undefined, isElsewhere: true }
  return { ...notice, how: texts.how[browserOf(agent)], isElsewhere: false }
}
