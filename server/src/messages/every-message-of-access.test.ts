import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Answer } from '../../testing/harness.ts'
import { newId } from '../lib/ids.ts'
import { type Path, type QueuedMessage, startQueueTest } from './queue-testing.ts'

/** The messages about access requests on every path, including paths without messages. */
const { call, follow, opened, owner, platform, queued, queuedSince, tenantId } = await startQueueTest()

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
follow(paths)

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
