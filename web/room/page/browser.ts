import type { DeviceFault } from '../devices/fault.ts'
import type { Browser, FaultKind, Words } from '../words/words.ts'

type Agent = Pick<Navigator, 'userAgent' | 'maxTouchPoints'>

/** Where its settings are. Every browser of iOS is Safari beneath, and has them in the same place. */
export function browserOf({ userAgent, maxTouchPoints }: Agent): Browser {
  if (/iPhone|iPad|iPod/.test(userAgent) || (userAgent.includes('Macintosh') && maxTouchPoints > 1)) return 'ios'
  if (userAgent.includes('Firefox/')) return 'firefox'
  if (userAgent.includes('Android')) return 'android'
  return /Chrome|Chromium|Edg/.test(userAgent) ? 'chromium' : 'safari'
}

/** A browser inside another app, as links in messages open it: most have no camera. */
export const isInApp = ({ userAgent }: Agent): boolean =>
  /FBAN|FBAV|FB_IAB|Instagram|WhatsApp|Line\/|MicroMessenger|Snapchat|TikTok|musical_ly|LinkedInApp|; wv\)/.test(
    userAgent,
  ) ||
  (/iPhone|iPad|iPod/.test(userAgent) && !/Safari\//.test(userAgent))

/** What makes a call impossible in this browser, whatever devices there are. */
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

/** What is wrong with a device, or with both for the same reason, and what to do about it in this browser. */
export function adviceOn(
  { fault: said, problem }: Words,
  of: 'audio' | 'camera' | 'both',
  fault: DeviceFault,
  agent: Agent,
) {
  const kind = kinds[fault]
  const notice = of !== 'both' ? said[of][kind] : said.both[kind === 'refused' ? kind : 'unanswered']
  if (kind !== 'refused') return { ...notice, how: undefined, isElsewhere: false }
  // The app said no, and has no settings for it: the way is another browser.
  if (isInApp(agent)) return { ...notice, text: problem.inApp.text, how: undefined, isElsewhere: true }
  return { ...notice, how: said.how[browserOf(agent)], isElsewhere: false }
}
