import { z } from 'zod'
import { type ApiError, forbidden } from './errors.ts'

/** Roles of the specification ("What the service does"), of the decision on pharmacy accounts, and of decision 63. */
export const roles = ['PATIENT', 'DOCTOR', 'DENTIST', 'PHARMACIST', 'LABORATORY', 'RECEPTIONIST', 'ADMIN'] as const
export type AccountRole = (typeof roles)[number]
export const accountRole = z.enum(roles).meta({ id: 'Role' })

/**
 * The roles of callers in the access table. Callers have the role of their account, except that a professional whom no
 * administrator has verified and an administrator without a required second factor are PENDING.
 */
export const callerRoles = [...roles, 'PENDING'] as const
/** A column of the access table. */
export type TableRole = (typeof callerRoles)[number]

/** GUARDIAN is a patient with dependants, who has the rights of a patient for each dependant too. */
export type Role = TableRole | 'GUARDIAN'

/** The role under which the access table lists a caller. */
export const tableRoleOf = (role: Role): TableRole => (role === 'GUARDIAN' ? 'PATIENT' : role)

/** Scopes of the specification ("Authentication") and of additional resources. */
export const scopes = {
  'users:read': 'Read the current user and the users of the tenant',
  'users:write': 'Verify professionals, rename and disable users, change contact details',
  'doctors:read': 'Read the internal doctor directory, private fields included',
  'doctors:write': 'Change the directory entries of doctors',
  'appointments:read': 'Read accessible appointments',
  'appointments:write': 'Create, update and cancel appointments',
  'prescriptions:read': 'Read accessible prescriptions',
  'prescriptions:write': 'Issue prescriptions (doctors and dentists only)',
  'orders:read': 'Read accessible pharmacy orders',
  'orders:write': 'Create and update pharmacy orders',
  'notifications:read': 'Read messages, their templates and contact details',
  'notifications:write': 'Send transactional notifications',
  'pdf:generate': 'Generate PDF documents',
  'documents:read': 'Read accessible documents, the letterhead and the signing certificates',
  'documents:write': 'Cancel documents, change the letterhead and the signing certificates',
  'video:join': 'Obtain a token for a video room',
  'webhooks:manage': 'Register and manage outbound webhooks',
  'clients:manage': 'Create clients of the organisation and rotate their secrets',
  'access_requests:manage': 'Grant or refuse requests for access',
  'leads:read': 'Read leads',
  'lab_orders:read': 'Read accessible lab orders and results',
  'lab_orders:write': 'Order lab tests, update lab orders and enter results',
  'invoices:read': 'Read accessible invoices, payments and refunds',
  'invoices:write': 'Create invoices, record payments and refunds',
  'reviews:write': 'Review completed appointments, and receive events of reviews',
  'follow_ups:read': 'Read accessible follow-ups',
  'follow_ups:write': 'Propose follow-ups, and accept or decline them',
  'patients:read': 'Read accessible patients, their identity documents, consents and conditions',
  'patients:write': 'Change the identity documents, consents and conditions of accessible patients',
  'campaigns:read': 'Read campaigns and their enrolments',
  'campaigns:write': 'Create campaigns, and enrol people in them',
  'stock:read': 'Read the stock of a pharmacy',
  'stock:write': 'Change the stock of a pharmacy',
  'services:read': 'Read services and their prices',
  'services:write': 'Change services and their prices',
  'schedules:read': 'Read places, visit types, opening hours and holidays',
  'schedules:write': 'Change places, visit types, opening hours, absences and holidays',
  'slots:read': 'Search free slots',
  'holds:write': 'Hold free slots until they are booked',
  'audit:read': 'Read the audit log (administrators only)',
} as const
export type Scope = keyof typeof scopes

/** Plans of the specification ("Limits"). */
export const plans = ['STARTER', 'PRO', 'ENTERPRISE'] as const
export const plan = z.enum(plans).meta({ id: 'Plan' })
export type Plan = (typeof plans)[number]

