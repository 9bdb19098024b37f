/** A position in the order of writing: by transaction, then by sequence. */
export type Place = { xid: string; seq: string }

export const START: Place = { xid: '0', seq: '0' }

/** A position as a cursor. */
export const shownPlace = ({ xid, seq }: Place): string => `${xid}.${seq}`

/** Parses a cursor; undefined if it is invalid. */
export function parsePlace(text: string): Place | undefined {
  const match = /^(\d{1,18})\.(\d{1,18})$/.exec(text)
  return match ? { xid: match[1]!, seq: match[2]! } : undefined
}
