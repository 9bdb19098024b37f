import type { Role } from './index.ts'

/** A participant as others see them. */
export type PersonView = { peerId: string; role: Role; name: string }

/** A participant in the lobby, with the arrival time (ISO 8601). */
export type WaitingView = PersonView & { since: string }
