import { grouped } from '../lib/serial.ts'
import { amount, amountInWords } from './amounts.ts'
import type {
  AttestationContent,
  CertificateContent,
  Content,
  InvoiceContent,
  Letterhead,
  Patient,
  Practitioner,
  PrescriptionContent,
  RenderJob,
} from './content.ts'
import { dateOf, dayCount, dayCountInWords, dayOf, hourOf, lastOf, momentOf } from './dates.ts'
import { printable, printableLines } from './printable.ts'
import { qrCode } from './qr-code.ts'

/**
 * The data of a template: all values formatted, as `{fr, ar}` where the languages differ, and null if absent.
 * `templates/README.md` documents it for designers.
 */
export function shown({ content, serial, verifyUrl, createdAt, seal }: RenderJob): object {
  const { language, letterhead, patient } = content
  return {
    template: content.template,
    language,
    letterhead: shownLetterhead(letterhead),
    patient: shownPatient(patient),
    practitioner: content.practitioner && shownPractitioner(content.practitioner),
    ...body(content),
    serial: grouped(serial),
    verifyUrl: verifyUrl.replace(/^https?:\/\//, ''),
    qr: qrCode(verifyUrl),
    createdOn: dateOf(createdAt),
    signedAt: seal ? momentOf(createdAt) : null,
    signedBy: seal?.holder ?? null,
  }
}

function body(content: Content): object {
  if (content.template === 'prescription') return prescription(content)
  if (content.template === 'certificate') return certificate(content)
  if (content.template === 'invoice') return invoice(content)
  return attestation(content)
}

const optional = <T, S>(value: T | null, show: (value: T) => S): S | null => (value === null ? null : show(value))

const shownLetterhead = (head: Letterhead) => ({
  name: printable(head.name),
  nameAr: optional(head.nameAr, printable),
  address: optional(head.address, printableLines),
  addressAr: optional(head.addressAr, printableLines),
  city: optional(head.city, printable),
  cityAr: optional(head.cityAr, printable),
  phone: optional(head.phone, printable),
  email: optional(head.email, printable),
  identifiers: head.identifiers.map(({ label, value }) => ({ label: printable(label), value: printable(value) })),
  color: head.color,
  logo: head.logoSvg,
})

const shownPatient = ({ name, birthDate, sex, nationalId, insurer, insuranceNumber }: Patient) => ({
  name: printable(name),
  birthDate: optional(birthDate, dayOf),
  sex,
  nationalId: optional(nationalId, printable),
  insurer: optional(insurer, printable),
  insuranceNumber: optional(insuranceNumber, printable),
})

const TITLE = /^(?:dr\.?|docteure?|doctor|د\.?|الدكتورة?)\s+/iu

const shownPractitioner = ({ name, role, specialty, licenceNumber }: Practitioner) => ({
  /** Without the title, which differs between languages. */
  name: printable(name).replace(TITLE, ''),
  role,
  specialty: optional(specialty, printable),
  licenceNumber: optional(licenceNumber, printable),
})

const prescription = ({ issuedAt, validUntil, lines, signature }: PrescriptionContent) => ({
  issuedOn: dateOf(issuedAt),
  validUntil: optional(validUntil, (at) => ({ ...dateOf(at), hour: hourOf(at) })),
  lines: lines.map(({ medication, dosage, instructions, durationDays, substanceTable, ...line }) => ({
    medication: printable(medication),
    dosage: printableLines(dosage),
    instructions: optional(instructions, printableLines),
    duration: optional(durationDays, dayCount),
    table: substanceTable,
    quantity: optional(line.quantity ?? null, (quantity) =>
      [quantity, ...(line.unit ? [printable(line.unit)] : [])].join(' '),
    ),
    refills: line.refills || null,
    substitutable: line.substitutable ?? false,
  })),
  signature,
})

const certificate = ({ examinedAt, byVideo, statement, rest }: CertificateContent) => ({
  examinedOn: dateOf(examinedAt),
  byVideo,
  statement: optional(statement, printableLines),
  rest: optional(rest, ({ from, days, outings }) => ({
    days: dayCount(days),
    inWords: dayCountInWords(days),
    from: dayOf(from),
    to: lastOf(from, days),
    outings,
  })),
})

const invoice = (content: InvoiceContent) => ({
  number: content.number,
  issuedOn: dateOf(content.issuedAt),
  cancelled: content.cancelled,
  visitOn: optional(content.visitAt, dateOf),
  description: optional(content.description, printableLines),
  amount: amount(content.amount),
  inWords: amountInWords(content.amount),
  paid: amount(content.paid),
  refunded: content.refunded === 0 ? null : amount(content.refunded),
  due: amount(Math.max(content.amount - content.paid, 0)),
  payments: content.payments.map(({ method, at, ...payment }) => ({
    method,
    on: dateOf(at),
    amount: amount(payment.amount),
  })),
})

const attestation = ({ startTime, endTime, byVideo, purpose }: AttestationContent) => ({
  on: dateOf(startTime),
  from: hourOf(startTime),
  to: hourOf(endTime),
  byVideo,
  purpose: optional(purpose, printableLines),
})
