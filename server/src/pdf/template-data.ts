import { encodeQR } from 'qr'
import { grouped } from '../lib/serial.ts'
import { type Content, type Letterhead, type Patient, type Practitioner, type RenderJob, templates } from './content.ts'
import { childAge, dateOf, dayOf, momentOf } from './dates.ts'
import { optional, printable, printableLines } from './printable.ts'

/**
 * The data of a template: formatted values, as `{fr, ar}` where the languages differ, and null for absent ones.
 * `templates/README.md` documents it for designers.
 */
export function templateData({ content, serial, verifyUrl, createdAt, isSpecimen, seal }: RenderJob): object {
  const { language, letterhead, patient } = content
  const { holder, title, format } = templates[content.template]
  return {
    holder,
    title,
    language,
    letterhead: formatLetterhead(letterhead),
    patient: formatPatient(patient, 'issuedAt' in content ? content.issuedAt : createdAt),
    practitioner: content.practitioner && formatPractitioner(content.practitioner),
    ...(format as (content: Content) => object)(content), // the fields of this template
    serial: grouped(serial),
    verifyUrl: verifyUrl.replace(/^https?:\/\//, ''),
    qr: encodeQR(verifyUrl, 'svg', { ecc: 'medium', border: 1 }), // a narrow quiet zone: the page around it is white
    createdOn: dateOf(createdAt),
    signedAt: seal ? momentOf(createdAt) : null,
    signedBy: seal?.holder ?? null,
    isSpecimen,
  }
}

const formatLetterhead = (head: Letterhead) => ({
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

/** @param at the time of the patient's age */
const formatPatient = (
  { name, nameAr, birthDate, sex, nationalId, insurer, insuranceNumber }: Patient,
  at: string | Date,
) => ({
  name: printable(name),
  nameAr: optional(nameAr ?? null, printable),
  birthDate: optional(birthDate, dayOf),
  childAge: optional(birthDate, (day) => childAge(day, at)),
  sex,
  nationalId: optional(nationalId, printable),
  insurer: optional(insurer, printable),
  insuranceNumber: optional(insuranceNumber, printable),
})

const TITLE = /^(?:dr\.?|docteure?|doctor|د\.?|الدكتورة?)\s+/iu

const formatPractitioner = ({ name, role, specialty, licenceNumber }: Practitioner) => ({
  /** Without the title, which the layout adds in each language. */
  name: printable(name).replace(TITLE, ''),
  role,
  specialty: optional(specialty, printable),
  licenceNumber: optional(licenceNumber, printable),
})
