import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { attestation, certificate, invoice, jobOf, longPrescription, prescription } from '../../testing/documents.ts'
import { beforeSealing } from '../../testing/pictured.ts'
import { factsOf, fontsOf, picturesOf, textOf, withoutPoppler } from '../../testing/poppler.ts'
import { renderPdf } from './compiler.ts'
import type { Content } from './content.ts'
import { templateData } from './template-data.ts'

/** The text in one line, without the columns. */
const pdfText = (content: Content) => textOf(beforeSealing(jobOf(content))).replace(/\s+/g, ' ')

function assertShows(text: string, ...words: string[]): void {
  for (const word of words) assert.ok(text.includes(word), `“${word}” is not in: ${text}`)
}

describe('documents in French', { skip: withoutPoppler }, () => {
  test('a prescription names prescriber, patient, medicines, dosage, duration, validity and signer', () => {
    const text = pdfText({ ...prescription, language: 'fr' })
    assertShows(text, 'Cabinet médical Atlas', '12, rue Ibn Batouta', '+212 522 00 00 01', 'contact@atlas.example')
    assertShows(
      text,
      'ICE 001234567000089',
      'Ordonnance médicale',
      'Dr Yasmine Alaoui',
      'Médecine générale',
      'N° d’inscription à l’Ordre 12345',
    )
    assertShows(text, 'Salma Idrissi', '17/05/1984', 'Féminin', 'BE123456', 'CNSS – AMO', '123456789')
    assertShows(
      text,
      '01/12/2026',
      '01/03/2027 09:30',
      'Amoxicilline 1 g, comprimés',
      '1 comprimé matin et soir',
      '7 jours',
    )
    assertShows(
      text,
      'Tableau A : substance toxique',
      'Tableau B : stupéfiant',
      'Fait à Casablanca, le 1er décembre 2026',
    )
    assertShows(text, 'Signé électroniquement par Dr Yasmine Alaoui', 'à 10:10', prescription.signature)
    assertShows(text, 'sante.example/verify/7K3M9QW2XCV5B8NR4TYH', '7K3M-9QW2-XCV5-B8NR-4TYH', 'Page 1 / 1')
    assert.ok(!text.includes('Tableau C'))
  })

  test('a prescription shows quantity, refills and substitution where they are given', () => {
    const [line] = prescription.lines
    const given = { ...line!, quantity: 20, unit: 'unidoses', refills: 2, substitutable: true }
    const without = { ...line!, quantity: null, unit: null, refills: 0, substitutable: false }
    const shownWith = (one: NonNullable<typeof line>) => pdfText({ ...prescription, language: 'fr', lines: [one] })
    const words = ['Quantité : 20 unidoses', 'Renouvellements : 2', 'Substitution autorisée']
    assertShows(shownWith(given), ...words)
    for (const word of ['Quantité', 'Renouvellements', 'Substitution'])
      assert.ok(!shownWith(without).includes(word), word)
    assertShows(shownWith({ ...without, quantity: 3 }), 'Quantité : 3')
  })

  test('a sick-leave certificate has its days in digits and words', () => {
    const text = pdfText({ ...certificate, language: 'fr', statement: 'Pas de port de charges.' })
    assertShows(text, 'Je soussigné(e), Dr Yasmine Alaoui, médecin (Médecine générale), certifie avoir examiné')
    assertShows(
      text,
      'par téléconsultation, le 1er décembre 2026, Salma Idrissi, née le 17 mai 1984, titulaire de la pièce d’identité n° BE123456',
    )
    assertShows(text, 'un arrêt de travail de 5 jours (cinq jours), du 1er décembre 2026 au 5 décembre 2026 inclus')
    assertShows(
      text,
      'sorties autorisées',
      'Pas de port de charges.',
      'Certificat établi à la demande de l’intéressée pour servir et valoir',
    )
  })

  test('a document with Arabic names the patient in Arabic too', () => {
    for (const content of [prescription, certificate, invoice, attestation]) {
      for (const language of ['ar', 'fr-ar'] as const)
        assertShows(pdfText({ ...content, language }), 'سلمى', 'Salma Idrissi')
      assert.ok(!pdfText({ ...content, language: 'fr' }).includes('سلمى'))
    }
  })

  test('an invoice has its amount in words and the amount due', () => {
    const text = pdfText({ ...invoice, language: 'fr', refunded: 5000 })
    assertShows(
      text,
      '2026-000123',
      '1 352,40 MAD',
      'Réglé 1 000,00 MAD',
      'Remboursé 50,00 MAD',
      'Reste à payer 352,40 MAD',
    )
    assertShows(text, 'à la somme de : mille trois cent cinquante-deux dirhams et quarante centimes.')
    assertShows(text, '01/12/2026 Carte bancaire 800,00 MAD', '02/12/2026 Espèces 200,00 MAD')
    assert.ok(!text.includes('ANNULÉE'))
    const cancelled = pdfText({ ...invoice, language: 'fr', cancelled: true })
    assert.ok(!cancelled.includes('Reste à payer'))
  })

  test('an attestation of presence has its hours in Moroccan time', () => {
    const text = pdfText({
      ...attestation,
      language: 'fr',
      startTime: '2026-07-01T08:30:00.000Z',
      endTime: '2026-07-01T08:50:00.000Z',
    })
    assertShows(text, 'Cabinet médical Atlas atteste que Salma Idrissi, née le 17 mai 1984')
    assertShows(
      text,
      'a été reçue en consultation par Dr Yasmine Alaoui, médecin (Médecine générale), le 1er juillet 2026',
    )
    assertShows(text, 'prévu de 09:30 à 09:50.', 'selon la demande', 'À présenter à son employeur')
    assertShows(text, 'Signé électroniquement par Cabinet médical Atlas')
    assertShows(pdfText({ ...attestation, language: 'fr', byVideo: true }), 'reçue en téléconsultation')
  })

  test('absent values leave no gap and no “null”', () => {
    const bare = { ...prescription.letterhead, nameAr: null, address: null, addressAr: null, city: null, cityAr: null }
    const letterhead = { ...bare, phone: null, email: null, identifiers: [], logoSvg: null }
    const emptyIdentity = { birthDate: null, sex: null, nationalId: null, insurer: null, insuranceNumber: null }
    const { nameAr: _, ...named } = prescription.patient
    const patient = { ...named, ...emptyIdentity }
    const practitioner = { ...prescription.practitioner, specialty: null, licenceNumber: null }
    const contents: Content[] = [
      { ...prescription, letterhead, patient, practitioner, validUntil: null },
      { ...certificate, letterhead, patient, practitioner, rest: null },
      { ...invoice, letterhead, patient, practitioner: null, visitAt: null, description: null, payments: [] },
      { ...attestation, letterhead, patient, practitioner, purpose: null },
    ]
    for (const content of contents) {
      for (const language of ['fr', 'ar', 'fr-ar'] as const) {
        const text = pdfText({ ...content, language })
        assertShows(text, 'Salma Idrissi')
        assert.doesNotMatch(text, /null|none|undefined|Sexe|identité|Ordre/)
      }
    }
    assertShows(pdfText({ ...contents[1]!, language: 'fr' }), 'Certificat médical', 'de l’intéressé(e)')
  })

  test('a prescription has the age of a child on its day, and space for a stamp', () => {
    const child = { ...prescription.patient, birthDate: '2019-05-17' }
    for (const [language, age, stamp] of [
      ['fr', '7 ans', 'Cachet et signature'],
      ['ar', 'سنوات', 'الطابع والتوقيع'],
    ] as const) {
      assertShows(pdfText({ ...prescription, patient: child, language }), age, stamp)
      assertShows(pdfText({ ...prescription, language }), stamp)
    }
    assert.doesNotMatch(pdfText({ ...prescription, language: 'fr' }), /\d ans|Poids/)
    assertShows(pdfText({ ...prescription, language: 'fr', patientWeight: 12_500 }), 'Poids', '12,5 kg')
    assertShows(pdfText({ ...prescription, language: 'ar', patientWeight: 3275 }), 'الوزن', '3,275')
  })

  test('an unsigned document has space for a handwritten signature', () => {
    const job = jobOf({ ...attestation, language: 'fr' })
    const pdf = renderPdf('attestation', templateData(job), job.createdAt)
    assert.ok(pdf instanceof Uint8Array)
    const text = textOf(pdf)
    assertShows(text, 'Cachet et signature')
    assert.ok(!text.includes('Signé électroniquement'))
  })
})

