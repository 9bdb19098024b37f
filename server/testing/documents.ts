import {
  type Content,
  type Letterhead,
  type Patient,
  type Practitioner,
  type RenderJob,
  type Template,
  templates,
} from '../src/pdf/content.ts'

/** Fixed documents of fictitious people, for tests, benchmarks, and the pictures in docs. */

const LOGO = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">
<path d="M32 3 L61 32 L32 61 L3 32 Z" fill="#0f766e"/>
<path d="M32 10 L54 32 L32 54 L10 32 Z" fill="none" stroke="#ffffff" stroke-width="1.6"/>
<path d="M28 20 h8 v8 h8 v8 h-8 v8 h-8 v-8 h-8 v-8 h8 Z" fill="#ffffff"/></svg>`

export const letterhead: Letterhead = {
  name: 'Cabinet médical Atlas',
  nameAr: 'عيادة الأطلس الطبية',
  address: '12, rue Ibn Batouta\n20250 Casablanca',
  addressAr: '12، زنقة ابن بطوطة\n20250 الدار البيضاء',
  city: 'Casablanca',
  cityAr: 'الدار البيضاء',
  phone: '+212 522 00 00 01',
  email: 'contact@atlas.example',
  identifiers: [
    { label: 'ICE', value: '001234567000089' },
    { label: 'IF', value: '40123456' },
  ],
  color: '#0f766e',
  logoSvg: LOGO,
}

const practitioner: Practitioner = {
  name: 'Dr Yasmine Alaoui',
  role: 'DOCTOR',
  specialty: 'Médecine générale',
  licenceNumber: '12345',
}

const patient: Patient = {
  name: 'Salma Idrissi',
  birthDate: '1984-05-17',
  sex: 'F',
  nationalId: 'BE123456',
  insurer: 'CNSS – AMO',
  insuranceNumber: '123456789',
  nameAr: 'سلمى الإدريسي',
}

/** The example of a template. */
export const exampleOf = <T extends Template>(template: T): Content<T> =>
  ({ template, language: 'fr-ar', letterhead, patient, practitioner, ...templates[template].example }) as Content<T>

export const prescription = exampleOf('prescription')
export const certificate = exampleOf('certificate')
export const invoice = exampleOf('invoice')
export const attestation = exampleOf('attestation')

/** A prescription that takes several pages. */
export const longPrescription = (lines: number): Content<'prescription'> => ({
  ...prescription,
  lines: Array.from({ length: lines }, (_, index) => ({
    ...prescription.lines[index % prescription.lines.length]!,
    medication: `Médicament ${index + 1}`,
  })),
})

export const jobOf = (content: Content, serial = '7K3M9QW2XCV5B8NR4TYH'): RenderJob => ({
  content,
  serial,
  verifyUrl: `https://sante.example/verify/${serial}`,
  createdAt: new Date('2026-12-01T10:10:00.000Z'),
  isSpecimen: false,
  seal: undefined,
})
