import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, test } from 'node:test'
import type { $ZodTypes } from 'zod/v4/core'
import { allOperations } from '../src/app.ts'
import { endpoints } from '../src/endpoints.ts'
import { initialsOf } from '../src/features/documents/documents/verification/initials.ts'
import { logoFault } from '../src/features/documents/letterhead/logo.ts'
import { metadataFault } from '../src/features/messaging/leads/rules.ts'
import { passwordFault } from '../src/features/people/accounts/rules.ts'
import { slugOf } from '../src/features/people/doctors/rules.ts'
import { redirectTarget } from '../src/features/platform/sign-in/rules.ts'
import { urlFault } from '../src/features/platform/webhooks/rules.ts'
import { languageOf } from '../src/http/pages/language.ts'
import { zodMessages } from '../src/http/validate.ts'
import { networkOf } from '../src/lib/address.ts'
import { canonicalJson } from '../src/lib/canonical-json.ts'
import { fold } from '../src/lib/fold.ts'
import { normalized } from '../src/lib/normalized.ts'
import { parsePhone } from '../src/lib/phone.ts'
import { parseSerial } from '../src/lib/serial.ts'
import { cleaned, hasDirectionControls, hasLineBreak, isBlank } from '../src/lib/written.ts'
import { textFaultsOf } from '../src/messages/checks.ts'
import { segmentsOf, toGsmAlphabet } from '../src/messages/gsm.ts'
import { linkFault } from '../src/messages/links.ts'
import { page } from '../src/messages/page.ts'
import { receive as receiveTwilio } from '../src/messages/providers/twilio-callback.ts'
import { receive as receiveWhatsApp } from '../src/messages/providers/whatsapp-callback.ts'
import { faultsOf } from '../src/messages/variables.ts'
import { printable, printableLines } from '../src/pdf/printable.ts'
import { assertProportional, hostileTexts } from './growth.ts'
import { type Place, placesIn } from './request-fields.ts'

/** The largest text, and the largest list or object: above every limit, to test the limits too. */
const LONGEST = 128 * 1024
const MANY = 4096

const requests = [...allOperations().map(({ operation }) => operation), ...endpoints].flatMap(
  ({ name, params, query, body }) =>
    Object.entries({ params, query, body }).flatMap(([part, schema]) =>
      schema ? [{ name: `${part} of ${name}`, schema, places: placesIn(schema) }] : [],
    ),
)
const typeOf = ({ schema }: Place) => (schema as $ZodTypes)._zod.def.type
const nested = (depth: number) => JSON.parse(`${'['.repeat(depth)}${']'.repeat(depth)}`) as unknown
const keyed = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`k${n}`, n]))

/** Keys of this field are free-form. `metadataFault` limits their number and length first. */
const FREE_FORM = 'body of submitLead metadata.(key)'

test('every text of a request has a length limit as its first check', () => {
  const unbounded = requests.flatMap(({ name, places }) =>
    places.flatMap((place) => {
      const { def } = (place.schema as $ZodTypes)._zod
      if (def.type !== 'string') return []
      const first = def.checks?.[0]?._zod.def as { check?: string; abort?: boolean } | undefined
      return first?.check === 'max_length' && first.abort === true ? [] : [`${name} ${place.path}`]
    }),
  )
  assert.deepEqual(unbounded, [FREE_FORM])
})

test('text is normalised only by the linear function', () => {
  const source = resolve(import.meta.dirname, '../src')
  const others = globSync('**/*.ts', { cwd: source, exclude: ['**/*.test.ts'] }).filter((file) =>
    readFileSync(resolve(source, file), 'utf8').includes('.normalize('),
  )
  // The operator's password, names of the seed, passwords of limited length, and single letters.
  const bounded = [
    'db/roles.ts',
    'features/platform/sandbox/people.ts',
    'lib/normalized.ts',
    'lib/passwords.ts',
    'messages/gsm.ts',
  ]
  assert.deepEqual(others.sort(), bounded)
})

describe('validation time is proportional to the size of the request', () => {
  for (const { name, schema, places } of requests) {
    test(`in the ${name}`, () => {
      for (const place of places) {
        const parse = (input: unknown) => schema.safeParse(input, zodMessages)
        const grow = (what: string, largest: number, value: (size: number) => unknown) =>
          assertProportional(
            `${name} ${place.path}: ${what}`,
            { make: (size) => place.inputWith(value(size)), run: parse },
            largest,
          )
        for (const [what, text] of Object.entries(hostileTexts)) grow(what, LONGEST, text)
        if (['array', 'record', 'object', 'unknown'].includes(typeOf(place))) {
          grow('many keys', MANY, keyed)
          grow('one entry many times', MANY, (size) => Array(size).fill('usr_x'))
          grow('many objects', MANY, (size) => Array.from({ length: size }, () => ({})))
          grow('many texts', MANY, (size) => Array.from({ length: size }, (_, n) => `${n}`))
          grow('many levels', 1024, nested)
        }
        grow('a long number', 4096, (size) => Number(`${'9'.repeat(size)}`))
      }
    })
  }
})