describe('a long prescription', { skip: withoutPoppler }, () => {
  test('has header, serial number and page number on every page, and splits no line', () => {
    const pages = textOf(beforeSealing(jobOf({ ...longPrescription(100), language: 'fr' })))
      .split('\f')
      .filter(Boolean)
    assert.ok(pages.length > 3)
    for (const [index, page] of pages.entries()) {
      assertShows(page, '7K3M-9QW2-XCV5-B8NR-4TYH', `Page ${index + 1} / ${pages.length}`, 'Salma Idrissi')
      const [lines, dosages] = [/Médicament \d+/g, /1 comprimé|2 lavages/g].map((one) => page.match(one)?.length ?? 0)
      assert.equal(lines, dosages, `page ${index + 1}`)
      if (lines! > 0) assert.match(page, /Médicament\s+Posologie\s+Durée/)
    }
  })
})

describe('a document rendered after another', { skip: withoutPoppler }, () => {
  test('contains no content of the previous one on any page', () => {
    const long = { ...longPrescription(30), language: 'fr' as const }
    const before = { name: 'Driss Ouazzani', serial: '2222222222PPPPPPPPPP' }
    beforeSealing(jobOf({ ...long, patient: { ...long.patient, name: before.name } }, before.serial))
    const pages = textOf(beforeSealing(jobOf(long)))
      .split('\f')
      .filter(Boolean)
    assert.ok(pages.length > 1)
    for (const page of pages) {
      assertShows(page, 'Salma Idrissi', '7K3M-9QW2-XCV5-B8NR-4TYH', 'sante.example/verify/7K3M9QW2XCV5B8NR4TYH')
      assert.doesNotMatch(page, /Ouazzani|2222|PPPP/)
    }
  })
})

