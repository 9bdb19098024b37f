/** Whether a text names a time zone by region, as `Region/City`, or UTC. Offsets such as `+01:00` know no change of law. */
export function isTimeZone(text: string): boolean {
  if (!/^(UTC|[A-Z][A-Za-z_]+(\/[A-Za-z_+-]+[0-9]*)+)$/.test(text)) return false
  try {
    Temporal.Now.zonedDateTimeISO(text)
    return true
  } catch {
    return false
  }
}
