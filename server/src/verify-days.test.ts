import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { test } from 'node:test'
import { book, newClinic } from '../testing/factories.ts'
import { startPlatform } from '../testing/harness.ts'
import { testMasterKeys } from '../testing/roles.ts'
import { createPlace, everyDay, open } from '../testing/scheduling.ts'

const platform = await startPlatform()
const { owner } = platform
const { admin, doctor, patient } = await newClinic(platform)
await open(platform, admin, doctor, everyDay(await createPlace(platform, admin)))
await book(platform, admin, doctor, patient)

type Ended = { code: number; out: string; err: string }

const command = (...args: string[]): Promise<Ended> =>
  new Promise((done) => {
    const env = {
      PATH: process.env.PATH!,
      DATABASE_URL: platform.ownerUrl,
      MASTER_KEY: testMasterKeys[0]!.toString('base64'),
    }
    execFile(process.execPath, [resolve(import.meta.dirname, 'verify-days.ts'), ...args], { env }, (error, out, err) =>
      done({ code: error ? Number(error.code ?? -1) : 0, out, err }),
    )
  })
const digest = async () =>
  (await owner.query('select md5(string_agg(days::text, chr(10) order by days::text)) as digest from days')).rows[0]
    .digest

test('days that agree with hours, absences and visits exit with 0', async () => {
  const ended = await command()
  assert.equal(ended.code, 0, ended.out + ended.err)
  assert.match(ended.out, /^The days of \d+ professionals are right\.$/m)
})

test('a wrong and a missing day are named, and corrected with --repair', async () => {
  const { rows } = await owner.query<{ day: string }>(
    `select day::text from days where doctor_id = $1 and day > app_now() + interval '3 days' order by day`,
    [doctor.id],
  )
  const [wrong, missing] = [rows[0]!.day, rows.at(-1)!.day]
  const before = await digest()
  await owner.query(`update days set free = '{}', longest = 0 where doctor_id = $1 and day = $2`, [doctor.id, wrong])
  await owner.query('delete from days where doctor_id = $1 and day = $2', [doctor.id, missing])
  const broken = await digest()
  const found = await command()
  assert.equal(found.code, 1, found.out + found.err)
  for (const day of [wrong, missing])
    assert.match(found.out, new RegExp(`^WRONG \\w+ ${doctor.id} plc_\\w+ ${day} VIDEO$`, 'm'))
  assert.match(found.out, /^2 days were wrong\.$/m)
  assert.equal(await digest(), broken, 'without --repair nothing changes')
  assert.equal((await command('--repair')).code, 1)
  assert.equal(await digest(), before)
  assert.equal((await command()).code, 0)
})

test('a wrong argument gets the usage', async () => {
  const { code, err } = await command('--fix')
  assert.deepEqual([code, err.trim()], [2, 'npm run verify-days -- [--repair]'])
})
