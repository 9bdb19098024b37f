import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { bookInSandbox, startChild, tokenAt } from './child.ts'
import { startDatabaseProxy } from './database-proxy.ts'
import { eventually } from './eventually.ts'
import { asOwner, newFolder } from './harness.ts'
import { startPostgres, withoutPostgres } from './postgres-server.ts'
import { testMasterKeys } from './roles.ts'

/** `npm run rehearse` repeats the failover. */
const FAILOVERS = Number(process.env.FAILOVERS ?? 1)

for (let n = 1; n <= FAILOVERS; n++)
  test(`a killed primary is replaced by its synchronous standby, without losing an acknowledged booking (${n})`, {
    skip: withoutPostgres,
  }, async (t) => {
    const primary = await startPostgres()
    const DATABASE_URL = await primary.newDatabase()
    const standby = await startPostgres({ standbyOf: primary })
    await asOwner(primary.superuser(), async (client) => {
      await client.query(`alter system set synchronous_standby_names = '*'`)
      await client.query('select pg_reload_conf()')
      await eventually(async () => {
        const { rows } = await client.query(`select from pg_stat_replication where sync_state = 'sync'`)
        return rows.length === 1
      }, 'the standby to be synchronous')
    })
    const proxy = await startDatabaseProxy(DATABASE_URL)
    const child = startChild({
      DATABASE_URL: proxy.url,
      MASTER_KEY: testMasterKeys[0]!.toString('base64'),
      DATA_DIR: await newFolder(),
      PORT: String(randomInt(20_000, 32_000)),
      PATIENT_BOOKINGS: 'off',
    })
    t.after(() => child.end('SIGKILL'))
    await child.ready()
    const token = await tokenAt(child.url, 'sandbox-admin')
    const acknowledged: string[] = []
    const statuses = new Map<number, number>()
    let slots = 0
    let isLoading = true
    const load = Array.from({ length: 6 }, async () => {
      while (isLoading) {
        const { status, id } = await bookInSandbox(child, token, Date.UTC(2036, 0, 1) + slots++ * 1_800_000)
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
        if (status === 201) acknowledged.push(id!)
        else await pause(50)
      }
    })
    await eventually(() => acknowledged.length > 100, 'bookings')

    await primary.stop('SIGKILL')
    await pause(500) // until a cluster manager notices
    const before = acknowledged.length
    const { host } = new URL(standby.superuser())
    proxy.forwardTo(`postgres://${host}`)
    await asOwner(standby.superuser(), async (client) => {
      await client.query('select pg_promote()')
      await client.query(`alter system set synchronous_standby_names = ''`)
      await client.query('select pg_reload_conf()')
    })
    const promotedAt = performance.now()
    await eventually(() => acknowledged.length > before, 'a booking on the new primary')
    t.diagnostic(`bookings again ${(performance.now() - promotedAt).toFixed(0)} ms after the promotion`)
    await eventually(() => acknowledged.length > before + 100, 'more bookings')
    isLoading = false
    await Promise.all(load)
    t.diagnostic(`answers: ${JSON.stringify(Object.fromEntries(statuses))}`)
    assert.deepEqual([...statuses.keys()].sort(), [201, 503])
    const { rows } = await asOwner(standby.superuser(new URL(DATABASE_URL).pathname.slice(1)), (client) =>
      client.query<{ id: string }>('select id from appointments'),
    )
    const stored = new Set(rows.map(({ id }) => id))
    assert.deepEqual(
      acknowledged.filter((id) => !stored.has(id)),
      [],
    )
    assert.equal(await child.end('SIGTERM'), 0)
    await standby.stop()
  })
