import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Channel, Language } from '../lib/channels.ts'
import type { Declaration } from './catalog.ts'
import { render } from './render.ts'

const declaration: Declaration = {
  purpose: 'SERVICE',
  variables: { withName: 'text', startTime: 'time', link: 'link' },
  optional: { furtherVisits: 'visits' },
}
const given = {
  withName: 'Dr Nadia Chraïbi',
  startTime: '2026-12-01T09:30:00.000Z',
  link: 'https://medina.example/?a=1&b=2',
}
const written = (
  text: string,
  {
    channel = 'EMAIL',
    language = 'fr',
    values = given,
    recipient = 'Amine',
    subject = 'Sujet',
  }: {
    channel?: Channel
    language?: Language
    values?: Record<string, string>
    recipient?: string
    subject?: string
  } = {},
) => render({ subject, text, organization: 'Clinique <Atlas>' }, channel, language, values, declaration, recipient)

describe('a message', () => {
  test('shows times in Morocco’s time zone and the recipient’s language', () => {
    const renderedText = (language: Language) => written('{startTime}', { language }).text
    assert.equal(renderedText('fr'), 'mardi 1 décembre 2026 à 09:30')
    assert.equal(renderedText('ar'), 'الثلاثاء، 1 دجنبر 2026 في 09:30')
    assert.equal(renderedText('en'), 'Tuesday, 1 December 2026 at 09:30')
  })

  test('omits a group whose variable is absent, and keeps literal brackets', () => {
    const text = '[Atlas] à 09:30.[ Aussi à {furtherVisits}.]'
    assert.equal(written(text).text, '[Atlas] à 09:30.')
    const furtherVisits = JSON.stringify([
      { withName: 'Dr Benali', startTime: '2026-12-01T11:00:00Z' },
      { withName: 'Dr Alaoui', startTime: '2026-12-01T15:45:00Z' },
    ])
    assert.equal(
      written(text, { values: { ...given, furtherVisits } }).text,
      '[Atlas] à 09:30. Aussi à 11:00 (Dr Benali) et 15:45 (Dr Alaoui).',
    )
  })

  test('puts a non-breaking space before a colon in French', () => {
    assert.equal(
      written('Un empêchement ? « Oui » : ici !').text,
      'Un empêchement\u00a0? «\u00a0Oui\u00a0»\u00a0: ici\u00a0!',
    )
    assert.equal(written('Really ?', { language: 'en' }).text, 'Really ?')
    assert.equal(written('Rappel : demain', { channel: 'SMS' }).text, 'Rappel : demain')
  })

  test('escapes values in HTML', () => {
    const { html, subject } = written('Bonjour {recipientName},\n\nVoici :\n{link}', {
      recipient: '<script>alert("x")</script> & {withName} [x]',
      subject: 'Pour {recipientName}',
    })
    assert.equal(subject, 'Pour <script>alert("x")</script> & {withName} [x]')
    assert.ok(html.includes('Bonjour &lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt; &amp; {withName} [x],'), html)
    assert.ok(html.includes('<a href="https://medina.example/?a=1&amp;b=2" dir="ltr"'), html)
    assert.ok(html.includes('<bdi>Clinique &lt;Atlas&gt;</bdi>'))
    assert.doesNotMatch(html, /<script|<img|src=|url\(/)
  })

  test('is written from right to left in Arabic', () => {
    assert.match(written('مرحبا', { language: 'ar' }).html, /<html lang="ar" dir="rtl"/)
    assert.match(written('Bonjour').html, /<html lang="fr" dir="ltr"/)
  })

  test('isolates names of the other writing direction, except in SMS', () => {
    const arabic = 'د. نادية الشرايبي'
    assert.equal(written('Avec {recipientName}.', { recipient: arabic }).text, `Avec \u2068${arabic}\u2069.`)
    assert.equal(
      written('مع {withName}.', { language: 'ar', channel: 'WHATSAPP' }).text,
      'مع \u2068Dr Nadia Chraïbi\u2069.',
    )
    assert.equal(written('مع {withName}.', { language: 'ar', channel: 'SMS' }).text, 'مع Dr Nadia Chraïbi.')
    assert.equal(written('Avec {withName}.').text, 'Avec Dr Nadia Chraïbi.')
  })

  test('neutralises line breaks and direction marks in names', () => {
    const recipient = 'Eve\r\nBcc: all@example.ma\u2028x\0\u202egnp.exe\u2066\ud800'
    for (const channel of ['EMAIL', 'SMS', 'WHATSAPP'] as const) {
      const { text, subject, parameters } = written('Pour {recipientName}.', {
        channel,
        recipient,
        subject: 'Pour {recipientName}',
      })
      const inert = 'Eve Bcc: all@example.ma x gnp.exe\ufffd'
      assert.equal(text, `Pour ${inert}.`)
      assert.equal(subject, channel === 'EMAIL' ? `Pour ${inert}` : '')
      assert.deepEqual(parameters, channel === 'EMAIL' ? [] : [inert])
    }
  })

  test('passes provider parameters in the order of the text, with a dash for absent values', () => {
    const text = 'Le {startTime} avec {withName}[, puis {furtherVisits}]. {withName} : {link}'
    assert.deepEqual(written(text, { channel: 'WHATSAPP' }).parameters, [
      'mardi 1 décembre 2026 à 09:30',
      'Dr Nadia Chraïbi',
      '-',
      'https://medina.example/?a=1&b=2',
    ])
  })

  test('converts SMS to the GSM alphabet where removing accents suffices', () => {
    const renderedText = (recipient: string) =>
      written('Prête, {recipientName} : “où”…', { channel: 'SMS', recipient }).text
    assert.equal(renderedText('François Lô'), 'Prete, Francois Lo : "où"...')
    assert.equal(renderedText('ليلى'), 'Prête, ليلى : “où”…')
  })
})
