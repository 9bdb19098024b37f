import type { Role } from './index.ts'

/** Who somebody is, as others see them. */
export type PersonView = { peerId: string; role: Role; name: string }

/** Somebody in the lobby, since when (ISO 8601). */
export type WaitingView = PersonView & { since: string }
