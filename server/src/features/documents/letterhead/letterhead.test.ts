import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import type { Person } from '../../../../testing/factories.ts'
import { pathsOf, startPlatform } from '../../../../testing/harness.ts'
import { newPractice } from '../../../../testing/practice.ts'
import type { FullContext } from '../../../http/services.ts'
import { letterheadOf } from './actions.ts'

const platform = await startPlatform()
const { call, services } = platform
const practice = await newPractice(platform)
const { tenantId, admin, doctor, patient, pharmacist } = practice

const read = async (caller: Person) => (await call('GET', '/api/letterhead', { token: caller.token })).body.letterhead
const set = (caller: Person, body: object) => call('PUT', '/api/letterhead', { token: caller.token, body })

const logoSvg = readFileSync(join(import.meta.dirname, 'logos-testing/figma.svg'), 'utf8')
const full = {
  name: 'Cabinet du Parc',
  nameAr: 'عيادة المنتزه',
  address: '3, rue du Parc\nRésidence "Les Palmiers" <2>\n20000 Casablanca',
  addressAr: '3 زنقة المنتزه\n20000 الدار البيضاء',
  city: 'Casablanca',
  cityAr: 'الدار البيضاء',
  phone: '+212522000000',
  email: 'contact@parc.example',
  identifiers: [
    { label: 'ICE', value: '000000000000000' },
    { label: 'IF', value: '00000000' },
  ],
  color: '#7a1f3d',
  logoSvg,
}
const bare = {
  nameAr: null,
  address: null,
  addressAr: null,
  city: null,
  cityAr: null,
  phone: null,
  email: null,
  identifiers: [],
  color: '#0b6b63',
  logoSvg: null,
}

describe('a letterhead', () => {
  test('is the organisation’s name until one is set; a change keeps absent fields and clears null ones', async () => {
    assert.deepEqual(await read(doctor), { ...bare, name: tenantId, updatedAt: null })
    const written = await set(admin, { ...full, phone: '05 22 00 00 00', color: '#7A1F3D', name: ' Cabinet du Parc ' })
    assert.equal(written.status, 200, written.text)
    const { updatedAt, ...letterhead } = written.body.letterhead
    assert.deepEqual(letterhead, full)
    for (const caller of [admin, doctor, pharmacist, patient])
      assert.deepEqual(await read(caller), { ...full, updatedAt })
    assert.equal((await set(admin, { name: 'Parc', logoSvg: null })).status, 200)
    const changed = { ...full, name: 'Parc', logoSvg: null, updatedAt: null }
    assert.deepEqual({ ...(await read(patient)), updatedAt: null }, changed)
    await Promise.all([set(admin, { city: 'Rabat' }), set(admin, { phone: null }), set(admin, { cityAr: null })])
    const merged = { ...changed, city: 'Rabat', phone: null, cityAr: null }
    assert.deepEqual({ ...(await read(patient)), updatedAt: null }, merged)
    const seen = await read(admin)
    const earlier = async () =>
      (await platform.owner.query('select from earlier_letterheads where tenant_id = $1', [tenantId])).rowCount
    const before = await earlier()
    assert.equal((await set(admin, seen)).status, 200, 'accepts its own output')
    assert.equal(await earlier(), before, 'keeps no earlier letterhead without a change')
    assert.deepEqual({ ...(await read(admin)), updatedAt: null }, { ...seen, updatedAt: null })
  })

  test('can be set by administrators for their organisation, and is audited', async () => {
    const other = await newPractice(platform)
    await set(admin, full)
    for (const caller of [doctor, patient, pharmacist]) assert.equal((await set(caller, full)).status, 403)
    assert.deepEqual(await read(other.admin), { ...bare, name: other.tenantId, updatedAt: null })
    await set(other.admin, { name: 'Another' })
    assert.equal((await read(admin)).name, full.name)
    const { rows } = await platform.owner.query(
      `select distinct user_id, outcome from audit_log where operation = 'updateLetterhead' and subject_id = $1`,
      [tenantId],
    )
    assert.deepEqual(rows, [{ user_id: admin.id, outcome: 'OK' }])
  })

  test('is available to documents', async () => {
    const letterheadIn = (tenant: string) =>
      services.database.inTransaction(
        tenant,
        (db) => letterheadOf({ ...services, db, trail: { tenantId: tenant } } as FullContext), // the fields in use
      )
    await set(admin, full)
    assert.deepEqual(await letterheadIn(tenantId), full)
    const other = await newPractice(platform)
    assert.deepEqual(await letterheadIn(other.tenantId), { ...bare, name: other.tenantId })
  })

  test('reports each invalid field', async () => {
    await set(admin, full)
    const nine = Array.from({ length: 9 }, () => ({ label: 'ICE', value: '1' }))
    for (const [field, path, values] of [
      ['name', 'name', ['', ' ', 'a\nb', 'x'.repeat(101), null, 'Dr \u202eilaneB']],
      ['nameAr', 'nameAr', ['', 'x'.repeat(101)]],
      ['address', 'address', ['', '\n', 'a\n\nb', 'a\nb\nc\nd\ne', 'a\tb', 'x'.repeat(401), '\u2067a']],
      ['addressAr', 'addressAr', ['a\u2028b', ' ']],
      ['city', 'city', ['x'.repeat(61)]],
      ['phone', 'phone', ['12', '+212 522']],
      ['email', 'email', ['nobody', 'a@b']],
      ['identifiers', 'identifiers', [nine, {}, 'ICE']],
      ['identifiers', 'identifiers.0.label', [[{ label: 'x'.repeat(21), value: '1' }], [{ label: '', value: '1' }]]],
      ['identifiers', 'identifiers.0.value', [[{ label: 'ICE' }], [{ label: 'ICE', value: 'x'.repeat(41) }]]],
      ['color', 'color', ['red', '#123', '#1234567', 'url(#a)', '#ffffff', '#787878']],
      ['logoSvg', 'logoSvg', ['', 'logo', '<svg/>', 'x'.repeat(32_769), '\0', '\ud800']],
    ] as const)
      for (const value of values) {
        const refused = await set(admin, { ...full, [field]: value })
        assert.equal(refused.status, 422, `${field} ${JSON.stringify(value)}`)
        assert.deepEqual(pathsOf(refused), [path], JSON.stringify(value))
      }
    assert.equal((await read(admin)).name, full.name, 'nothing was stored')
  })

  test('needs a colour with enough contrast to white, and reports the contrast', async () => {
    for (const color of ['#767676', '#000000', '#0000ff', '#ff0000'.replace('ff', 'ea')])
      assert.equal((await set(admin, { name: 'N', color })).status, 200, color)
    for (const [color, ratio] of [
      ['#777777', '4.47'],
      ['#ffffff', '1.00'],
      ['#ff0000', '3.99'],
    ]) {
      const { body } = await set(admin, { name: 'N', color })
      assert.match(body.error.details[0].message, new RegExp(`contrast to white of 4.5:1, not ${ratio}:1`))
    }
  })

  test('reports what a logo must not contain, and the remedy', async () => {
    const logo = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1" onload="alert(1)"/>'
    assert.deepEqual((await set(admin, { ...full, logoSvg: logo })).body.error.details, [
      {
        path: ['logoSvg'],
        message:
          'has the attribute "onload" at svg, which logos must not have: save it as plain SVG, with text and effects as paths and nothing embedded',
      },
    ])
  })
})
