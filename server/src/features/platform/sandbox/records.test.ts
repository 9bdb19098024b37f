import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startPlatform } from '../../../../testing/harness.ts'

const { call, owner, tokenOf } = await startPlatform()
const get = async (person: string, path: string) => {
  const answer = await call('GET', path, { token: await tokenOf(`sandbox-${person}`) })
  assert.equal(answer.status, 200, answer.text)
  return answer.body
}
const put = async (person: string, path: string, body: object) =>
  call('PUT', path, { token: await tokenOf(`sandbox-${person}`), body })

test('both organisations have a valid letterhead in both languages, with a logo', async () => {
  for (const [prefix, name, nameAr] of [
    ['', 'Clinique Atlas', 'مصحة الأطلس'],
    ['b-', 'Cabinet Rif', 'عيادة الريف'],
  ]) {
    const { letterhead } = await get(`${prefix}patient`, '/api/letterhead')
    assert.deepEqual([letterhead.name, letterhead.nameAr], [name, nameAr])
    assert.ok(Object.values(letterhead).every((said) => said !== null))
    const again = await put(`${prefix}admin`, '/api/letterhead', letterhead)
    assert.equal(again.status, 200, again.text)
  }
})

test('the identity papers of the fixed patients and most others are recorded', async () => {
  for (const prefix of ['', 'b-']) {
    const path = `/api/patients/usr_sandbox_${prefix.replace('-', '_')}patient/identity`
    const { identity } = await get(`${prefix}doctor`, path)
    assert.partialDeepStrictEqual(identity, {
      ...{ birthDate: '1984-05-17', sex: 'M', nationalId: 'ZZ100000', nameAr: 'أمين الفاسي' },
      ...{ insurer: 'CNSS', attested: true },
    })
    const again = await put(`${prefix}admin`, path, identity)
    assert.equal(again.status, 200, again.text)
  }
  const { rows } = await owner.query(
    `select u.name, i.sex, i.national_id
     from users u
     left join patient_identities i on i.tenant_id = u.tenant_id and i.patient_id = u.id
     where u.tenant_id = 'ten_sandbox' and u.role = 'PATIENT'`,
  )
  const known = rows.filter(({ sex }) => sex)
  assert.ok(known.length > 30 && known.length < rows.length)
  assert.equal(new Set(known.map(({ national_id }) => national_id)).size, known.length)
  for (const { name, sex } of known)
    if (/^(Fatima|Aïcha|Ahmed|Hassan)/.test(name)) assert.equal(sex, /^[FA][aï]/.test(name) ? 'F' : 'M', name)
})

test('the fixed doctor and patient have a prescription with a substance of table A', async () => {
  for (const person of ['doctor', 'patient']) {
    const { prescriptions } = await get(person, '/api/prescriptions?pageSize=100')
    const tabled = prescriptions.filter(({ items }: { items: { substanceTable: string | null }[] }) =>
      items.some(({ substanceTable }) => substanceTable === 'A'),
    )
    assert.ok(tabled.length > 0, person)
    const { signature } = await get(person, `/api/prescriptions/${tabled[0].id}/signature`)
    assert.ok(signature.valid && signature.canonical.includes('prescription/v4'))
  }
})

test('a reset restores changed records', async () => {
  const path = '/api/patients/usr_sandbox_patient/identity'
  const before = [await get('admin', '/api/letterhead'), await get('admin', path)]
  await put('admin', '/api/letterhead', { name: 'Changed' })
  await put('admin', path, {})
  const answer = await call('POST', '/api/sandbox/reset', { token: await tokenOf('sandbox-admin') })
  assert.equal(answer.status, 200, answer.text)
  const after = [await get('admin', '/api/letterhead'), await get('admin', path)]
  const saying = (said: object) => JSON.stringify(said).replace(/"updatedAt":"[^"]*"/, '')
  assert.deepEqual(after.map(saying), before.map(saying))
})
