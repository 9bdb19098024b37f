import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startPlatform } from '../../../../testing/harness.ts'

const { call, tokenOf } = await startPlatform()

// biome-ignore lint/suspicious/noExplicitAny: rows of three kinds.
async function listed(path: string, person: string): Promise<any[]> {
  const [resource, query = ''] = path.split('?')
  const { body } = await call('GET', `/api/${resource}?pageSize=100&${query}`, {
    token: await tokenOf(`sandbox-${person}`),
  })
  return body[resource === 'follow-ups' ? 'followUps' : resource!]
}

test('every fixed doctor and patient has reviews and follow-ups', async () => {
  for (const person of ['admin', 'doctor', 'dentist', 'patient', 'b-admin', 'b-doctor', 'b-patient'])
    for (const kind of ['reviews', 'follow-ups'])
      assert.ok((await listed(kind, person)).length >= 1, `${kind} of ${person}`)
})

test('reviews are in French and Arabic and in the past, and ratings are their averages', async () => {
  const reviews = await listed('reviews', 'admin')
  assert.ok(reviews.length > 20, 'more than a page')
  assert.ok(reviews.some(({ comment }) => /\p{Script=Arabic}/u.test(comment ?? '')))
  assert.ok(reviews.some(({ comment }) => /è/.test(comment ?? '')) && reviews.some(({ comment }) => comment === null))
  assert.ok(reviews.every(({ createdAt }) => Date.parse(createdAt) <= Date.now()))
  for (const { id, rating, reviewCount } of await listed('doctors', 'admin')) {
    const own = reviews.filter(({ doctorId }) => doctorId === id).map((review) => review.rating)
    assert.equal(reviewCount, own.length)
    const average = own.reduce((sum, one) => sum + one, 0) / own.length
    if (own.length > 0) assert.equal(rating, Math.round(average * 10) / 10)
  }
})

test('the fixed patient has a visit without a review', async () => {
  const done = await listed('appointments?status=COMPLETED', 'patient')
  const reviewed = (await listed('reviews', 'patient')).map(({ appointmentId }) => appointmentId)
  const open = done.filter(({ id }) => !reviewed.includes(id))
  assert.ok(open.length > 0)
  const answer = await call('POST', `/api/appointments/${open[0].id}/review`, {
    token: await tokenOf('sandbox-patient'),
    body: { rating: 5 },
  })
  assert.equal(answer.status, 201)
})

test('about a third of the patients consent to marketing, including the fixed one', async () => {
  for (const admin of ['admin', 'b-admin']) {
    const all = await listed('patients', admin)
    const consenting = await listed('patients?consent=MARKETING', admin)
    assert.ok(consenting.length > all.length / 5 && consenting.length < all.length / 2)
  }
  const token = await tokenOf('sandbox-patient')
  const { consents } = (await call('GET', '/api/patients/usr_sandbox_patient/consents', { token })).body
  assert.deepEqual(
    consents.map(({ granted, version }: { granted: boolean; version: number }) => [granted, version]),
    [
      [true, 1],
      [true, 1],
      [true, 1],
      [false, 2],
    ],
  )
})

test('follow-ups are in every state, and proposed ones can be accepted', async () => {
  for (const person of ['admin', 'patient']) {
    const states = new Set((await listed('follow-ups', person)).map(({ status }) => status))
    assert.deepEqual([...states].sort(), ['ACCEPTED', 'CANCELLED', 'DECLINED', 'PROPOSED'])
  }
  const all = await listed('follow-ups', 'admin')
  assert.ok(all.some(({ appointmentId }) => appointmentId !== null))
  const [waiting] = await listed('follow-ups?status=PROPOSED', 'patient')
  const answer = await call('POST', `/api/follow-ups/${waiting.id}/accept`, {
    token: await tokenOf('sandbox-patient'),
    body: {},
  })
  assert.equal(answer.status, 200)
})

test('the fixed doctor and dentist have several patients', async () => {
  for (const person of ['doctor', 'dentist', 'b-doctor'])
    assert.ok((await listed('patients', person)).length >= 3, `patients of ${person}`)
})
