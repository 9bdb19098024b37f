/**
 * The reason for missing video or audio, as reported by the browser. The page has advice for each.
 * - `refused`: the user refused, now or earlier. `dismissed`: the user closed the prompt, and may retry.
 * - `refused-by-system`: the operating system denies the browser access to camera or microphone.
 * - `missing`: there is no device. `busy`: another program uses it, or it does not start. `unfit`: it does not meet the
 * constraints.
 * - `blocked`: by a policy of the browser or the organisation. `insecure`: the page was not opened over https.
 * - `unsupported`: an in-app browser without support: "open in Safari" or "in Chrome".
 * - `unanswered`: the prompt has been open for a while, and may be hidden. An answer is still accepted.
 * - `lost`: the device stopped working: it was unplugged, or a phone call took it.
 */
export type DeviceFault =
  | 'refused'
  | 'dismissed'
  | 'refused-by-system'
  | 'missing'
  | 'busy'
  | 'unfit'
  | 'blocked'
  | 'insecure'
  | 'unsupported'
  | 'unanswered'
  | 'lost'
  | 'unknown'

const byName: Record<string, DeviceFault> = {
  NotFoundError: 'missing',
  NotReadableError: 'busy',
  // "Some problem occurred which prevented the device from being used": usually another program uses it.
  AbortError: 'busy',
  OverconstrainedError: 'unfit',
  SecurityError: 'blocked',
}

/** Maps an error of getUserMedia or getDisplayMedia. */
export function faultOf(error: unknown, isSecure: boolean): DeviceFault {
  const { name, message } = error instanceof Error || isErrorLike(error) ? error : { name: '', message: '' }
  // An insecure page causes a TypeError, because mediaDevices is undefined, or a SecurityError.
  if (!isSecure && name !== 'NotAllowedError') return 'insecure'
  if (name === 'NotAllowedError') {
    // The error names are the same. Only Chromium's messages differ.
    if (/system/i.test(message)) return 'refused-by-system'
    return /dismiss/i.test(message) ? 'dismissed' : 'refused'
  }
  return byName[name] ?? 'unknown'
}

/** DOMException is not an Error in some older browsers. */
const isErrorLike = (error: unknown): error is { name: string; message: string } =>
  typeof error === 'object' && error !== null && 'name' in error && 'message' in error
