import { hasRelation } from '../../../access/check.ts'
import { access } from '../../../access/table.ts'
import type { Actor } from '../../../actor.ts'
import { conflict, unprocessable } from '../../../errors.ts'
import type { Input } from '../../../http/operation.ts'
import type { Content } from '../../../pdf/content.ts'
import type { UnitOfWork } from '../../../unit-of-work.ts'
import { forDocument as appointmentFor, assertCompleted } from '../../care/appointments/actions.ts'
import { forDocument as prescriptionFor } from '../../care/prescriptions/actions.ts'
import { forDocument as invoiceFor } from '../../money/invoices/actions.ts'
import { identityOf, unknownIdentity } from '../../people/patients/actions.ts'
import { isTreating } from '../../people/relationships/actions.ts'
import { letterheadOf } from '../letterhead/actions.ts'
import type { generatePdf } from './contract.ts'
import * as queries from './queries.ts'
import * as rules from './rules.ts'

type Request = Input<typeof generatePdf>['body']
/** The input of a template. */
type Data<T extends Content['template']> = Extract<Request, { templateId: T }>['data']

/** The content of a document, and the people and records that it concerns. */
export type Subject = {
  content: Content
  patientId: string
  practitionerId: string | null
  prescriptionId: string | null
  appointmentId: string | null
  invoiceId: string | null
}

/**
 * Collects the content of a document.
 * @throws {ApiError} 422 for a record that the caller may not see, 403 and 409 by the template's rules
 */
export function collectContent(ctx: UnitOfWork, actor: Actor, request: Request): Promise<Subject> {
  switch (request.templateId) {
    case 'prescription':
      return prescriptionContent(ctx, actor, request.data)
    case 'certificate':
      return certificateContent(ctx, actor, request.data)
    case 'invoice':
      return invoiceContent(ctx, actor, request.data)
    case 'attestation':
      return attestationContent(ctx, actor, request.data)
  }
}

async function prescriptionContent(ctx: UnitOfWork, actor: Actor, data: Data<'prescription'>): Promise<Subject> {
  const id = data.prescriptionId
  const found = await prescriptionFor(ctx, actor, id)
  if (!found) throw unknown('prescriptionId', 'prescription')
  if (found.status === 'CANCELLED') throw conflict('The prescription was cancelled.')
  if (!found.signature) throw conflict('The prescription is not signed. Its prescriber must sign it first.')
  if (!found.intact) throw conflict('The stored prescription does not match its signature.')
  return {
    ...about(found.patientId, found.doctorId, { prescriptionId: id }),
    content: {
      template: 'prescription',
      language: data.language,
      ...(await headOf(ctx, actor, found.patientId)),
      prescriptionId: id,
      practitioner: await practitionerOf(ctx, found.doctorId),
      issuedAt: found.issuedAt.toISOString(),
      validUntil: found.validUntil?.toISOString() ?? null,
      lines: found.lines,
      signature: found.signature,
    },
  }
}

async function certificateContent(ctx: UnitOfWork, actor: Actor, data: Data<'certificate'>): Promise<Subject> {
  const visit = await visitOf(ctx, actor, data.appointmentId)
  if (data.rest) rules.assertRestFollows(data.rest, visit.start_time)
  rules.assertMayCertify(actor, visit)
  rules.assertExamined(visit, ctx.clock.now())
  return {
    ...about(visit.patient_id, visit.doctor_id, { appointmentId: visit.id }),
    content: {
      template: 'certificate',
      language: data.language,
      ...(await visitHeadOf(ctx, actor, visit)),
      examinedAt: visit.start_time.toISOString(),
      statement: data.statement ?? null,
      rest: data.rest ?? null,
    },
  }
}

