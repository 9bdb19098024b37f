import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newPerson } from '../../testing/factories.ts'
import type { Answer } from '../../testing/harness.ts'
import { newId } from '../lib/ids.ts'
import { type Path, type QueuedMessage, startQueueTest } from './queue-testing.ts'

/** The messages about access requests on every path, including paths without messages. */
const { admin, call, colleague, follow, nameOf, opened, owner, platform, post, queued, queuedSince, tenantId } =
  await startQueueTest()

const operator = await platform.tokenOf('sandbox-admin')

async function accessRequest() {
  const organization = `Clinique ${newId('acr')}`
  const email = `${organization.slice(-20)}@test.example`
  const body = { organization, contactName: 'Salma Idrissi', email, purpose: 'To try it.' }
  return { id: (await call('POST', '/api/access-requests', { body })).body.requestId as string, organization, email }
}
type Request = Awaited<ReturnType<typeof accessRequest>>

const decided =
  (verb: string, body: object, expect: (request: Request, answer: Answer) => QueuedMessage, granted?: object): Path =>
  async () => {
    const request = await accessRequest()
    const key = newId('req')
    const decide = (verb: string, body: object, headers = {}) =>
      call('POST', `/api/access-requests/${request.id}/${verb}`, { token: operator, body, headers })
    if (granted) await decide('grant', { plan: 'PRO', scopes: ['users:read'], ...granted })
    return {
      act: () => decide(verb, body, { 'idempotency-key': key }),
      expected: (answer) => [expect(request, answer)],
    }
  }

const granted =
  (to?: string) =>
  ({ id, organization, email }: Request, { body: { handoverUrl, expiresAt } }: Answer): QueuedMessage => ({
    to: to ?? email,
    template: 'ACCESS_GRANTED',
    variables: { organization, link: handoverUrl, validUntil: expiresAt },
    about: [id],
  })

const settledOn = `${newId('usr')}@test.example`
const another = `${newId('usr')}@test.example`

const paths: Record<string, Path> = {
  'access is granted: link to the requester': decided('grant', { plan: 'PRO', scopes: ['users:read'] }, granted()),
  'access is granted under another address: link to that address': decided(
    'grant',
    { plan: 'PRO', scopes: ['users:read'], email: settledOn },
    granted(settledOn),
  ),
  'a new link is made: link to the administrator': decided('handover', {}, granted(another), { email: another }),
  'access is refused: message to the requester': decided(
    'refuse',
    { reason: 'Dossier incomplet' },
    ({ id, organization, email }) => ({
      to: email,
      template: 'ACCESS_REFUSED',
      variables: { organization },
      about: [id],
    }),
  ),
}

/** The administrators of an organisation watch each other: a professional whom one of them verified may be an account of theirs. */
const licensed = (act: (key: string) => Promise<Answer>, about: (answer: Answer) => string, name: string) => ({
  act: () => act(newId('req')),
  expected: (answer: Answer): QueuedMessage[] => [
    {
      to: colleague.id,
      template: 'LICENCE_CHECKED_REPORT',
      variables: { administratorName: nameOf(admin), userName: name },
      about: [about(answer)],
    },
  ],
})
paths['an administrator verifies a professional: message to the other administrators'] = async () => {
  const { id } = await newPerson(platform, tenantId, 'PENDING', undefined, 'Dr Nadia Tazi')
  return licensed(
    () => post(admin, `/api/users/${id}/verify`, {}),
    () => id,
    'Dr Nadia Tazi',
  )
}
follow(paths)

test('the other administrators are notified of an invitation only if the professional’s licence was checked', async () => {
  for (const licenceChecked of [true, false]) {
    const before = await queued()
    const body = { email: `${newId('usr')}@test.example`, name: 'Labo Tazi', role: 'LABORATORY', licenceChecked }
    const answer = await post(admin, '/api/invitations', body)
    assert.equal(answer.status, 201, answer.text)
    const reports = (await queuedSince(before)).filter(({ template }) => template === 'LICENCE_CHECKED_REPORT')
    assert.deepEqual(
      reports.map(({ to, variables }) => [to, variables]),
      licenceChecked ? [[colleague.id, { administratorName: nameOf(admin), userName: 'Labo Tazi' }]] : [],
    )
  }
})

test('the link to a secret is stored encrypted and only its message can decrypt it', async () => {
  const { act } = await decided('grant', { plan: 'PRO', scopes: ['users:read'] }, granted())()
  const before = await queued()
  const { handoverUrl } = (await act()).body
  const [row] = await queuedSince(before)
  const { rows } = await owner.query('select m::text as text from messages m where id = $1', [row!.id])
  assert.ok(!rows[0].text.includes(handoverUrl.split('/').at(-1)))
  assert.equal(opened(row!).variables.link, handoverUrl)
  assert.throws(() => opened({ ...row!, about: [newId('acr')] }))
  assert.throws(() => opened({ ...row!, tenant: tenantId }))
})
