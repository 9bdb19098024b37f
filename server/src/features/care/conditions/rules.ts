import type { Role } from '../../../actor.ts'

export const statuses = ['ACTIVE', 'RESOLVED'] as const
export type Status = (typeof statuses)[number]

/** Roles that record conditions. */
export const recorderRoles = ['DOCTOR', 'DENTIST', 'ADMIN'] as const satisfies Role[]
