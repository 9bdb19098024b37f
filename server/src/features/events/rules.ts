/** A place in the order in which events were written: by transaction, and within one by their sequence. */
export type Place = { xid: string; seq: string }

export const START: Place = { xid: '0', seq: '0' }

/** A place as it is shown, for the caller to come back with. */
export const shownPlace = ({ xid, seq }: Place): string => `${xid}.${seq}`

/** The place that a text stands for, if it is one. */
export function parsePlace(text: string): Place | undefined {
  const [, xid, seq] = /^(\d{1,18})\.(\d{1,18})$/.exec(text) ?? []
  return xid === undefined || seq === undefined ? undefined : { xid, seq }
}
