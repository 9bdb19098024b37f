/** The days on which a place is closed between two days, inclusive. */
export const closedDays = (_place: { tenantId: string; placeId: string }, _from: string, _to: string): Set<string> =>
  new Set()

/** Whether a day is in Ramadan by the calculated calendar. */
export const isRamadan = (day: string): boolean =>
  Temporal.PlainDate.from(day).withCalendar('islamic-umalqura').month === 9
