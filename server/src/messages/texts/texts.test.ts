import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { channels, type Kind, languages } from '../../lib/channels.ts'
import { catalog, type Declaration, type TemplateCode } from '../catalog.ts'
import { textFaultsOf } from '../checks.ts'
import { segmentsOf } from '../gsm.ts'
import { render } from '../render.ts'
import { faultsOf } from '../variables.ts'
import { platformText } from './index.ts'

const codes = Object.keys(catalog) as TemplateCode[]
const at = '2026-09-23T08:30:00.000Z'
const values: Record<Kind, string> = {
  text: 'Dr Nadia Chraïbi',
  name: 'Dr Nadia Chraïbi',
  time: at,
  day: at,
  count: '3',
  link: 'https://api.medina.example/access/0f1e2d3c4b5a69788796a5b4c3d2e1f0',
  visits: JSON.stringify([{ withName: 'Dr Youssef Benali', startTime: at }]),
}
const valuesOf = (kinds: Record<string, Kind> = {}) =>
  Object.fromEntries(Object.entries(kinds).map(([name, kind]) => [name, values[kind]]))
const written = (
  code: TemplateCode,
  channel: (typeof channels)[number],
  language: (typeof languages)[number],
  all = true,
) => {
  const declaration: Declaration = catalog[code]
  const given = { ...valuesOf(declaration.variables), ...(all ? valuesOf(declaration.optional) : {}) }
  assert.deepEqual(faultsOf(declaration, given, { allowAdded: true }), [])
  const text = { ...platformText(code, channel, language), organization: 'Clinique Atlas' }
  return render(text, channel, language, given, declaration, 'Amine El Fassi')
}

describe('the platform’s texts', () => {
  for (const language of languages)
    test(`in ${language} use exactly the variables of their template`, () => {
      for (const code of codes)
        for (const channel of channels) {
          const text = platformText(code, channel, language)
          assert.deepEqual(textFaultsOf(text, catalog[code]), [], `${code} ${channel}`)
          assert.equal(text.subject !== '', channel === 'EMAIL')
        }
    })

  test('leave no placeholder or bracket, with and without optional variables', () => {
    for (const code of codes)
      for (const language of languages)
        for (const channel of channels)
          for (const all of [true, false]) {
            const { subject, text, html } = written(code, channel, language, all)
            assert.doesNotMatch(
              subject + text,
              /[{}[\]#]|undefined|Invalid|NaN| {2}|\n{3}/,
              `${code} ${channel} ${language}`,
            )
            assert.equal(html !== '', channel === 'EMAIL')
          }
  })

  test('fit into one SMS in French and English, and into two in Arabic', () => {
    // Links, lab order ids and second visits make a message longer.
    const longer: TemplateCode[] = ['ACCESS_GRANTED', 'INVITATION']
    for (const code of codes)
      for (const language of languages) {
        const { text } = written(code, 'SMS', language, false)
        const allowed = language === 'ar' || longer.includes(code) ? 2 : 1
        if (!(language === 'ar' && longer.includes(code)))
          assert.ok(segmentsOf(text) <= allowed, `${code} ${language}: ${segmentsOf(text)} of ${text.length}: ${text}`)
      }
  })

  test('use only the GSM alphabet in French and English SMS', () => {
    for (const code of codes)
      for (const language of ['fr', 'en'] as const) {
        const { text } = platformText(code, 'SMS', language)
        assert.match(text, /^[\x20-\x7eéèàùÉ\n]*$/, `${code} ${language}`)
      }
  })

  test('in French put no name after a word that elides before a vowel', () => {
    for (const code of codes)
      for (const channel of channels) {
        const { subject, text } = platformText(code, channel, 'fr')
        const { variables, optional }: Declaration = catalog[code]
        for (const [name, kind] of Object.entries({ recipientName: 'text', ...variables, ...optional }))
          if (kind === 'text' || kind === 'name')
            assert.doesNotMatch(`${subject}\n${text}`, new RegExp(`\\b(de|que|jusque|le|la|se|ne) \\{${name}\\}`, 'i'))
      }
  })

  test('use the Arabic plural forms', () => {
    const declaration = catalog.EXPIRY_WARNING
    const text = { ...platformText('EXPIRY_WARNING', 'SMS', 'ar'), organization: '' }
    const renderedText = (lots: string, withinDays: string) =>
      render(text, 'SMS', 'ar', { lots, withinDays }, declaration, '').text
    assert.equal(renderedText('1', '7'), 'في مخزونكم دفعة واحدة تنتهي صلاحيتها خلال 7 أيام.')
    assert.equal(renderedText('2', '30'), 'في مخزونكم دفعتان تنتهي صلاحيتهما خلال 30 يوما.')
    assert.equal(renderedText('3', '2'), 'في مخزونكم 3 دفعات تنتهي صلاحيتها خلال يومين.')
    assert.equal(renderedText('11', '1'), 'في مخزونكم 11 دفعة تنتهي صلاحيتها خلال يوم واحد.')
    assert.equal(renderedText('100', '100'), 'في مخزونكم 100 دفعة تنتهي صلاحيتها خلال 100 يوم.')
  })
})
