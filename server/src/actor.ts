import { forbidden } from './errors.ts'

/** Roles of the specification ("What the service does") and of the decision on pharmacy accounts. */
export const roles = ['PATIENT', 'DOCTOR', 'DENTIST', 'PHARMACIST', 'ADMIN'] as const
export type Role = (typeof roles)[number]

/** Scopes of the specification ("Authentication") and of the resources that we add. */
export const scopes = {
  'users:read': 'Read the current user and the users of the tenant',
  'users:write': 'Verify professionals, rename and disable users, change how people are reached',
  'doctors:read': 'Read the internal doctor directory, private fields included',
  'doctors:write': 'Change what the directory says of doctors',
  'appointments:read': 'Read accessible appointments',
  'appointments:write': 'Create, update and cancel appointments',
  'prescriptions:read': 'Read accessible prescriptions',
  'prescriptions:write': 'Issue prescriptions (doctors and dentists only)',
  'orders:read': 'Read accessible pharmacy orders',
  'orders:write': 'Create and update pharmacy orders',
  'notifications:read': 'Read messages, their templates and how people are reached',
  'notifications:write': 'Send transactional notifications',
  'pdf:generate': 'Generate PDF documents',
  'documents:read': 'Read accessible documents, the letterhead and the certificates that documents are signed with',
  'documents:write': 'Cancel documents, change the letterhead and the certificates that documents are signed with',
  'video:join': 'Obtain a token for a video room',
  'webhooks:manage': 'Register and manage outbound webhooks',
  'clients:manage': 'Make clients of the organisation and rotate their secrets',
  'access_requests:manage': 'Grant or refuse requests for access',
  'leads:read': 'Read leads',
  'lab_orders:read': 'Read accessible lab orders and results',
  'lab_orders:write': 'Order analyses, move lab orders along and enter their results',
  'invoices:read': 'Read accessible invoices, payments and refunds',
  'invoices:write': 'Make invoices, record payments and refunds',
  'reviews:write': 'Review completed appointments, and hear of reviews',
  'follow_ups:read': 'Read accessible follow-ups',
  'follow_ups:write': 'Propose follow-ups, and accept or decline them',
  'patients:read': 'Read accessible patients, their papers, their consents and their conditions',
  'patients:write': 'Change the papers, consents and conditions of accessible patients',
  'campaigns:read': 'Read campaigns and who is enrolled in them',
  'campaigns:write': 'Make campaigns, and enrol people in them',
  'stock:read': 'Read the stock of a pharmacy',
  'stock:write': 'Change the stock of a pharmacy',
  'services:read': 'Read services and their prices',
  'services:write': 'Change services and their prices',
  'audit:read': 'Read the audit log (administrators only)',
} as const
export type Scope = keyof typeof scopes

/** Plans of the specification ("Limits"). */
export const plans = ['STARTER', 'PRO', 'ENTERPRISE'] as const
export type Plan = (typeof plans)[number]

/** How far above its limit a minute may go, and for how long. */
export type Burst = { factor: number; sec: number }

/** Who calls: the user that the token's client acts as, and what the token may do. */
export type Actor = {
  tenantId: string
  userId: string
  role: Role
  clientId: string
  scopes: ReadonlySet<string>
  plan: Plan
  /** Whether an administrator has seen that a professional is one. Unverified ones do not prescribe, sign, order analyses or fill orders. */
  verified: boolean
  /** Its tenant's own, where one has been agreed; else its plan's. */
  burst?: Burst
}

/** Who asks, as far as it decides what may be seen. */
export type Caller = Pick<Actor, 'tenantId' | 'userId' | 'role'>

/** The platform's own applications, jobs and rooms act with an administrator's rights in the tenant of a record. */
export const platformActor = (tenantId: string, clientId: 'internal' | 'cron' | 'video'): Actor => ({
  tenantId,
  userId: 'platform',
  role: 'ADMIN',
  clientId,
  scopes: new Set(),
  plan: 'ENTERPRISE',
  verified: true,
})

/** Doctors and dentists see patients; what the specification says of a doctor holds for both. */
export const isPractitioner = (role: Role): boolean => role === 'DOCTOR' || role === 'DENTIST'

/** Roles that somebody must have seen proof of. */
export const professionals = ['DOCTOR', 'DENTIST', 'PHARMACIST'] as const satisfies Role[]

export const isProfessional = (role: Role): boolean => professionals.some((one) => one === role)

/** As whom the others are shown to somebody: a professional whom nobody has verified yet could be anybody. */
export const viewerOf = ({ role, verified }: Pick<Actor, 'role' | 'verified'>): Role =>
  isProfessional(role) && !verified ? 'PATIENT' : role

/**
 * Stands before every act that is reserved to a profession: prescribing, signing, ordering analyses, filling orders.
 * @throws {ApiError} 403 for a professional whom no administrator has verified; others are refused by their role
 */
export function assertVerified(actor: Actor): void {
  if (actor.verified || !isProfessional(actor.role)) return
  throw forbidden(
    'This account has not been verified. An administrator of the organisation must verify it before it may prescribe, sign, order analyses or fill orders.',
  )
}
