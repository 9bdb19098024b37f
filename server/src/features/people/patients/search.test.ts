import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { givePhone, newPerson, type Person } from '../../../../testing/factories.ts'
import { startPlatform } from '../../../../testing/harness.ts'
import { consult, newPractice } from '../../../../testing/practice.ts'
import { nameSearchOf, wordsOf } from './name-words.ts'

const platform = await startPlatform()
const { call, owner } = platform
const practice = await newPractice(platform)
const { tenantId, admin, doctor } = practice
const desk = await newPerson(platform, tenantId, 'RECEPTIONIST')

async function register(name: string, given: object = {}, caller: Person = desk): Promise<string> {
  const body = { name, birthDate: '1950-01-01', differentPerson: true, ...given }
  const answer = await call('POST', '/api/patients', { token: caller.token, body })
  assert.equal(answer.status, 201, answer.text)
  return answer.body.patient.id
}

const search = (filters: Record<string, string>, caller: Person = desk) =>
  call('GET', `/api/patients?${new URLSearchParams(filters)}`, { token: caller.token })
async function namesOf(filters: Record<string, string>, caller?: Person): Promise<string[]> {
  const { status, body, text } = await search(filters, caller)
  assert.equal(status, 200, text)
  return body.patients.map(({ name }: { name: string }) => name)
}
const found = async (name: string, caller?: Person) => (await namesOf({ name }, caller)).toSorted()

/** The names of all pages, two on each. */
async function inPages(filters: Record<string, string>, caller?: Person): Promise<string[]> {
  const names: string[] = []
  let cursor: string | null = null
  do {
    const { body } = await search({ ...filters, pageSize: '2', ...(cursor && { cursor }) }, caller)
    names.push(...body.patients.map(({ name }: { name: string }) => name))
    cursor = body.pagination.nextCursor
  } while (cursor !== null)
  return names
}

const people = [
  'Amine El Fassi',
  'Amina Elfassi',
  'Zoé Bénali',
  'Mohamed Ben Ali',
  'Mohamed Mohammadi',
  'الحسين بن عليّ',
]
for (const name of people) await register(name)

describe('patients are found', () => {
  test('by the beginning of any word, without case, accents and vowel signs', async () => {
    assert.deepEqual(await found('AMIN'), ['Amina Elfassi', 'Amine El Fassi'])
    assert.deepEqual(await found('zoe'), ['Zoé Bénali'])
    assert.deepEqual(await found('fassi'), ['Amine El Fassi'])
    assert.deepEqual(await found('حسين'), ['الحسين بن عليّ'])
    assert.deepEqual(await found('oe'), [])
  })

  test('whether particles are joined to the next word or not', async () => {
    for (const name of ['elfassi', 'El Fassi', 'el fas']) assert.equal((await found(name)).length, 2, name)
    for (const name of ['benali', 'Ben Ali', 'ben al'])
      assert.deepEqual(await found(name), ['Mohamed Ben Ali', 'Zoé Bénali'], name)
    assert.deepEqual(await found('بنعلي'), ['الحسين بن عليّ'])
    assert.deepEqual(await found('el'), ['Amina Elfassi', 'Amine El Fassi'])
  })

  test('by several words in any order, all of which must match', async () => {
    assert.deepEqual(await found('fassi am'), ['Amine El Fassi'])
    assert.deepEqual(await found('am elf'), ['Amina Elfassi', 'Amine El Fassi'])
    assert.deepEqual(await found('fas am el'), ['Amine El Fassi'])
    assert.deepEqual(await found('amine fassi zoe'), [])
    assert.deepEqual(await found('ali moh'), ['Mohamed Ben Ali'])
    assert.deepEqual(await found('mohamed zoe'), [])
  })

  test('once, although several of their words match', async () => {
    assert.deepEqual(await found('moh'), ['Mohamed Ben Ali', 'Mohamed Mohammadi'])
    assert.deepEqual(await found('mohamed mohammadi'), ['Mohamed Mohammadi'])
    const { body } = await search({ name: 'moh' })
    assert.equal(body.pagination.total, 2)
  })

  test('in the order of the words, page by page', async () => {
    const family = ['Ziad', 'Aya', 'Hind', 'Omar', 'Badr'].map((name) => `${name} Paginated${name}`)
    for (const name of family) await register(name)
    assert.deepEqual(await inPages({ name: 'paginated' }), family.toSorted())
  })

  test('by telephone number, national id and birth date, in any notation', async () => {
    await register('Identified Person', { phone: '06 61 23 45 67', nationalId: 'zz 080 001', birthDate: '1951-07-14' })
    for (const filters of [
      { phone: '+212661234567' },
      { phone: '0661-234567' },
      { nationalId: 'ZZ080001' },
      { nationalId: 'Zz-080-001' },
      { birthDate: '1951-07-14' },
      { birthDate: '1951-07-14', name: 'ident' },
      { birthDate: '1951-07-14', phone: '0661234567', nationalId: 'ZZ080001', name: 'person identified' },
    ])
      assert.deepEqual(await namesOf(filters as Record<string, string>), ['Identified Person'], JSON.stringify(filters))
    assert.deepEqual(await namesOf({ birthDate: '1951-07-14', name: 'amine' }), [])
    assert.deepEqual(await namesOf({ nationalId: 'ZZ080001', birthDate: '1951-07-15' }), [])
    assert.deepEqual(await namesOf({ phone: '+212661234567', consent: 'MARKETING' }), [])
    assert.deepEqual(await namesOf({ phone: '+212661234567', name: 'amine' }), [])
    await register('Namesake', { phone: '06 61 23 45 68', birthDate: '1951-07-15' })
    for (const filter of [{ nationalId: 'ZZ080001' }, { birthDate: '1951-07-14' }])
      assert.deepEqual(await namesOf({ phone: '+212661234568', ...filter }), [], 'the number of another')
  })

  test('by their present name only', async () => {
    const id = await register('Before Renaming')
    const { status } = await call('PUT', `/api/users/${id}`, {
      token: admin.token,
      body: { name: 'Afterwards Renaming' },
    })
    assert.equal(status, 200)
    assert.deepEqual(await found('before'), [])
    assert.deepEqual(await found('after ren'), ['Afterwards Renaming'])
  })

  test('after a merge as one', async () => {
    const id = await register('Twice Registered')
    const otherId = await register('Twice Registred')
    const body = { otherId, reason: 'Registered twice' }
    const merge = await call('POST', `/api/patients/${id}/merge`, { token: admin.token, body })
    assert.ok(merge.status < 300, merge.text)
    assert.equal((await found('twice')).length, 1)
  })
})

