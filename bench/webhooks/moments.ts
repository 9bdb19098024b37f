/** Milliseconds since 1970 with fractions, from the monotonic clock. Processes of one machine agree on it. */
export const epochMs = (): number => performance.timeOrigin + performance.now()
