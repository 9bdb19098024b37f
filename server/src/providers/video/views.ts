/** `host` is the practitioner, `guest` an invited person (family, an interpreter), `observer` an administrator. */
export type Role = 'host' | 'patient' | 'guest' | 'observer'

/** A participant as others see them. */
export type PersonView = { peerId: string; role: Role; name: string }

/** A participant in the lobby, with the arrival time (ISO 8601). */
export type WaitingView = PersonView & { since: string }
