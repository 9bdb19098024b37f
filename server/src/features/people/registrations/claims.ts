import { timingSafeEqual } from 'node:crypto'
import { assertMay } from '../../../access/check.ts'
import { access } from '../../../access/table.ts'
import type { Actor } from '../../../actor.ts'
import { auditRow } from '../../../audit/trail.ts'
import { defer } from '../../../db/transaction.ts'
import { withinTenant } from '../../../db/within-tenant.ts'
import { conflict, forbidden, notFound, tooManyRequests } from '../../../errors.ts'
import type { Input } from '../../../http/operation.ts'
import type { Context, Services } from '../../../http/services.ts'
import { parsePhone } from '../../../lib/phone.ts'
import { addLogin, joinLogin, setEmail } from '../accounts/actions.ts'
import * as codes from '../codes/actions.ts'
import * as contacts from '../contacts/actions.ts'
import { assertVerified, endUnverified } from '../guardians/actions.ts'
import { isVisible } from '../patients/actions.ts'
import { hasRegistered } from '../relationships/actions.ts'
import type * as contract from './contract.ts'
import * as queries from './queries.ts'

/**
 * Sends a patient without an account the code to claim one, to an address on file.
 * @returns when it expires
 * @throws {ApiError} 404 unless the patient is visible; 403 for a professional who did not register the patient; 409 for a
 *   patient with an account, without such an address or with an unverified guardian; 429 after too many codes
 */
export async function sendClaimCode(ctx: Context<'vault'>, actor: Actor, id: string, kind: codes.Kind): Promise<Date> {
  const patient = await queries.lockPatient(ctx.db, actor, id)
  if (!patient || !(await isVisible(ctx, actor, id))) throw notFound('Patient')
  ctx.setAuditSubject(id, id)
  const author = await hasRegistered(ctx, actor.userId, id)
  const message = 'Only the professional who registered the patient or the front desk may send the code.'
  assertMay(access.patients.sendClaimCode, actor, { author, desk: true }, message)
  if (patient.has_account) throw conflict('The patient already has an account.')
  await assertVerified(ctx, id)
  const address = kind === 'EMAIL' ? patient.email : await contacts.phoneOf(ctx, id)
  if (address === null)
    throw conflict('The patient has no such address. Set it first, with PUT /api/users/{id}/contact.')
  if (await contacts.hasChanged(ctx, id))
    throw conflict('You have changed an address of this patient. Ask a colleague to send the code.')
  return codes.sendCode(ctx, { userId: id, purpose: 'CLAIM', kind }, { address, isOwn: false })
}

type Claim = Pick<Input<typeof contract.claimAccount>['body'], 'address' | 'birthDate' | 'code'>

/** The record that a correct code claims, and the address that the code proves. */
type Proved = { tenantId: string; userId: string; kind: codes.Kind; address: string }

/**
 * Checks a code. It counts the try in a separate transaction, and takes as long for an unknown address as for a known one.
 * @returns undefined for a wrong code, an unknown address or another birth date
 * @throws {ApiError} 429 for a client address with too many wrong codes
 */
export async function tryClaim(
  { database, limits, vault }: Pick<Services, 'database' | 'limits' | 'vault'>,
  { address: typedAddress, birthDate, code }: Claim,
  clientAddress: string,
): Promise<Proved | undefined> {
  const verdict = await limits.checkGuess(clientAddress, { wrong: false })
  if (!verdict.admitted) throw tooManyRequests(verdict.retryAfterSec)
  const kind = typedAddress.includes('@') ? 'EMAIL' : 'PHONE'
  const address = kind === 'EMAIL' ? typedAddress.trim() : (parsePhone(typedAddress) ?? '')
  const open = await queries.tryClaims(database, codes.addressKey(vault, kind, address), birthDate)
  const claim = open.find(({ tenant_id, user_id: userId, code_key }) => {
    const key = codes.codeKey(vault, tenant_id, { userId, purpose: 'CLAIM', kind }, address, code)
    return timingSafeEqual(key, code_key)
  })
  if (claim) return { tenantId: claim.tenant_id, userId: claim.user_id, kind, address }
  await limits.checkGuess(clientAddress, { wrong: true })
  return undefined
}

/**
 * Creates the login of a claimed record. The user id stays, so the patient keeps all their data.
 * @throws {ApiError} 422 for a wrong code; 409 for an e-mail address that has a login
 */
export async function claimAccount(
  ctx: Claiming,
  proved: Proved | undefined,
  login: { email: string; passwordHash: string },
) {
  return withRecord(ctx, proved, async (within, record) => {
    if (!(await addLogin(within, record.userId, login)))
      throw conflict(
        'This e-mail address already has a login. Sign in with it and claim the record with POST /api/users/me/claims, or use another address.',
      )
    if (record.email?.toLowerCase() !== login.email.toLowerCase()) {
      setEmail(within, record.userId, login.email)
      await codes.offerCode(
        within,
        { userId: record.userId, purpose: 'CONTACT', kind: 'EMAIL' },
        { address: login.email, isLogin: true },
      )
    }
    return { id: record.userId, email: login.email, tenantId: record.tenantId }
  })
}

/**
 * Links a claimed record to the login of the caller.
 * @throws {ApiError} 403 for a client; 422 for a wrong code; 409 if the caller already has a record in that organisation
 */
export async function claimAsUser(ctx: Claiming, actor: Actor, proved: Proved | undefined) {
  if (!actor.session) throw forbidden('Sign in and do this in your own session. A client cannot do it for its user.')
  const login = await queries.loginOf(ctx.db, actor)
  return withRecord(ctx, proved, async (within, { userId, tenantId }) => {
    if (login === undefined || !(await joinLogin(within, userId, login)))
      throw conflict('You already have a record in this organisation. Ask its front desk to merge the two.')
    return { id: userId, tenantId }
  })
}

type Claiming = Context<'database' | 'vault' | 'video'>
type Claimed = Proved & { email: string | null }

/** Uses up the code and runs `work` on the record in its organisation, with an audit row there. @throws {ApiError} 422 */
async function withRecord<T>(
  ctx: Claiming,
  proved: Proved | undefined,
  work: (within: Claiming, claimed: Claimed) => Promise<T>,
): Promise<T> {
  if (!proved) throw codes.wrongCode()
  const { tenantId, userId, kind, address } = proved
  const within: Claiming = { ...ctx, trail: { ...ctx.trail, tenantId } }
  return withinTenant(ctx.db, { from: ctx.trail.tenantId, to: tenantId }, async () => {
    const record = await queries.lockPatient(ctx.db, { tenantId }, userId)
    // The address may have been corrected since. Of two concurrent claims, the second finds an account or no code.
    const onFile = kind === 'EMAIL' ? record?.email : await contacts.phoneOf(within, userId)
    const isCurrent = onFile?.toLowerCase() === address.toLowerCase()
    if (
      !record ||
      record.has_account ||
      !isCurrent ||
      !(await codes.endCode(within, { userId, purpose: 'CLAIM', kind }))
    )
      throw codes.wrongCode()
    contacts.confirm(within, userId, kind, address, { own: true })
    await endUnverified(within, userId)
    const result = await work(within, { ...proved, email: record.email })
    if (tenantId !== ctx.trail.tenantId)
      defer(ctx.db, auditRow(within.trail, { outcome: 'OK', subjectId: userId, patientIds: [userId] }))
    else ctx.setAuditSubject(userId, userId)
    return result
  })
}
