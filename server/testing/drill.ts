import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { book, type Person } from './factories.ts'
import { asOwner, type Platform } from './harness.ts'
import { consult, prescribe } from './practice.ts'

/**
 * The row count and a digest of each table, computed differently from `backup/inventory.ts`.
 * @param url of a role that bypasses row-level security
 */
export const contentsOf = (url: string): Promise<Record<string, string>> =>
  asOwner(url, async (client) => {
    await client.query(`set timezone = 'UTC'; set row_security = off`)
    const { rows } = await client.query<{ name: string }>(`
      select format('%I.%I', schemaname, tablename) as name
      from pg_tables
      where schemaname in ('public', 'graphile_worker')
      order by 1`)
    const found: Record<string, string> = {}
    for (const { name } of rows) {
      const { rows: lines } = await client.query<{ line: string }>(`select to_jsonb(t)::text as line from ${name} t`)
      const digest = createHash('sha256')
        .update(
          lines
            .map(({ line }) => line)
            .sort()
            .join('\n'),
        )
        .digest('hex')
      found[name] = `${lines.length} ${digest}`
    }
    return found
  })

export const emptyTables = (contents: Record<string, string>): string[] =>
  Object.keys(contents).filter((name) => contents[name]!.startsWith('0 '))

let hours = 5000

/** Books appointments until `stop`. `booked` has the ids of the acknowledged ones. */
export function keepBooking(platform: Platform, doctor: Person, patient: Person) {
  const booked: string[] = []
  let running = true
  const done = (async () => {
    while (running) booked.push((await book(platform, doctor, doctor, patient, hours++)).id)
  })()
  return {
    booked,
    async stop() {
      running = false
      await done
    },
  }
}

/** Creates a signed prescription and its document. `assertUnchanged` verifies both after a restore. */
export async function createPrescriptionAndDocument(platform: Platform, doctor: Person, patient: Person) {
  const { id } = await prescribe(platform, doctor, patient, await consult(platform, doctor, patient))
  const signed = await platform.call('POST', `/api/prescriptions/${id}/sign`, { token: doctor.token })
  assert.equal(signed.status, 200, signed.text)
  const body = { templateId: 'prescription', data: { prescriptionId: id } }
  const made = await platform.call('POST', '/api/pdf/generate', { token: doctor.token, body })
  assert.equal(made.status, 200, made.text)
  const before = await readBack(platform)
  return { assertUnchanged: async (restored: Platform) => assert.deepEqual(await readBack(restored), before) }

  async function readBack({ call, config }: Platform) {
    const signature = await call('GET', `/api/prescriptions/${id}/signature`, { token: patient.token })
    const { valid, value } = signature.body.signature
    assert.equal(valid, true, signature.text)
    const address = await call('POST', '/api/pdf/generate', { token: doctor.token, body })
    assert.equal(address.body.documentId, made.body.documentId, address.text)
    const url = address.body.url.replace(config.publicUrl, `http://127.0.0.1:${config.port}`)
    const file = Buffer.from(await (await fetch(url)).arrayBuffer())
    assert.equal(file.subarray(0, 5).toString(), '%PDF-')
    return { value, file: createHash('sha256').update(file).digest('hex') }
  }
}
