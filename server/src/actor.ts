import { z } from 'zod'
import { type ApiError, forbidden } from './errors.ts'

/** Roles of the specification ("What the service does"), of the decision on pharmacy accounts, and of decision 63. */
export const roles = ['PATIENT', 'DOCTOR', 'DENTIST', 'PHARMACIST', 'LABORATORY', 'RECEPTIONIST', 'ADMIN'] as const
export type AccountRole = (typeof roles)[number]
export const accountRole = z.enum(roles).meta({ id: 'Role' })

/**
 * The roles of callers in the access table: their account's, but PENDING for a professional whom no administrator verified, and for
 * an administrator who lacks a required second factor.
 */
export const callerRoles = [...roles, 'PENDING'] as const
/** A column of the access table. */
export type TableRole = (typeof callerRoles)[number]

/** GUARDIAN is a patient with dependants. They have the rights of a patient, for their dependants too. */
export type Role = TableRole | 'GUARDIAN'

/** The role under which the access table lists a caller. */
export const tableRoleOf = (role: Role): TableRole => (role === 'GUARDIAN' ? 'PATIENT' : role)

/** Scopes of the specification ("Authentication") and of our additional resources. */
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
  'audit:read': 'Read the audit log (administrators only)',
} as const
export type Scope = keyof typeof scopes

/** Plans of the specification ("Limits"). */
export const plans = ['STARTER', 'PRO', 'ENTERPRISE'] as const
export const plan = z.enum(plans).meta({ id: 'Plan' })
export type Plan = (typeof plans)[number]

/** By what factor a minute may exceed its limit, and for how long. */
export type Burst = { factor: number; sec: number }

/** The caller: the user that the token's client acts as, and the token's permissions. */
export type Actor = {
  tenantId: string
  userId: string
  role: Role
  /** The users in whose place the caller acts: themselves, and their dependants. */
  actsFor: readonly string[]
  clientId: string
  scopes: ReadonlySet<string>
  plan: Plan
  /** The user's own session in a browser; false for the token of a client. */
  session: string | false
  /** Whether the user lets the client act as them; always in their own session. Without it the token is refused everything. */
  mayAct: boolean
  /** Whether the token may sign in the user's name: in their own session, or by a client that they allowed to. */
  maySign: boolean
  /** Whether the installation requires a second factor that the person has not set up: they are PENDING until then. */
  lacksSecondFactor?: true
  /** The tenant's number of merged patients when this was read: a later merge may have ended the caller's login. */
  merges: number
  /** The tenant's agreed burst; by default its plan's. */
  burst?: Burst
}

/** The caller, as every query names it. */
export type CallerIds = Pick<Actor, 'tenantId' | 'userId' | 'actsFor'>

/** The caller's properties that determine visibility. */
export type Caller = CallerIds & Pick<Actor, 'role'>

/** The platform's own applications, jobs and rooms act with an administrator's rights in the tenant of a record. */
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
  merges: Number.POSITIVE_INFINITY, // no merge ends it
})

export const isPlatform = ({ userId }: Pick<Actor, 'userId'>): boolean => userId === 'platform'

/** Rules of the specification for doctors apply to dentists too. */
export const isPractitioner = (role: Role): boolean => role === 'DOCTOR' || role === 'DENTIST'

/** The patient whose data the record of a user contains: the user, if that is a patient. */
export const patientIdOf = ({ id, role }: { id: string; role: Role }): string | undefined =>
  role === 'PATIENT' ? id : undefined

/** Roles that require verification. */
export const professionals = ['DOCTOR', 'DENTIST', 'PHARMACIST', 'LABORATORY'] as const satisfies Role[]

export const isProfessional = (role: Role): boolean => professionals.some((one) => one === role)

/** Anyone can register as a professional, so the role counts once an administrator has verified identity and licence. */
export const callerRoleOf = (role: AccountRole, verified: boolean, dependants: readonly string[] = []): Role =>
  isProfessional(role) && !verified ? 'PENDING' : role === 'PATIENT' && dependants.length > 0 ? 'GUARDIAN' : role

/** The refusal of a client that its user has not allowed to act as them. */
export const notAllowedToAct = ({ clientId }: Actor): ApiError =>
  forbidden(
    'The user of this client has not allowed it to act as them, or not with this secret. They allow it in their own session.',
    { acting: { clientId, allowed: false } },
  )

/**
 * Guards decisions that outlive the client which made them.
 * @throws {ApiError} 403 for the token of a client: what its user decides, it must not decide for them
 */
export function assertOwnSession(actor: Pick<Actor, 'session'>): asserts actor is { session: string } {
  if (!actor.session) throw forbidden('Sign in and do this in your own session. A client cannot do it for its user.')
}

/**
 * Guards acts in a professional's name: issuing, signing, certifying, and replacing the keys of signatures.
 * @throws {ApiError} 403 for a client that the professional has not allowed to sign
 */
export function assertAllowedToSign(actor: Actor): void {
  if (actor.maySign || !isPractitioner(actor.role)) return
  throw forbidden('The professional has not allowed this client to sign in their name.', {
    signing: { clientId: actor.clientId, allowed: false },
  })
}
