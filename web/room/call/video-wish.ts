/** Between pages: whether the sender wants to receive video. Earlier pages ignore it. */
export const encodeWish = (wantsVideo: boolean): string => JSON.stringify({ video: wantsVideo })

/** @returns undefined for other messages, and for invalid ones, because a peer may send anything */
export function readWish(raw: unknown): boolean | undefined {
  if (typeof raw !== 'string' || raw.length > 40) return undefined
  try {
    const { video } = JSON.parse(raw) ?? {}
    return typeof video === 'boolean' ? video : undefined
  } catch {
    return undefined
  }
}