/** Functions that parse untrusted text. They may refuse long text. */
const readers: Record<string, (text: string) => unknown> = {
  normalized: (text) => normalized(text, 'NFKC'),
  passwordFault,
  fold,
  slugOf,
  initialsOf,
  parsePhone,
  parseSerial,
  isBlank,
  hasDirectionControls,
  hasLineBreak,
  cleaned,
  urlFault,
  linkFault: (text) => linkFault(text, true),
  redirectTarget: (text) => redirectTarget(text, 'http://localhost'),
  networkOf,
  languageOf: (text) => languageOf({ query: {}, headers: { 'accept-language': text } } as never),
  logoFault,
  metadataFault: (text) => metadataFault({ [text]: text, list: [text] }),
  canonicalJson,
  printable,
  printableLines,
  toGsmAlphabet,
  segmentsOf,
  templateText: (text) => textFaultsOf({ subject: text, text }, { purpose: 'SERVICE', variables: { a: 'count' } }),
  variables: (text) =>
    ['text', 'name', 'time', 'day', 'count', 'link', 'visits'].map((kind) =>
      faultsOf({ purpose: 'SERVICE', variables: { a: kind as 'text' } }, { a: text }),
    ),
  page: (text) => page({ language: 'fr', title: text, text, organization: text, links: [text.slice(0, 200)] }),
}

describe('processing time is proportional to the length of text', () => {
  for (const [name, read] of Object.entries(readers)) {
    test(`in ${name}`, () => {
      const run = (text: string) => {
        try {
          return read(text)
        } catch (error) {
          if (!(error instanceof RangeError)) throw error
          assert.match(
            error.message,
            /^The password exceeds the maximum length\.$|^A text of \d+ characters is too long to be printed\.$/,
          )
        }
      }
      for (const [what, make] of Object.entries(hostileTexts))
        assertProportional(`${name}: ${what}`, { make, run }, LONGEST)
    })
  }
})

describe('processing time is proportional to the size of structures', () => {
  test('in canonical JSON: unsorted keys, entries, levels', () => {
    const backwards = (size: number) => Object.fromEntries(Object.entries(keyed(size)).reverse())
    const lists = (size: number) => Array.from({ length: size }, (_, n) => ({ b: n, a: 'é' }))
    for (const make of [backwards, lists]) assertProportional('canonicalJson', { make, run: canonicalJson }, MANY)
    assertProportional('canonicalJson', { make: (size) => nested(size) as [], run: canonicalJson }, 2048)
  })

  test('in logos: chained gradients, groups, attributes, numbers, and styles', () => {
    const svg = (inner: string, attributes = '') =>
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"${attributes}>${inner}</svg>`
    const each = (size: number, bytes: number, part: (n: number) => string) =>
      Array.from({ length: size / bytes }, (_, n) => part(n)).join('')
    const drawings: Record<string, (size: number) => string> = {
      gradients: (size) =>
        svg(
          `${each(size, 45, (n) => `<linearGradient id="g${n}" href="#g${n + 1}"/>`)}<linearGradient id="g${Math.floor(size / 45)}"/>`,
        ),
      groups: (size) => svg(each(size, 8, () => '<g></g>')),
      attributes: (size) =>
        svg(
          '',
          each(size, 8, (n) => ` a${n}=""`),
        ),
      numbers: (size) => svg(`<path d="${each(size, 4, () => '1e1 ')}"/>`),
      digits: (size) => svg(`<path d="${'1'.repeat(size / 2)}${'.'.repeat(size / 2)}"/>`),
      styles: (size) => svg(`<g style="${each(size, 12, () => 'fill:red;')}"/>`),
      references: (size) => svg(`<g fill="${'url('.repeat(size / 8)}"/>`),
      entities: (size) => svg(each(size, 6, () => '&amp;')),
    }
    for (const [name, make] of Object.entries(drawings)) assertProportional(name, { make, run: logoFault }, 32 * 1024)
  })

  test('in callbacks of providers with invalid signatures', () => {
    const callback = (body: string) => ({ method: 'POST', url: 'http://localhost/', body: Buffer.from(body) })
    const twilio = {
      make: (size: number) => callback(Array.from({ length: size }, (_, n) => `k${n}=${n % 7}&k=${n}`).join('&')),
      run: (call: ReturnType<typeof callback>) =>
        receiveTwilio({ ...call, headers: { 'x-twilio-signature': 'x' } }, { accountSid: 'AC', authToken: 'x' }),
    }
    assertProportional('Twilio', twilio, 64 * 1024)
    const whatsApp = {
      make: (size: number) => callback('[{"a":'.repeat(size)),
      run: (call: ReturnType<typeof callback>) =>
        receiveWhatsApp(
          { ...call, headers: { 'x-hub-signature-256': 'sha256=x' } },
          { phoneNumberId: '1', appSecret: 'x', verifyToken: 'x' },
        ),
    }
    assertProportional('WhatsApp', whatsApp, 64 * 1024)
  })
})