/** A short excess over the limit of requests per minute: by which factor, and for how many seconds. */
export type Burst = { factor: number; sec: number }

/** The caller: the user that the token's client acts as, and the token's permissions. */
export type Actor = {
  tenantId: string
  userId: string
  role: Role
  /** The ids of the users for whom the caller acts: the caller and their dependants. */
  actsFor: readonly string[]
  clientId: string
  scopes: ReadonlySet<string>
  plan: Plan
  /** The user's own session in a browser; false for the token of a client. */
  session: string | false
  /** Whether the user lets the client act as them; true in their own session. If false, every operation refuses the token. */
  mayAct: boolean
  /** Whether the token may sign in the user's name: it is the user's own session, or the user allowed the client to sign. */
  maySign: boolean
  /** Whether the installation requires a second factor that the user has not set up. Until then the user is PENDING. */
  lacksSecondFactor?: true
  /** The tenant's number of merged patients when this actor was read. If it has grown, the caller's login may have ended. */
  merges: number
  /** The burst agreed with the tenant; by default the burst of the plan. */
  burst?: Burst
}

/** The caller's ids, which queries need. */
export type CallerIds = Pick<Actor, 'tenantId' | 'userId' | 'actsFor'>

/** The caller's properties that determine visibility. */
export type Caller = CallerIds & Pick<Actor, 'role'>

/** The caller for the platform's own applications, jobs and rooms: they have an administrator's rights in a tenant. */
export const platformActor = (tenantId: string, clientId: 'internal' | 'cron' | 'video'): Actor => ({
  tenantId,
  userId: 'platform',
  role: 'ADMIN',
  actsFor: [],
  clientId,
  scopes: new Set(),
  plan: 'ENTERPRISE',
  session: false,
  mayAct: true,
  maySign: false,
  merges: Number.POSITIVE_INFINITY, // a merge never invalidates it
})

export const isPlatform = ({ userId }: Pick<Actor, 'userId'>): boolean => userId === 'platform'

/** Whether a role is a doctor or dentist. The specification's rules for doctors apply to dentists too. */
export const isPractitioner = (role: Role): boolean => role === 'DOCTOR' || role === 'DENTIST'

/** The patient whom a user's record is about: the user, if they are a patient. */
export const patientIdOf = ({ id, role }: { id: string; role: Role }): string | undefined =>
  role === 'PATIENT' ? id : undefined

/** Roles that require verification. */
export const professionals = ['DOCTOR', 'DENTIST', 'PHARMACIST', 'LABORATORY'] as const satisfies Role[]

export const isProfessional = (role: Role): boolean => professionals.some((professional) => professional === role)

/** The role of a caller. Anyone can register as a professional, so professionals are PENDING until they are verified. */
export const callerRoleOf = (role: AccountRole, verified: boolean, dependants: readonly string[] = []): Role =>
  isProfessional(role) && !verified ? 'PENDING' : role === 'PATIENT' && dependants.length > 0 ? 'GUARDIAN' : role

/** The error for a client that its user has not allowed to act as them. */
export const notAllowedToAct = ({ clientId }: Actor): ApiError =>
  forbidden(
    'The user of this client has not allowed it to act as them with this secret. The user must allow it in their own session.',
    { acting: { clientId, allowed: false } },
  )

/**
 * Call it in operations that only the user may do, such as a change of password.
 * @throws {ApiError} 403 for the token of a client
 */
export function assertOwnSession(actor: Pick<Actor, 'session'>): asserts actor is { session: string } {
  if (!actor.session) throw forbidden('Sign in and do this in your own session. A client cannot do it for its user.')
}

/**
 * Call it before an act in a professional's name: issuing, signing, certifying, or replacing signing keys.
 * @throws {ApiError} 403 for a client that the professional has not allowed to sign
 */
export function assertAllowedToSign(actor: Actor): void {
  if (actor.maySign || !isPractitioner(actor.role)) return
  throw forbidden('The professional has not allowed this client to sign in their name.', {
    signing: { clientId: actor.clientId, allowed: false },
  })
}
