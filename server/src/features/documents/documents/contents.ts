import { z } from 'zod'
import { hasRelation } from '../../../access/check.ts'
import { access } from '../../../access/table.ts'
import type { Actor, Scope } from '../../../actor.ts'
import { conflict, forbidden, unprocessable } from '../../../errors.ts'
import { camelCase, capitalized } from '../../../lib/camel-case.ts'
import { day, filled, id, line } from '../../../lib/fields.ts'
import { type Content, documentLanguages, type Fields, type Patient, type Template } from '../../../pdf/content.ts'
import type { UnitOfWork } from '../../../unit-of-work.ts'
import { forDocument as appointmentFor, assertAccepted, assertCompleted } from '../../care/appointments/actions.ts'
import { hasOpenOrder } from '../../care/orders/actions.ts'
import { forDocument as prescriptionFor } from '../../care/prescriptions/actions.ts'
import { forDocument as invoiceFor } from '../../money/invoices/actions.ts'
import { identityOf, unknownIdentity } from '../../people/patients/actions.ts'
import { isTreating, isTreatingRegularly } from '../../people/relationships/actions.ts'
import { letterheadOf } from '../letterhead/actions.ts'
import * as queries from './queries.ts'
import * as rules from './rules.ts'

/** The people and records that a document is about. */
type References = {
  patientId: string
  practitionerId: string | null
  prescriptionId?: string
  appointmentId?: string | null
  invoiceId?: string
  /** The patient's data at the signature of the prescription. Absent: the current data. */
  patient?: Patient
  /** Whether the practitioner has signed all printed content. Their certificate may then sign the PDF for any caller. */
  isSigned?: boolean
  /** When the record was signed: the document gets the letterhead of that time. Absent: the current letterhead. */
  signedAt?: Date
}

/**
 * The content of a document, and the people and records that it is about. `isOwn`: the caller has no access to the patient's
 * file, so that this document is not shared with documents of the same content by other callers.
 */
export type Subject = References & { content: Content; isOwn: boolean }

type Collect<T extends Template, Data> = (
  ctx: UnitOfWork,
  actor: Actor,
  data: Data,
) => Promise<References & { fields: Fields<T> }>

/**
 * A template's request schema (the record, and fields that the record does not contain), and the function that collects its
 * data.
 */
const source = <T extends Template, Data extends z.ZodType>(
  template: T,
  data: Data,
  collect: Collect<T, z.output<Data>>,
) => ({
  request: z
    .strictObject({
      templateId: z.literal(template),
      data: data.meta({ id: `${capitalized(camelCase(template))}DocumentData` }),
    })
    .meta({ id: `${capitalized(camelCase(template))}Document` }),
  collect,
})

/** A year. A longer illness needs another examination. */
const MAX_REST_DAYS = 365

export const documentLanguage = z
  .enum(documentLanguages)
  .meta({ id: 'DocumentLanguage', description: 'French, Arabic, or both side by side.' })
const language = documentLanguage.default('fr-ar')

const rest = z
  .strictObject({
    from: day.meta({ description: 'First day: the day of the appointment or up to 30 days later.' }),
    days: z.int().min(1).max(MAX_REST_DAYS).meta({ description: 'Number of days, including the first.', example: 3 }),
    outings: z.boolean().default(true).meta({ description: 'Whether the patient may leave the house.' }),
  })
  .meta({ id: 'Rest', description: 'Days off work.' })

