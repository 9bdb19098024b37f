import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import pg from 'pg'
import { startDatabaseProxy } from '../../../../../testing/database-proxy.ts'
import { eventually } from '../../../../../testing/eventually.ts'
import { startPlatform } from '../../../../../testing/harness.ts'
import { testWorkerUrl } from '../../../../../testing/roles.ts'
import { Database } from '../../../../db/database.ts'
import { ok, startReceiver } from '../receiver-testing.ts'
import { subscriber } from '../subscriber-testing.ts'
import { Deliverer } from './deliverer.ts'
import { enqueue } from './enqueue-testing.ts'

const platform = await startPlatform()
const receiver = await startReceiver()
const { subscribe } = subscriber(platform, receiver)
const endpoints = [await subscribe(), await subscribe()]
await platform.stop() // otherwise its own deliverer would send as well
const owner = new pg.Pool({ connectionString: platform.ownerUrl, max: 2 })
after(() => owner.end())
const { deliveriesOf, settled } = subscriber({ ...platform, owner }, receiver)
const workerUrl = testWorkerUrl(platform.ownerUrl)

async function startDeliverer(url: string): Promise<Deliverer> {
  const { vault, clock, log, config } = platform.services
  const database = new Database({ url, poolSize: 3, laneCount: 1, testClock: true, applicationName: 'deliverer' })
  const deliverer = new Deliverer({
    ...{ database, vault, clock, log },
    allowCidrs: config.webhookAllowCidrs,
    allowHttp: true,
    giveUp: undefined,
  })
  await deliverer.start()
  after(async () => {
    await deliverer.stop()
    await database.close()
  })
  return deliverer
}

for (const [at, failure] of (['frozen', 'closed'] as const).entries()) {
  test(`a stop ends although connections to PostgreSQL are ${failure}, and the next deliverer resends requests in flight`, async () => {
    const endpoint = endpoints[at]!
    const proxy = await startDatabaseProxy(workerUrl)
    const deliverer = await startDeliverer(proxy.url)
    const answers: (() => void)[] = []
    receiver.answer = (response) => answers.push(() => response.end())
    await enqueue({ owner }, [endpoint], { count: 3 })
    await eventually(() => answers.length === 3, 'all to arrive')
    proxy.fail(failure)
    answers[0]!() // its result waits to be recorded; the others are unanswered
    let stopped = false
    deliverer.stop().then(() => {
      stopped = true
    })
    await eventually(() => stopped, 'the stop to end')
    assert.ok((await deliveriesOf(endpoint)).every(({ state }) => state === 'SENDING'))

    receiver.answer = ok
    const next = await startDeliverer(workerUrl)
    await owner.query(`update webhook_deliveries set lease_until = now() where state = 'SENDING'`)
    const rows = await settled(endpoint, 'SUCCEEDED', 3)
    assert.ok(rows.every(({ attempt }) => attempt === 2))
    await next.stop()
  })
}
