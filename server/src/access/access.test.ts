import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { test } from 'node:test'
import { type RawBuilder, sql } from 'kysely'
import { asOwner, newDatabase } from '../../testing/harness.ts'
import { callerRoles } from '../actor.ts'
import { builder } from '../db/kysely.ts'
import { may, visible } from './check.ts'
import { accessPage } from './page.ts'
import { access, type Relation, type Rule, relations } from './table.ts'

const rules = Object.entries(access).flatMap(([resource, verbs]) =>
  Object.entries(verbs).map(([verb, rule]): [string, Rule] => [`${resource}.${verb}`, rule]),
)

const users = ['usr_a', 'usr_b', 'usr_c', null]
const randomOf = <T>(values: readonly T[]): T => values[Math.floor(Math.random() * values.length)]!

test('a rule decides the same in SQL and in memory, for random records, callers and relations', async () => {
  const wrong: string[] = []
  await asOwner(await newDatabase(), async (owner) => {
    for (const [name, rule] of rules)
      for (const role of [...callerRoles, 'GUARDIAN'] as const) {
        const userId = randomOf(users.slice(0, 3))!
        const dependants = users.filter((id) => id !== null && Math.random() < 0.5) as string[]
        const caller = { role, userId, actsFor: role === 'GUARDIAN' ? [userId, ...dependants] : [userId] }
        const records = Array.from({ length: 40 }, () =>
          Object.fromEntries(relations.map((relation) => [relation, randomOf(users)])),
        )
        const columns = Object.fromEntries(relations.map((relation) => [relation, `record.${relation}`]))
        const condition = visible(rule, caller, columns as Record<Relation, string>)
        const { sql: text, parameters } = sql`
          select (${condition}) is true as visible
          from json_to_recordset(${JSON.stringify(records)}) record (
            ${sql.join(relations.map((relation) => sql`${sql.ref(relation)} text`))}
          )`.compile(builder)
        const { rows } = await owner.query<{ visible: boolean }>(text, [...parameters])
        for (const [at, record] of records.entries())
          if (rows[at]!.visible !== may(rule, caller, record as Record<Relation, string | null>))
            wrong.push(`${name} as ${role}: ${JSON.stringify(record)}`)
      }
  })
  assert.ok(rules.length > 60)
  assert.deepEqual(wrong, [])
})

test('a rule accepts SQL conditions and booleans for relations, and refuses roles without an entry', () => {
  const rule = { PATIENT: ['own', 'shared'], ADMIN: 'tenant' } as const
  const caller = { userId: 'usr_a', actsFor: ['usr_a'] }
  const textOf = (role: 'PATIENT' | 'DOCTOR' | 'ADMIN') => {
    const shared: RawBuilder<boolean> = sql`open`
    return visible(rule, { ...caller, role }, { own: 'r.patient_id', shared }).compile(builder).sql
  }
  assert.equal(textOf('PATIENT'), '("r"."patient_id" = $1 or open)')
  assert.equal(textOf('ADMIN'), 'true')
  assert.equal(textOf('DOCTOR'), 'false')
  assert.equal(may(rule, { ...caller, role: 'PATIENT' }, { own: null, shared: true }), true)
  assert.equal(may(rule, { ...caller, role: 'DOCTOR' }, { own: 'usr_a', shared: true }), false)
})

test('a guardian has the rights of a patient for dependants, and no other relation to their records', () => {
  const guardian = { role: 'GUARDIAN', userId: 'usr_a', actsFor: ['usr_a', 'usr_child'] } as const
  const read = { PATIENT: 'own', DOCTOR: 'author', ADMIN: 'tenant' } as const
  const textOf = (own: string) => visible(read, guardian, { own, author: 'r.doctor_id' }).compile(builder).sql
  assert.equal(textOf('r.patient_id'), '"r"."patient_id" = any($1::text[])')
  for (const own of ['usr_a', 'usr_child']) assert.equal(may(read, guardian, { own, author: null }), true)
  assert.equal(may(read, guardian, { own: 'usr_b', author: 'usr_child' }), false)
  assert.equal(may(read, { ...guardian, role: 'PATIENT' }, { own: 'usr_child', author: null }), false)
  assert.equal(may({ PATIENT: 'audience' }, guardian, { audience: 'usr_child' }), false)
})

test('docs/access.md shows the table', () => {
  const page = readFileSync(resolve(import.meta.dirname, '../../../docs/access.md'), 'utf8')
  assert.equal(page, accessPage(), 'run `npm run access`')
})
