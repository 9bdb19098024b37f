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
}

const common = { language: 'fr-ar', letterhead, patient } as const

export const prescription: PrescriptionContent = {
  ...common,
  template: 'prescription',
  prescriptionId: 'rx_019a9f3c5d2e4b7a81c0d5e6f7a8b9c0',
  practitioner,
  issuedAt: '2026-12-01T09:30:00.000Z',
  validUntil: '2027-03-01T09:30:00.000Z',
  lines: [
    {
      medication: 'Amoxicilline 1 g, comprimés',
      dosage: '1 comprimé matin et soir',
      instructions: 'Au milieu du repas. Terminer la boîte même si les symptômes ont disparu.',
      durationDays: 7,
      substanceTable: 'A',
    },
    {
      medication: 'Morphine (sulfate) 10 mg, comprimés à libération prolongée',
      dosage: '1 comprimé toutes les 12 heures, à heures fixes',
      instructions: 'Ne pas conduire. ينصح بعدم السياقة بعد تناول الدواء.',
      durationDays: 3,
      substanceTable: 'B',
    },
    {
      medication: 'Sérum physiologique, unidoses',
      dosage: '2 lavages de nez par jour',
      instructions: null,
      durationDays: 10,
      substanceTable: null,
    },
  ],
  signature: 'sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
}

export const certificate: CertificateContent = {
  ...common,
  template: 'certificate',
  appointmentId: 'apt_019a9f3c5d2e4b7a81c0d5e6f7a8b9c0',
  practitioner,
  examinedAt: '2026-12-01T09:30:00.000Z',
  byVideo: true,
  statement: null,
  rest: { from: '2026-12-01', days: 5, outings: true },
}

export const invoice: InvoiceContent = {
  ...common,
  template: 'invoice',
  invoiceId: 'inv_019a9f3c5d2e4b7a81c0d5e6f7a8b9c0',
  number: '2026-000123',
  issuedAt: '2026-12-01T10:05:00.000Z',
  cancelled: false,
  practitioner,
  visitAt: '2026-12-01T09:30:00.000Z',
  description: 'Téléconsultation de médecine générale, avec ordonnance et certificat',
  amount: 135_240,
  paid: 100_000,
  refunded: 0,
  payments: [
    { method: 'CARD', amount: 80_000, at: '2026-12-01T10:06:00.000Z' },
    { method: 'CASH', amount: 20_000, at: '2026-12-02T09:00:00.000Z' },
  ],
}

export const attestation: AttestationContent = {
  ...common,
  template: 'attestation',
  appointmentId: 'apt_019a9f3c5d2e4b7a81c0d5e6f7a8b9c0',
  practitioner,
  startTime: '2026-12-01T09:30:00.000Z',
  endTime: '2026-12-01T09:50:00.000Z',
  byVideo: false,
  purpose: 'À présenter à son employeur',
}

/** A prescription that takes several pages. */
export const longPrescription = (lines: number): PrescriptionContent => ({
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
  seal: undefined,
})
