/** A position in the order in which events were written: by transaction, then by sequence. */
export type Position = { xid: string; seq: string }

export const START: Position = { xid: '0', seq: '0' }

/** A position as a cursor. */
export const formatPosition = ({ xid, seq }: Position): string => `${xid}.${seq}`

/** Parses a cursor; undefined if it is invalid. */
export function parsePosition(text: string): Position | undefined {
  const match = /^(\d{1,18})\.(\d{1,18})$/.exec(text)
  return match ? { xid: match[1]!, seq: match[2]! } : undefined
}
