/** Milliseconds since 1970 with their fractions, from the clock that never jumps. Processes of one machine agree on it. */
export const epochMs = (): number => performance.timeOrigin + performance.now()
