import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startPlatform } from '../../../../testing/harness.ts'

const { call, tokenOf } = await startPlatform()

const get = async (path: string, person: string) => {
  const answer = await call('GET', path, { token: await tokenOf(`sandbox-${person}`) })
  assert.equal(answer.status, 200, answer.text)
  return answer.body
}
const lotsOf = async (person: string, query = ''): Promise<{ id: string; pharmacyId: string; quantity: number }[]> =>
  (await get(`/api/stock?pageSize=100&${query}`, person)).lots

test('every pharmacy has a stock, of which only some expires soon', async () => {
  const pharmacies = new Set((await lotsOf('admin')).map(({ pharmacyId }) => pharmacyId))
  assert.equal(pharmacies.size, 4)
  for (const person of ['pharmacy', 'b-pharmacy']) {
    const [week, month, all] = [
      await lotsOf(person, 'expiringWithinDays=7'),
      await lotsOf(person, 'expiringWithinDays=30'),
      await lotsOf(person),
    ]
    assert.ok(week.length > 0 && month.length > week.length && all.length > 2 * month.length)
    assert.ok(all.every(({ quantity }) => quantity > 0))
  }
})

test('the quantity of each lot matches its movements, none in the future', async () => {
  const reasons = new Set<string>()
  for (const { id, quantity } of await lotsOf('pharmacy')) {
    const { movements } = await get(`/api/stock/${id}/movements`, 'pharmacy')
    assert.equal(movements[0].quantity, quantity)
    assert.equal(movements.at(-1).reason, 'RECEIVED')
    for (const { reason, at } of movements) {
      reasons.add(reason)
      assert.ok(Date.parse(at) <= Date.now())
    }
  }
  assert.deepEqual([...reasons].sort(), ['CORRECTION', 'LOST', 'RECEIVED', 'RETURNED', 'SOLD'])
})

test('every organisation offers services, some with future prices', async () => {
  for (const person of ['patient', 'b-doctor', 'starter-admin']) {
    const { services } = await get('/api/services', person)
    assert.ok(services.some(({ active }: { active: boolean }) => !active) && services.length >= 6)
    const statuses = new Set<string>()
    for (const { id, priceMAD } of services) {
      const { prices } = await get(`/api/services/${id}/prices`, person)
      for (const price of prices) {
        statuses.add(price.status)
        assert.equal(price.status === 'TO_COME', Date.parse(price.from) > Date.now())
        if (price.status === 'IN_FORCE') assert.equal(price.priceMAD, priceMAD)
      }
    }
    assert.deepEqual([...statuses].sort(), ['IN_FORCE', 'PAST', 'TO_COME'])
  }
})
