import { type AccountRole, type Plan, type Role, scopes } from '../src/actor.ts'
import { browserScopes } from '../src/features/platform/sign-in/rules.ts'
import { WEB_CLIENT } from '../src/http/access-token.ts'
import { newId } from '../src/lib/ids.ts'
import { sha256 } from '../src/lib/secrets.ts'
import { newSerial } from '../src/lib/serial.ts'
import type { Content } from '../src/pdf/content.ts'
import type { Platform } from './harness.ts'

/** A user with a client and an access token. */
export type Person = { id: string; tenantId: string; clientId: string; secret: string; token: string }

/** Creates a tenant for one test. */
export async function newTenant({ owner }: Pick<Platform, 'owner'>, plan: Plan = 'ENTERPRISE'): Promise<string> {
  const id = newId('ten')
  await owner.query('insert into tenants (tenant_id, name, plan) values ($1, $1, $2)', [id, plan])
  return id
}

/** Creates a user of a tenant, with every scope unless `allowed` is given. PENDING makes an unverified doctor. */
export async function newPerson(
  platform: Platform,
  tenantId: string,
  role: Role,
  allowed: string[] = Object.keys(scopes),
  name?: string,
): Promise<Person> {
  const id = newId('usr')
  const clientId = `client-${id}`
  const secret = `secret-of-${id}`
  const { owner } = platform
  await owner.query(
    `with login as (insert into logins (id, email) values ($6, $3) returning id)
     insert into users (tenant_id, id, email, email_confirmed_at, email_proved_at, name, role, verified_at, login_id)
     select $1, $2, $3, now(), now(), $4, case $5 when 'PENDING' then 'DOCTOR' else $5 end, case when $5 <> 'PENDING' then now() end, id
     from login`,
    [tenantId, id, `${id}@test.example`, name ?? `Person ${id.slice(-4)}`, role, loginOf(id)],
  )
  // One statement: the user's permission for a client to act covers only secrets that exist at that time.
  await owner.query(
    `with client as (
       insert into clients (tenant_id, id, acts_as, name, scopes, acting_allowed_at, signing_allowed_at)
       values ($1, $2, $3, $2, $4, app_now(), now()))
     insert into client_secrets (tenant_id, client_id, secret_sha256) values ($1, $2, $5)`,
    [tenantId, clientId, id, allowed, sha256(secret)],
  )
  const answer = await platform.call('POST', '/api/auth/token', {
    body: { grant_type: 'client_credentials', client_id: clientId, client_secret: secret },
  })
  if (answer.status !== 200) throw new Error(`No token: ${answer.text}`)
  return { id, tenantId, clientId, secret, token: answer.body.access_token }
}

/** Creates a membership of a person in another organisation. */
export async function newMembership(
  platform: Platform,
  person: Pick<Person, 'id'>,
  tenantId: string,
  role: Role,
): Promise<Person> {
  const membership = await newPerson(platform, tenantId, role)
  await platform.owner.query('update users set login_id = (select login_id from users where id = $2) where id = $1', [
    membership.id,
    person.id,
  ])
  return membership
}

/** The id of the login that `newPerson` creates for a user. */
export const loginOf = (userId: string): string => userId.replace('usr_', 'lgn_')

/** Gives a person the password of the sandbox's users. */
export const givePassword = ({ owner }: Pick<Platform, 'owner'>, { id }: Pick<Person, 'id'>) =>
  owner.query(
    `update logins
     set password_hash = (select password_hash from logins where email = 'doctor@sandbox.example')
     where id = (select login_id from users where id = $1)`,
    [id],
  )

/** Signs a user in with a browser. @returns the user with a token of the session */
export async function newSession(platform: Platform, person: Pick<Person, 'id' | 'tenantId'>): Promise<Person> {
  const { owner, services } = platform
  const session = newId('ses')
  const { rows } = await owner.query<{ role: AccountRole }>(
    `insert into sessions (tenant_id, id, cookie_sha256, user_id, ends_at, expires_at)
     select tenant_id, $1, $2, id, now() + interval '30 days', now() + interval '30 days'
     from users
     where id = $3
     returning (select role from users where id = $3)`,
    [session, sha256(session), person.id],
  )
  const { role } = rows[0]!
  const scope = browserScopes[role].join(' ')
  const holder = { sub: person.id, client_id: WEB_CLIENT, tenant: person.tenantId, role, scope, session }
  return {
    ...person,
    clientId: `${WEB_CLIENT}/${person.id}`,
    secret: '',
    token: await services.tokens.issue(holder),
  }
}