describe('a practitioner finds their own patients', () => {
  test('newest first, each once, page by page', async () => {
    const practitioner = await newPerson(platform, tenantId, 'DOCTOR')
    for (const name of ['Treated First', 'Treated Second']) await register(name, {}, practitioner)
    const visitor = await newPerson(platform, tenantId, 'PATIENT')
    await consult(platform, practitioner, visitor)
    await consult(platform, practitioner, visitor)
    await register('Treated Last', {}, practitioner)
    await register('Treated Elsewhere')
    const { body } = await search({}, practitioner)
    const registered: { id: string; name: string }[] = body.patients.filter(({ id }: Person) => id !== visitor.id)
    assert.deepEqual(
      registered.map(({ name }) => name),
      ['Treated Last', 'Treated Second', 'Treated First'],
    )
    assert.deepEqual([body.patients.length, body.pagination.total], [4, 4], 'the visitor once')
    assert.deepEqual(
      await inPages({}, practitioner),
      body.patients.map(({ name }: { name: string }) => name),
    )
    assert.deepEqual(await inPages({ name: 'treated' }, practitioner), [
      'Treated First',
      'Treated Second',
      'Treated Last',
    ])
  })

  test('by national id, birth date and consent', async () => {
    const given = { birthDate: '1952-02-29' }
    const practitioner = await newPerson(platform, tenantId, 'DOCTOR')
    const own = []
    for (const n of [1, 2])
      own.push(await register(`Own Born${n}`, { ...given, nationalId: `OWN00${n}` }, practitioner))
    await register('Foreign Born', { ...given, nationalId: 'FOREIGN' })
    assert.deepEqual(await inPages({ birthDate: '1952-02-29' }, practitioner), ['Own Born2', 'Own Born1'])
    assert.deepEqual(await namesOf({ nationalId: 'OWN001' }, practitioner), ['Own Born1'])
    assert.deepEqual(await namesOf({ nationalId: 'FOREIGN' }, practitioner), [])
    assert.deepEqual(await namesOf({ birthDate: '1952-02-29', name: 'born2' }, practitioner), ['Own Born2'])
    assert.deepEqual(await namesOf({ birthDate: '1952-02-29', name: 'foreign' }, practitioner), [])
    const body = { consents: ['MARKETING'] }
    const answer = await call('PUT', `/api/patients/${own[0]}/consents`, { token: admin.token, body })
    assert.equal(answer.status, 200, answer.text)
    assert.deepEqual(await namesOf({ consent: 'MARKETING' }, practitioner), ['Own Born1'])
    assert.deepEqual(await namesOf({ consent: 'MARKETING', name: 'born' }, practitioner), ['Own Born1'])
  })

  test('by a name that many patients of the organisation have', async () => {
    const practitioner = await newPerson(platform, tenantId, 'DOCTOR')
    const own = ['Ziad Frequent', 'Aya Frequently Frequent', 'Omar Frequentin', 'Omar Frequent']
    for (const name of own) await register(name, {}, practitioner)
    await owner.query(
      `insert into users (tenant_id, id, name, role, email)
       select $1, 'usr_frequent_' || n, 'Frequent Stranger', 'PATIENT', n || '@frequent.example'
       from generate_series(1, 600) n`,
      [tenantId],
    )
    const expected = ['Ziad Frequent', 'Aya Frequently Frequent', 'Omar Frequent', 'Omar Frequentin']
    assert.deepEqual(await inPages({ name: 'frequent' }, practitioner), expected)
    assert.deepEqual(await inPages({ name: 'freq omar' }, practitioner), ['Omar Frequentin', 'Omar Frequent'])
    assert.deepEqual(await found('stranger', practitioner), [])
    assert.equal((await search({ name: 'frequent' }, practitioner)).body.pagination.total, 4)
    assert.deepEqual(await namesOf({ name: 'frequent', consent: 'MARKETING' }, practitioner), [])
  })
})