export const sources = {
  prescription: source(
    'prescription',
    z.strictObject({ prescriptionId: id('rx'), language }),
    async (ctx, actor, { prescriptionId }) => {
      const found = await prescriptionFor(ctx, actor, prescriptionId)
      if (!found) throw notVisible('prescriptionId', 'prescription')
      if (found.status === 'CANCELLED') throw conflict('The prescription was cancelled.')
      if (!found.signature) throw conflict('The prescription is not signed. Its prescriber must sign it first.')
      if (!found.intact || !found.printed || !found.signedAt)
        throw conflict('The stored prescription does not match its signature.')
      const { patientId, doctorId, issuedAt, validUntil, lines, patientWeight, signature, signedAt, printed, covered } =
        found
      return {
        ...{
          patientId,
          practitionerId: doctorId,
          prescriptionId,
          patient: printed.patient,
          isSigned: covered,
          signedAt,
        },
        fields: {
          prescriptionId,
          practitioner: printed.practitioner,
          issuedAt: issuedAt.toISOString(),
          validUntil: validUntil?.toISOString() ?? null,
          lines,
          ...(patientWeight !== null && { patientWeight }),
          signature,
        },
      }
    },
  ),

  certificate: source(
    'certificate',
    z
      .strictObject({
        appointmentId: id('apt'),
        statement: filled(4000).optional().meta({
          description: 'The statement that the practitioner certifies, as free text.',
          example: 'Son état de santé ne contre-indique pas la pratique du sport en compétition.',
        }),
        rest: rest.optional(),
        language,
      })
      .refine(
        ({ statement, rest }) => statement !== undefined || rest !== undefined,
        'must have a statement, rest or both',
      ),
    async (ctx, actor, { appointmentId, statement = null, rest = null }) => {
      const visit = await visitOf(ctx, actor, appointmentId)
      if (rest) rules.assertRestStart(rest, visit.start_time)
      rules.assertMayCertify(actor, visit)
      await assertTreatsPatient(ctx, actor, visit.patient_id)
      rules.assertExamined(visit, ctx.clock.now())
      const examinedAt = visit.start_time.toISOString()
      return aboutVisit(ctx, visit, { examinedAt, statement, rest })
    },
  ),

  invoice: source('invoice', z.strictObject({ invoiceId: id('inv'), language }), async (ctx, actor, { invoiceId }) => {
    const invoice = await invoiceFor(ctx, actor, invoiceId)
    if (!invoice) throw notVisible('invoiceId', 'invoice')
    const { patient_id, doctor_id, appointment_id, number, description, amount, paid, refunded } = invoice
    const visit = appointment_id === null ? undefined : await appointmentFor(ctx, actor, appointment_id)
    return {
      ...{ patientId: patient_id, practitionerId: doctor_id, invoiceId, appointmentId: appointment_id },
      fields: {
        ...{ invoiceId, number, description, amount, paid, refunded },
        issuedAt: invoice.created_at.toISOString(),
        cancelled: invoice.status === 'CANCELLED',
        practitioner: doctor_id === null ? null : await practitionerOf(ctx, doctor_id),
        visitAt: visit?.start_time.toISOString() ?? null,
        payments: invoice.payments
          .filter(({ status }) => status === 'SUCCEEDED')
          .map(({ method, amount, created_at }) => ({ method, amount, at: new Date(created_at).toISOString() })),
      },
    }
  }),

  attestation: source(
    'attestation',
    z.strictObject({
      appointmentId: id('apt'),
      purpose: line(200).optional().meta({ description: 'Recipient or purpose.', example: 'Son employeur' }),
      language,
    }),
    async (ctx, actor, { appointmentId, purpose = null }) => {
      const visit = await visitOf(ctx, actor, appointmentId)
      rules.assertMayAttest(actor, visit)
      rules.assertPurpose(actor, visit, purpose)
      await assertTreatsPatient(ctx, actor, visit.patient_id)
      assertAccepted(visit)
      assertCompleted(visit.status)
      rules.assertStarted(visit, ctx.clock.now())
      const [startTime, endTime] = [visit.start_time.toISOString(), visit.end_time.toISOString()]
      return aboutVisit(ctx, visit, { startTime, endTime, purpose })
    },
  ),
} satisfies { [T in Template]: { collect: Collect<T, never> } }

export type DocumentRequest = z.output<(typeof sources)[Template]['request']>

/** The scope that reads the record of a document. */
const readScopes: Record<Template, Scope> = {
  prescription: 'prescriptions:read',
  certificate: 'appointments:read',
  attestation: 'appointments:read',
  invoice: 'invoices:read',
}