/** Gives a user a confirmed phone number, without the usual messages about a new number. */
export const givePhone = ({ owner }: Platform, { tenantId, id }: Pick<Person, 'tenantId' | 'id'>, phone: string) =>
  owner.query('insert into contacts (tenant_id, user_id, phone, phone_confirmed_at) values ($1, $2, $3, now())', [
    tenantId,
    id,
    phone,
  ])

/** The users that most tests need, in a new tenant. */
export async function newClinic(platform: Platform) {
  const tenantId = await newTenant(platform)
  const [admin, doctor, patient] = await Promise.all([
    newPerson(platform, tenantId, 'ADMIN'),
    newPerson(platform, tenantId, 'DOCTOR'),
    newPerson(platform, tenantId, 'PATIENT'),
  ])
  return { tenantId, admin, doctor, patient }
}

const HOUR_MS = 3_600_000

/** A booking request for half an hour, `hoursAhead` of business time. A start over a day ago is a past visit. */
export function booking(platform: Platform, doctor: Person, patient: Person, hoursAhead = 24) {
  const start = new Date(platform.services.clock.nowMs() + hoursAhead * HOUR_MS)
  return {
    doctorId: doctor.id,
    patientId: patient.id,
    startTime: start.toISOString(),
    endTime: new Date(start.getTime() + HOUR_MS / 2).toISOString(),
    ...(hoursAhead < -24 && { pastVisit: true }),
  }
}

/** Books an appointment. */
export async function book(
  platform: Platform,
  caller: Person,
  doctor: Person,
  patient: Person,
  hoursAhead = 24,
  notes?: string,
): Promise<{ id: string; videoRoomId: string; startTime: string }> {
  const answer = await platform.call('POST', '/api/appointments', {
    token: caller.token,
    body: { ...booking(platform, doctor, patient, hoursAhead), notes },
  })
  if (answer.status !== 201) throw new Error(`Not booked: ${answer.text}`)
  return answer.body.appointment
}

/** The events of a subject, oldest first: only kind and data, without id and time. */
export async function eventsOf({ owner }: Platform, subjectId: string): Promise<{ event: string; data: object }[]> {
  const { rows } = await owner.query<{ body: string }>('select body from events where subject_id = $1 order by seq', [
    subjectId,
  ])
  return rows.map(({ body }) => {
    const { event, data } = JSON.parse(body)
    return { event, data }
  })
}

/** The messages queued for a user, in order, optionally of one template. */
export async function messagesTo({ owner }: Platform, userId: string, templateCode?: string) {
  const { rows } = await owner.query<{
    id: string
    template_code: string
    variables: Record<string, string>
    about: string[]
    purpose: string
  }>(
    `select id, template_code, variables, about, purpose
     from messages
     where recipient_user_id = $1
       and ($2::text is null or template_code = $2)
     order by id`,
    [userId, templateCode ?? null],
  )
  return rows
}

/** A certificate for documents, without a key. */
export async function newCertificate({ owner }: Pick<Platform, 'owner'>, { tenantId, id: userId }: Person) {
  const certificate = {
    id: newId('crt'),
    subject: `CN=Signer ${userId.slice(-4)}, C=MA`,
    fingerprint: sha256(userId).toString('hex'),
  }
  await owner.query(
    `insert into signing_certificates
       (tenant_id, id, chain, subject, fingerprint, self_signed, valid_from, valid_until, retired_at)
     values ($1, $2, '', $3, $4, true, '2026-01-01', '2030-01-01', now())`,
    [tenantId, certificate.id, certificate.subject, certificate.fingerprint],
  )
  return certificate
}

/** A document with a stored file. */
export async function document(
  { owner }: Pick<Platform, 'owner'>,
  content: Content,
  patient: Person,
  { certificateId = null, file = newId('doc') }: { certificateId?: string | null; file?: string | Buffer } = {},
): Promise<{ id: string; serial: string; sha256: string }> {
  const made = { id: newId('doc'), serial: newSerial(), sha256: sha256(file).toString('hex') }
  await owner.query(
    `insert into documents
       (tenant_id, id, template, serial, content, content_sha256, patient_id, prescription_id, appointment_id, invoice_id,
        certificate_id, created_by, object_key, pdf_sha256, size, ready_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $7, $2, $12, $13, now())`,
    [
      ...[
        patient.tenantId,
        made.id,
        content.template,
        made.serial,
        JSON.stringify(content),
        sha256(made.id),
        patient.id,
      ],
      'prescriptionId' in content ? content.prescriptionId : null,
      'appointmentId' in content ? content.appointmentId : null,
      'invoiceId' in content ? content.invoiceId : null,
      ...[certificateId, made.sha256, Buffer.byteLength(file)],
    ],
  )
  return made
}
