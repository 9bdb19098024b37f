import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { allOperations } from '../src/app.ts'
import type { Operation } from '../src/http/operation.ts'
import { startPlatform } from './harness.ts'
import { pathOf } from './operation-path.ts'
import { samplesOf } from './samples.ts'
import { newWorld } from './world.ts'

/**
 * Replaces each text of every operation's sample by invisible characters, then by a text with direction marks.
 * Refusals must report the field's path.
 */
const platform = await startPlatform()
const samples = await samplesOf(platform, await newWorld(platform))
const operations = allOperations()
  .map(({ operation }) => operation)
  .filter((op) => op.body)

/** Text fields that the samples omit. */
const optionalTexts: Record<string, object> = {
  bookAppointment: { notes: 'N' },
  updateAppointment: { reason: 'R', notes: 'N' },
  issuePrescription: { instructions: 'I' },
  proposeFollowUp: { reason: 'R' },
  createInvoice: { description: 'D' },
  refundInvoice: { reason: 'R' },
  refuseAccessRequest: { reason: 'R' },
  registerWebhook: { description: 'D' },
  moveStock: { note: 'N' },
  createService: { code: 'C' },
  enrolInCampaign: { consentSource: 'S' },
  previewTemplate: { recipientName: 'R' },
  grantAccessRequest: { email: 'a@test.example' },
  disputeIdentity: { nationalId: 'N' },
  updateIdentity: { nationalId: 'N', insuranceNumber: 'N' },
  updateLetterhead: {
    nameAr: 'N',
    addressAr: 'A',
    city: 'C',
    cityAr: 'C',
    phone: '0522000000',
    email: 'a@test.example',
    color: '#000000',
  },
}

/** Texts that may be blank. */
const mayBeBlank = [
  'notes',
  'instructions',
  'comment',
  'password',
  'newPassword',
  'registerWebhook description',
  'updateWebhook description',
]
const mayChangeDirection = ['password', 'newPassword']
/** Texts of the lead form that are cleaned instead of refused. */
const cleaned = ['submitLead name', 'submitLead source']

/** Names of people and organisations, which messages and pages show to others. */
const names = [
  'register name',
  'updateUser name',
  'requestAccess organization',
  'requestAccess contactName',
  'inviteGuest name',
  'submitLead name',
  'updateLetterhead name',
  'updateLetterhead nameAr',
  'previewTemplate recipientName',
]

type Path = (string | number)[]

const textsOf = (value: unknown, path: Path = []): Path[] => {
  if (typeof value === 'string') return [path]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) =>
    textsOf(inner, [...path, Array.isArray(value) ? Number(key) : key]),
  )
}

function withText(value: unknown, [key, ...rest]: Path, text: string): unknown {
  if (key === undefined) return text
  if (Array.isArray(value)) return value.with(Number(key), withText(value[Number(key)], rest, text))
  return { ...(value as object), [key]: withText((value as Record<string, unknown>)[key], rest, text) }
}

async function answersTo(op: Operation, text: string) {
  const answers: { path: Path; status: number; paths: string[]; text: string }[] = []
  const sampled = async () => {
    const { body, ...sample } = await samples[op.name]!()
    return { ...sample, body: { ...body, ...optionalTexts[op.name] } }
  }
  for (const path of textsOf((await sampled()).body)) {
    const { id, caller, body } = await sampled()
    const answer = await platform.call(op.method, pathOf(op, { id }), {
      token: caller?.token,
      body: withText(body, path, text),
    })
    const details: { path: Path }[] = answer.status === 422 ? answer.body.error.details : []
    const paths = details.map((fault) => fault.path.join('.'))
    answers.push({ path, status: answer.status, paths, text: answer.text })
  }
  return answers
}

/** Asserts that an error has the path of the text or of a parent. */
function assertNamed(path: Path, paths: string[]): void {
  const text = path.join('.')
  assert.ok(
    paths.some((given) => given !== '' && `${text}.`.startsWith(`${given}.`)),
    `${text} is not among ${paths}`,
  )
}

const INVISIBLE = ' \u200b\u2060\u00ad\ufeff\u3164\u00a0\u3000\u200d'

describe('refuses invisible text', () => {
  for (const op of operations)
    test(`in ${op.name}`, async () => {
      for (const { path, status, paths, text } of await answersTo(op, INVISIBLE)) {
        if ([String(path.at(-1)), `${op.name} ${path.join('.')}`].some((text) => mayBeBlank.includes(text))) continue
        assert.equal(status, 422, `${path.join('.')}: ${text}`)
        assertNamed(path, paths)
      }
    })
})

describe('refuses marks that change the text direction', () => {
  for (const op of operations)
    test(`in ${op.name}`, async () => {
      for (const { path, status, paths, text } of await answersTo(op, 'Dr \u202eilaneB')) {
        if (mayChangeDirection.includes(String(path.at(-1))) || cleaned.includes(`${op.name} ${path.join('.')}`))
          continue
        assert.equal(status, 422, `${path.join('.')}: ${text}`)
        assertNamed(path, paths)
      }
    })
})

describe('refuses links and line breaks', () => {
  for (const name of names) {
    const [operation, field] = name.split(' ') as [string, string]
    test(`in the ${field} of ${operation}`, async () => {
      const op = operations.find((one) => one.name === operation)!
      for (const text of [
        'Cliquez https://evil.example/x',
        'Gagnez: bit.ly/x',
        'evil.health',
        'www.evil',
        'Amina\nBcc: x',
        'Amina\u2028x',
        'eve@evil.example',
        '192.168.0.1/x',
        'evil。com',
      ]) {
        const answer = (await answersTo(op, text)).find(({ path }) => path.join('.') === field)!
        assert.equal(answer.status, 422, `${text}: ${answer.text}`)
        assertNamed(answer.path, answer.paths)
      }
      for (const text of ['Dr. Amina El-Fassi', 'J.P. N’Diaye', 'S.A.R.L. Atlas n° 2', 'أمينة بوزيد']) {
        const answer = (await answersTo(op, text)).find(({ path }) => path.join('.') === field)!
        assert.ok(!answer.paths.includes(field), `${text}: ${answer.text}`)
      }
    })
  }
})

test('a lead’s name loses direction marks and tabs', async () => {
  const name = '\u202eEve\tX '
  const body = { name, email: 'eve@test.example', source: 'TEST' }
  const { leadId } = (await platform.call('POST', '/api/leads', { body })).body
  const { rows } = await platform.owner.query('select name from leads where id = $1', [leadId])
  assert.deepEqual(rows, [{ name: 'Eve X' }])
})