async function attestationContent(ctx: UnitOfWork, actor: Actor, data: Data<'attestation'>): Promise<Subject> {
  const visit = await visitOf(ctx, actor, data.appointmentId)
  assertCompleted(visit.status)
  return {
    ...about(visit.patient_id, visit.doctor_id, { appointmentId: visit.id }),
    content: {
      template: 'attestation',
      language: data.language,
      ...(await visitHeadOf(ctx, actor, visit)),
      startTime: visit.start_time.toISOString(),
      endTime: visit.end_time.toISOString(),
      purpose: data.purpose ?? null,
    },
  }
}

async function invoiceContent(ctx: UnitOfWork, actor: Actor, data: Data<'invoice'>): Promise<Subject> {
  const invoice = await invoiceFor(ctx, actor, data.invoiceId)
  if (!invoice) throw unknown('invoiceId', 'invoice')
  const { patient_id, doctor_id, appointment_id } = invoice
  const visit = appointment_id === null ? undefined : await appointmentFor(ctx, actor, appointment_id)
  return {
    ...about(patient_id, doctor_id, { invoiceId: data.invoiceId, appointmentId: appointment_id }),
    content: {
      template: 'invoice',
      language: data.language,
      ...(await headOf(ctx, actor, patient_id)),
      invoiceId: data.invoiceId,
      number: invoice.number,
      issuedAt: invoice.created_at.toISOString(),
      cancelled: invoice.status === 'CANCELLED',
      practitioner: doctor_id === null ? null : await practitionerOf(ctx, doctor_id),
      visitAt: visit?.start_time.toISOString() ?? null,
      description: invoice.description,
      amount: invoice.amount,
      paid: invoice.paid,
      refunded: invoice.refunded,
      payments: invoice.payments
        .filter(({ status }) => status === 'SUCCEEDED')
        .map(({ method, amount, created_at }) => ({ method, amount, at: new Date(created_at).toISOString() })),
    },
  }
}

/**
 * The fields at the top of every document. A practitioner who does not treat the patient gets no identity: an appointment
 * that they booked themselves would reveal it.
 */
async function headOf(
  ctx: UnitOfWork,
  actor: Actor,
  patientId: string,
): Promise<Pick<Content, 'letterhead' | 'patient'>> {
  const name = await queries.findName(ctx.db, { tenantId: ctx.trail.tenantId, userId: patientId })
  const isOpen =
    !hasRelation(access.patients.read, actor.role, 'treats') || (await isTreating(ctx, actor.userId, patientId))
  const identity = isOpen ? await identityOf(ctx, patientId) : unknownIdentity
  return { letterhead: await letterheadOf(ctx), patient: { name, ...identity } }
}

/** The fields at the top of every document about a consultation. */
const visitHeadOf = async (ctx: UnitOfWork, actor: Actor, visit: Visit) => ({
  ...(await headOf(ctx, actor, visit.patient_id)),
  appointmentId: visit.id,
  practitioner: await practitionerOf(ctx, visit.doctor_id),
  byVideo: visit.by_video,
})

const practitionerOf = (ctx: UnitOfWork, userId: string) =>
  queries.findPractitioner(ctx.db, { tenantId: ctx.trail.tenantId, userId })

type Visit = Awaited<ReturnType<typeof visitOf>>

/** @throws {ApiError} 422 for an appointment that the caller may not see */
async function visitOf(ctx: UnitOfWork, actor: Actor, id: string) {
  const visit = await appointmentFor(ctx, actor, id)
  if (!visit) throw unknown('appointmentId', 'appointment')
  return visit
}

const about = (
  patientId: string,
  practitionerId: string | null,
  records: Partial<Pick<Subject, 'prescriptionId' | 'appointmentId' | 'invoiceId'>>,
) => ({ patientId, practitionerId, prescriptionId: null, appointmentId: null, invoiceId: null, ...records })

const unknown = (field: string, what: string) =>
  unprocessable([
    { path: ['data', field], message: `is not ${/^[aeiou]/.test(what) ? 'an' : 'a'} ${what} that the caller may see` },
  ])
