/** Version, trace id, parent id and flags. A later version may append fields. */
const PATTERN = /^(?!ff)([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/

/**
 * Reads the header `traceparent` (W3C Trace Context, section 3.2).
 * @returns it in version 00, or undefined if it is invalid and must be ignored
 */
export function readTraceparent(header: unknown): string | undefined {
  const [, version, traceId, parentId, flags, more] = (typeof header === 'string' && PATTERN.exec(header)) || []
  if (version === undefined || (version === '00' && more !== undefined)) return undefined
  const isSampled = Number.parseInt(flags!, 16) & 1
  return `00-${traceId}-${parentId}-0${isSampled}`
}