describe('the file', { skip: withoutPoppler }, () => {
  const pdf = beforeSealing(jobOf(prescription))

  test('is PDF/A: tagged, with title and date, in A4', () => {
    const facts = factsOf(pdf)
    assert.equal(facts.Title, 'Ordonnance médicale 7K3M-9QW2-XCV5-B8NR-4TYH')
    assert.equal(facts.Author, 'Dr Yasmine Alaoui')
    assert.equal(facts.Tagged, 'yes')
    assert.match(facts['Page size']!, /A4/)
    assert.match(Buffer.from(pdf).toString('latin1'), /<pdfaid:part>2<\/pdfaid:part><pdfaid:conformance>A</)
  })

  test('embeds only subsets of our fonts', () => {
    for (const font of fontsOf(pdf)) assert.match(font, /^[A-Z]{6}\+(NotoSans|IBMPlexSansArabic)\S* .* yes +yes +yes /)
    const tifinagh = { ...prescription.patient, name: 'ⵙⴰⵍⵎⴰ' }
    const fonts = fontsOf(beforeSealing(jobOf({ ...prescription, patient: tifinagh })))
    assert.ok(fonts.some((font) => font.includes('NotoSansTifinagh')))
  })
})

describe('hostile text', { skip: withoutPoppler }, () => {
  const caller = (name: string) =>
    beforeSealing(jobOf({ ...prescription, language: 'fr', patient: { ...prescription.patient, name } }))

  test('with Typst markup or URLs is printed as text', () => {
    for (const name of [
      '#read("/etc/passwd")',
      '#panic(1) *b* _i_ $x$ `c` = T',
      '#import "@preview/x:1.0.0"',
      '<svg onload=x>',
      '\\u{41} "; it',
      'http://169.254.169.254/x',
      '{{7*7}} <%= 7*7 %>',
    ]) {
      assertShows(textOf(caller(name)), name)
    }
  })

  test('loses control characters and direction overrides', () => {
    assertShows(textOf(caller('Sal\u0000ma\u0007 \u202eIdr\u2066issi')), 'Sal ma Idrissi')
  })

  test('of hundreds of letters without a space stays on the page', () => {
    const [page] = picturesOf(caller('W'.repeat(400)), 20)
    assert.ok(page)
    assertShows(textOf(caller('W'.repeat(400))).replace(/\s/g, ''), 'W'.repeat(31))
  })

  test('of a hundred thousand letters is refused at once', () => {
    assert.throws(() => caller('x'.repeat(100_000)), RangeError)
  })
})
