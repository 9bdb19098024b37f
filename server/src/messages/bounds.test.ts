import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type Channel, channels, languages, properties } from '../lib/channels.ts'
import { isTooLong, lengthFaults } from './bounds.ts'
import { catalog, type Declaration } from './catalog.ts'
import { platformText } from './texts/index.ts'

const declaration: Declaration = {
  purpose: 'SERVICE',
  variables: { a: 'text', lots: 'count' },
  optional: { at: 'time' },
}
const faults = (channel: Channel, text: string, subject = '') =>
  lengthFaults(channel, { subject, text }, declaration).map(({ path, message }) => `${path} ${message}`)

describe('the length of a text', () => {
  test('is refused if the text may become too long, naming the longest variable', () => {
    assert.deepEqual(faults('SMS', `${'x'.repeat(596)}{a}{a}`), [])
    assert.deepEqual(faults('SMS', `${'x'.repeat(597)}{a}{a}`), [
      'text may reach 1001 characters when filled, but SMS allows 1000: {a} is used 2 times, with up to 202 characters each',
    ])
    assert.deepEqual(faults('SMS', '{a}'.repeat(150)), [
      'text may reach 30300 characters when filled, but SMS allows 1000: {a} is used 150 times, with up to 202 characters each',
    ])
    assert.match(faults('WHATSAPP', '{recipientName}'.repeat(21))[0]!, /4242 characters.*\{recipientName\}/)
    assert.match(faults('EMAIL', 'x', '{lots} {a} {a} {a} {a} {a}')[0]!, /^subject .* EMAIL allows 998: \{a\}/)
  })

  test('is measured with all optional groups and the longest plural forms', () => {
    const long = `{lots, plural, one {${'x'.repeat(500)}} other {#}}`
    assert.deepEqual(faults('SMS', `${long}[${'x'.repeat(438)}{at}]`), [])
    assert.match(faults('SMS', `${long}[${'x'.repeat(439)}{at}]`)[0]!, /1001 characters.*\{at\}/)
    assert.match(faults('SMS', `{lots, plural, one {x} other {${'#'.repeat(100)}}}`)[0]!, /1100 characters.*\{lots\}/)
  })

  test('is within the limits for every platform text with any values', () => {
    for (const [code, declaration] of Object.entries<Declaration>(catalog))
      for (const channel of channels)
        for (const language of languages) {
          const text = platformText(code as keyof typeof catalog, channel, language)
          assert.deepEqual(lengthFaults(channel, text, declaration), [], `${code} ${channel} ${language}`)
        }
  })
})

test('a message above the limit of its channel is too long', () => {
  const rest = { html: '', parameters: [] }
  for (const channel of channels) {
    const text = 'x'.repeat(properties[channel].longestFilled)
    assert.ok(!isTooLong(channel, { subject: 's'.repeat(998), text, ...rest }))
    assert.ok(isTooLong(channel, { subject: '', text: `${text}x`, ...rest }))
  }
  assert.ok(isTooLong('EMAIL', { subject: 's'.repeat(999), text: '', ...rest }))
})