/**
 * Collects the content of a document.
 * @throws {ApiError} 422 for a record that the caller may not see, 403 without the scope that reads it, 403 and 409 by the
 *   template's rules
 */
export async function collectContent(ctx: UnitOfWork, actor: Actor, request: DocumentRequest): Promise<Subject> {
  const { templateId, data } = request
  const requiredScope = readScopes[templateId]
  if (!actor.scopes.has(requiredScope))
    throw forbidden(`The scope ${requiredScope} is required for the document ${templateId}.`)
  const collect = sources[templateId].collect as Collect<Template, typeof data> // `data` is of the same template
  const { fields, patient, ...references } = await collect(ctx, actor, data)
  const hasIdentity = await mayContainIdentity(ctx, actor, references)
  const head = {
    language: data.language,
    letterhead: await letterheadOf(ctx, references.signedAt),
    patient: printedPatient(patient ?? (await currentPatient(ctx, references.patientId)), hasIdentity),
  }
  return { ...references, content: { template: templateId, ...head, ...fields } as Content, isOwn: !hasIdentity }
}

/** A patient as documents print them. A name in Arabic that is not known is absent, as in documents of earlier versions. */
function printedPatient(
  { nameAr, ...patient }: Omit<Patient, 'nameAr'> & { nameAr?: string | null },
  hasIdentity: boolean,
): Patient {
  const { nameAr: _, ...unknown } = unknownIdentity
  return hasIdentity ? { ...patient, ...(nameAr && { nameAr }) } : { ...patient, ...unknown }
}

const currentPatient = async (ctx: UnitOfWork, patientId: string) => ({
  name: await queries.findName(ctx.db, { tenantId: ctx.trail.tenantId, userId: patientId }),
  ...(await identityOf(ctx, patientId)),
})

/**
 * Whether the document may contain the patient's identity. The token needs the scope `patients:read`. Practitioners must treat
 * the patient; pharmacies must have an open order on the prescription.
 */
async function mayContainIdentity(
  ctx: UnitOfWork,
  { role, userId, scopes }: Actor,
  { patientId, prescriptionId }: References,
) {
  if (!scopes.has('patients:read')) return false
  if (hasRelation(access.patients.read, role, 'treats')) return isTreating(ctx, userId, patientId)
  if (!hasRelation(access.documents.read, role, 'addressed')) return true
  return prescriptionId !== undefined && hasOpenOrder(ctx, userId, prescriptionId)
}

/**
 * @throws {ApiError} 403 for a practitioner who does not treat the patient regularly: emergency access or a proposal is not
 *   enough
 */
async function assertTreatsPatient(ctx: UnitOfWork, actor: Actor, patientId: string): Promise<void> {
  if (
    hasRelation(access.patients.read, actor.role, 'treats') &&
    !(await isTreatingRegularly(ctx, actor.userId, patientId))
  )
    throw forbidden('You do not treat this patient. The patient must first accept an appointment, or consent.')
}

const practitionerOf = (ctx: UnitOfWork, userId: string) =>
  queries.findPractitioner(ctx.db, { tenantId: ctx.trail.tenantId, userId })

type Visit = Awaited<ReturnType<typeof visitOf>>

/** @throws {ApiError} 422 for an appointment that the caller may not see */
async function visitOf(ctx: UnitOfWork, actor: Actor, id: string) {
  const visit = await appointmentFor(ctx, actor, id)
  if (!visit) throw notVisible('appointmentId', 'appointment')
  return visit
}

/** A document about a consultation. */
const aboutVisit = async <F>(ctx: UnitOfWork, { id, patient_id, doctor_id, by_video }: Visit, fields: F) => ({
  ...{ patientId: patient_id, practitionerId: doctor_id, appointmentId: id },
  fields: { appointmentId: id, practitioner: await practitionerOf(ctx, doctor_id), byVideo: by_video, ...fields },
})

const notVisible = (field: string, noun: string) =>
  unprocessable([
    { path: ['data', field], message: `is not ${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun} that the caller may see` },
  ])