describe('a search', () => {
  test('shows no patients whom the caller may not see', async () => {
    const treated = await newPerson(platform, tenantId, 'PATIENT')
    const name = async (id: string, name: string) =>
      assert.equal((await call('PUT', `/api/users/${id}`, { token: admin.token, body: { name } })).status, 200)
    await name(treated.id, 'Visible Reachable')
    await consult(platform, doctor, treated)
    const hidden = await newPerson(platform, tenantId, 'PATIENT')
    await name(hidden.id, 'Invisible Reachable')
    assert.deepEqual(await found('reach', doctor), ['Visible Reachable'])
    assert.deepEqual(await found('reach visi', doctor), ['Visible Reachable'])
    assert.deepEqual(await found('invisible', doctor), [])
    assert.deepEqual(await found('reach', hidden), ['Invisible Reachable'])
    assert.deepEqual(await found('visible', hidden), [])
    assert.equal((await found('reach')).length, 2)
    const elsewhere = await newPractice(platform)
    assert.deepEqual(await found('reach', elsewhere.admin), [])
  })

  test('by telephone number is for those who may read it', async () => {
    const { status, body } = await search({ phone: '0661234567' }, doctor)
    assert.equal(status, 403)
    assert.match(body.error.message, /Search by name/)
    const narrow = await newPerson(platform, tenantId, 'RECEPTIONIST', ['patients:read'])
    const refused = await search({ phone: '0661234567' }, narrow)
    assert.equal(refused.status, 403, 'a client that cannot read contact data')
    assert.match(refused.body.error.message, /users:read/)
    assert.equal((await search({ name: 'amine' }, narrow)).status, 200)
    const patient = await newPerson(platform, tenantId, 'PATIENT')
    await givePhone(platform, patient, '+212661234571')
    await register('Someone Else', { phone: '+212661234572' })
    const idsOf = async (phone: string) =>
      (await search({ phone }, patient)).body.patients.map(({ id }: { id: string }) => id)
    assert.deepEqual(await idsOf('+212661234571'), [patient.id])
    assert.deepEqual(await idsOf('+212661234572'), [])
  })

  test('needs a letter or a digit', async () => {
    for (const filters of [{ name: '-' }, { name: "'" }, { nationalId: ' . ' }] as Record<string, string>[])
      assert.equal((await search(filters)).status, 422, JSON.stringify(filters))
  })
})

test('words of a search are folded and joined as those of names are', async () => {
  const names = [
    ...people,
    'Abd El Ilah Ould Sidi',
    'ben',
    'Ait Ben Haddou',
    "M'Barek El-Ouafi",
    'عبد الرحمن بنت بو زيد',
  ]
  for (const name of names) {
    const { rows } = await owner.query(`select string_to_array(person_key($1), ' ') as words`, [name])
    const words: string[] = rows[0].words
    const joined = words.filter((word) => !words.some((other) => other !== word && other.startsWith(word)))
    assert.deepEqual(wordsOf(name), joined, name)
  }
  assert.deepEqual(nameSearchOf('b aaaa ccc dddd'), { word: 'dddd', other: 'aaaa', rest: ['b', 'ccc'] })
  assert.deepEqual(nameSearchOf('moh mohamed'), { word: 'mohamed' })
})
