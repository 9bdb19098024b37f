import assert from 'node:assert/strict'
import { document, newCertificate } from '../../../../../testing/factories.ts'
import type { Answer, Platform } from '../../../../../testing/harness.ts'
import { consult, newPractice, placeOrder, prescribe } from '../../../../../testing/practice.ts'
import type { Content, Practitioner } from '../../../../pdf/content.ts'
import { cashier } from '../../../money/invoices/invoices-testing.ts'
import { verification } from './contract.ts'

export const practitioner: Practitioner = {
  name: 'Dr Salma Benali',
  role: 'DOCTOR',
  specialty: 'Cardiologie',
  licenceNumber: '12345',
}

/** Data that no response may contain. */
export const secrets = {
  name: 'Amina El Fassi',
  birthDate: '1984-05-17',
  nationalId: 'AB987654',
  insurer: 'CNOPS',
  insuranceNumber: '5566778899',
  medication: 'Méthadone',
  statement: 'Épisode dépressif',
  amount: 876_543,
  reason: 'ordonnance volée',
}

const common = {
  language: 'fr-ar' as const,
  letterhead: {
    ...{ name: 'Cabinet Atlas', nameAr: 'عيادة الأطلس', address: null, addressAr: null, city: null, cityAr: null },
    ...{ phone: null, email: null, identifiers: [], color: '#0b6b63', logoSvg: null },
  },
  patient: {
    ...{ name: secrets.name, birthDate: secrets.birthDate, sex: 'F' as const, nationalId: secrets.nationalId },
    ...{ insurer: secrets.insurer, insuranceNumber: secrets.insuranceNumber },
  },
  practitioner,
}

export const file = Buffer.from('%PDF-1.7 as it was issued')

type GeneratedDocument = Awaited<ReturnType<typeof document>>

/** Documents of a practice, and helpers to verify them. */
export async function documentsOf(platform: Platform) {
  const { call } = platform
  const people = await newPractice(platform)
  const { tenantId, admin, doctor, patient, pharmacist } = people
  const certificate = await newCertificate(platform, doctor)
  const make = (content: Content, certificateId: string | null = certificate.id): Promise<GeneratedDocument> =>
    document(platform, content, patient, { certificateId, file })
  const open = (serial: string, headers: Record<string, string> = {}) => call('GET', `/verify/${serial}`, { headers })
  const verify = (serial: string) => open(serial, { accept: 'application/json' })

  return {
    ...people,
    certificate,
    make,
    open,
    verify,

    async makePrescription(validUntil: string | null = null): Promise<GeneratedDocument & { prescriptionId: string }> {
      const { id: prescriptionId, issuedAt, signature } = await prescribe(platform, doctor, patient)
      const { medication } = secrets
      const line = { medication, dosage: '1', instructions: null, durationDays: 7, substanceTable: null }
      const content = { prescriptionId, issuedAt, validUntil, lines: [line], signature: signature! }
      return { ...(await make({ ...common, template: 'prescription', ...content })), prescriptionId }
    },

    async makeInvoice(): Promise<GeneratedDocument & { invoiceId: string }> {
      const invoiceId = await cashier(platform).invoice(doctor, patient, secrets.amount)
      const sums = { amount: secrets.amount, paid: 0, refunded: 0, payments: [] }
      const fields = { number: '2026-000001', issuedAt: '2026-11-21T10:00:00.000Z', cancelled: false, visitAt: null }
      const content = { ...common, invoiceId, ...fields, practitioner: null, description: null, ...sums }
      return { ...(await make({ ...content, template: 'invoice' }, null)), invoiceId }
    },

    async makeCertificate(more: Partial<Content<'certificate'>> = {}): Promise<GeneratedDocument> {
      const appointmentId = await consult(platform, doctor, patient)
      const visit = { appointmentId, examinedAt: '2026-11-21T10:00:00.000Z', byVideo: false }
      const content = { ...visit, statement: secrets.statement, rest: null }
      return make({ ...common, ...content, ...more, template: 'certificate' })
    },

    async deliver(prescriptionId: string): Promise<void> {
      const { id } = await placeOrder(platform, patient, prescriptionId, pharmacist)
      for (const status of ['PREPARING', 'READY', 'DELIVERED']) {
        const answer = await call('PUT', `/api/orders/${id}`, { token: pharmacist.token, body: { status } })
        if (answer.status !== 200) throw new Error(`Not delivered: ${answer.text}`)
      }
    },

    /** The page and the JSON of a document, after checking that neither contains secrets. */
    async readVerification({ serial, id }: GeneratedDocument) {
      const [page, json] = await Promise.all([open(serial), verify(serial)])
      assert.deepEqual([page.status, json.status], [200, 200])
      const ids = [id, tenantId, patient.id, doctor.id, certificate.id, admin.id]
      for (const answer of [page, json]) {
        const everything = `${answer.text} ${JSON.stringify([...answer.headers])}`
        for (const secret of [...Object.values(secrets).map(String), 'Amina', 'Fassi', ...ids])
          assert.ok(!everything.includes(secret), `shows ${secret}`)
        assert.doesNotMatch(everything, /\b(?:rx|inv|apt|ord)_/)
      }
      return { page, verification: verification.strict().parse(json.body.verification) }
    },
  }
}

/** The heading of a page. */
export const headingOf = ({ text }: Answer): string => text.match(/<h1>(.*)<\/h1>/)![1]!.replace(/<[^>]+>/g, '')
