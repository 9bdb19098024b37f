/**
 * Why there is no picture or no sound, as far as a browser tells; each has an advice of its own on the page.
 * - `refused`: by the person, now or earlier, for this page. `dismissed`: the question was closed; asking again is possible.
 * - `refused-by-system`: the operating system lets the browser have no camera or microphone.
 * - `missing`: there is none. `busy`: another program has it, or it does not start. `unfit`: it cannot do what was asked.
 * - `blocked`: by a policy of the browser or of the organisation. `insecure`: the page was not opened over https.
 * - `unsupported`: a browser inside of another app, which cannot: "open in Safari" or "in Chrome".
 * - `unanswered`: the question has been open for a while, and is perhaps not seen. An answer still counts.
 * - `lost`: it was there and ended: unplugged, or taken by a phone call.
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
  // "Some problem occurred which prevented the device from being used": in practice another program has it.
  AbortError: 'busy',
  OverconstrainedError: 'unfit',
  SecurityError: 'blocked',
}

/** What an error of getUserMedia or getDisplayMedia means. */
export function faultOf(error: unknown, isSecure: boolean): DeviceFault {
  const { name, message } = error instanceof Error || isErrorLike(error) ? error : { name: '', message: '' }
  // An insecure page gets a TypeError, for mediaDevices is not there, or a SecurityError.
  if (!isSecure && name !== 'NotAllowedError') return 'insecure'
  if (name === 'NotAllowedError') {
    // The names are the same; only Chromium's messages tell who said no.
    if (/system/i.test(message)) return 'refused-by-system'
    return /dismiss/i.test(message) ? 'dismissed' : 'refused'
  }
  return byName[name] ?? 'unknown'
}

/** DOMException is no Error in every browser that is still about. */
const isErrorLike = (error: unknown): error is { name: string; message: string } =>
  typeof error === 'object' && error !== null && 'name' in error && 'message' in error
