import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { newPerson, newTenant, type Person } from '../../../../testing/factories.ts'
import { asOwner, startPlatform } from '../../../../testing/harness.ts'
import { newId } from '../../../lib/ids.ts'

const platform = await startPlatform()
const { call, owner } = platform
const tenantId = await newTenant(platform)
const admin = await newPerson(platform, tenantId, 'ADMIN')

type Profile = { specialty: string; city: string; languages?: string[]; isTele?: boolean; rating?: number }

/** A verified doctor with a profile, created by an administrator. */
async function newDoctor({ rating, ...profile }: Profile): Promise<Person> {
  const doctor = await newPerson(platform, tenantId, 'DOCTOR')
  const answer = await call('PUT', `/api/doctors/${doctor.id}`, { token: admin.token, body: profile })
  assert.equal(answer.status, 200, answer.text)
  if (rating !== undefined) await owner.query('update doctors set rating = $1 where user_id = $2', [rating, doctor.id])
  return doctor
}
const search = (query: Record<string, string>, headers: Record<string, string> = {}) =>
  call('GET', `/api/public/doctors?${new URLSearchParams({ pageSize: '100', ...query })}`, { headers })
const found = async (query: Record<string, string>): Promise<string[]> => {
  const answer = await search(query)
  assert.equal(answer.status, 200, answer.text)
  return answer.body.doctors.map(({ id }: { id: string }) => id)
}
/** The ids of all pages, read with cursors. */
async function walk(query: Record<string, string>): Promise<string[]> {
  const ids: string[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { status, body, text } = await search(cursor === '' ? query : { ...query, cursor })
    assert.equal(status, 200, text)
    ids.push(...body.doctors.map(({ id }: { id: string }) => id))
    cursor = body.pagination.nextCursor
  }
  return ids
}
/** A city that no other test uses. */
const nowhere = () => `Douar ${newId('req').slice(-8)}`

describe('the public directory', () => {
  test('shows exactly seven fields of the doctors of every organisation', async () => {
    const answer = await search({})
    for (const doctor of answer.body.doctors) {
      assert.deepEqual(Object.keys(doctor), ['id', 'slug', 'name', 'specialty', 'city', 'rating', 'isTele'])
      assert.deepEqual(
        Object.values(doctor).map((value) => typeof value),
        ['string', 'string', 'string', 'string', 'string', 'number', 'boolean'],
      )
    }
    const ids = answer.body.doctors.map(({ id }: { id: string }) => id)
    assert.ok(ids.includes('usr_sandbox_doctor') && ids.includes('usr_sandbox_b_doctor'))
    const { pagination } = answer.body
    assert.equal(pagination.total, ids.length)
    assert.deepEqual(Object.keys(pagination), ['pageSize', 'nextCursor', 'page', 'total', 'totalPages'])
    assert.deepEqual(Object.keys(answer.body), ['doctors', 'pagination'])
    assert.equal(answer.headers.get('x-ratelimit-limit'), '1000000')
  })

  test('finds a city by all its spellings', async () => {
    const specialty = nowhere()
    const inFes = [
      await newDoctor({ specialty, city: 'Fès' }),
      await newDoctor({ specialty, city: 'FEZ' }),
      await newDoctor({ specialty, city: 'فَاس' }),
    ].map(({ id }) => id)
    await newDoctor({ specialty, city: 'Rabat' })
    for (const city of ['fes', 'FÈS', 'Fez', 'fe\u0300s', 'فاس', ' فـاس '])
      assert.deepEqual(new Set(await found({ specialty, city })), new Set(inFes), city)
    assert.equal((await found({ specialty, city: 'الرباط' })).length, 1)
    assert.deepEqual(await found({ specialty, city: 'Tanger' }), [])
  })

  test('finds a specialty in French, Arabic and English, and an unlisted city', async () => {
    const city = `${nowhere()} Aït-Ziane`
    const doctors = [
      await newDoctor({ specialty: 'Cardiologie', city }),
      await newDoctor({ specialty: 'طب القلب', city: city.toUpperCase().replace('-', ' ') }),
    ].map(({ id }) => id)
    for (const specialty of ['cardiologie', 'CARDIOLOGY', 'cardiologue', 'أمراض القلب', 'امراض قلب'])
      assert.deepEqual(new Set(await found({ city: city.replace('ï', 'i'), specialty })), new Set(doctors), specialty)
  })

  test('filters by any of the languages and by video, and ignores empty filters', async () => {
    const city = nowhere()
    const arabic = await newDoctor({ specialty: 'ORL', city, languages: ['ar'], isTele: false })
    const both = await newDoctor({ specialty: 'ORL', city, languages: ['fr', 'zgh'], isTele: true })
    const ids = (...people: Person[]) => new Set(people.map(({ id }) => id))
    const foundBy = async (query: Record<string, string>) => new Set(await found({ city, ...query }))
    assert.deepEqual(await foundBy({ languages: 'ar' }), ids(arabic))
    assert.deepEqual(await foundBy({ languages: 'AR, zgh' }), ids(arabic, both))
    assert.deepEqual(await foundBy({ languages: 'en' }), ids())
    assert.deepEqual(await foundBy({ isTele: 'true' }), ids(both))
    assert.deepEqual(await foundBy({ isTele: 'false' }), ids(arabic))
    assert.deepEqual(await foundBy({ languages: '', isTele: '', specialty: ' ' }), ids(arabic, both))
  })

  test('reports each malformed parameter', async () => {
    for (const [query, field] of [
      ['city=a&city=b', 'city'],
      ['utm_source=x', 'utm_source'],
      ['specialty=a%00b', 'specialty'],
      [`city=${'a'.repeat(101)}`, 'city'],
      ['languages=french', 'languages'],
      ['languages=fr&languages=ar', 'languages'],
      ['isTele=yes', 'isTele'],
      ['isTele=1', 'isTele'],
      ['page=0', 'page'],
      ['pageSize=101', 'pageSize'],
      ['page=1e9', 'page'],
    ] as const) {
      const answer = await call('GET', `/api/public/doctors?${query}`)
      assert.equal(answer.status, 422, query)
      assert.deepEqual(answer.body.error.details[0].path, [field])
    }
  })

  test('treats SQL as text', async () => {
    for (const word of ["'; drop table users; --", "' or 1=1", '%', '_', '\\', '{a,b}', '🩺'])
      assert.deepEqual(await found({ city: word }), [], word)
  })

  test('sorts by rating, then by name without accents, and pages without gaps', async () => {
    const city = nowhere()
    const people = []
    for (const [name, rating] of [
      ['Dr Zineb', 4],
      ['Dr Élias', 4],
      ['Dr Farid', 4],
      ['Dr Wafae', 4.9],
      ['Dr Farid', 4],
    ] as const) {
      const doctor = await newDoctor({ specialty: 'ORL', city, rating })
      await owner.query('update users set name = $1 where id = $2', [name, doctor.id])
      people.push({ id: doctor.id, name })
    }
    const answer = await search({ city })
    assert.deepEqual(
      answer.body.doctors.map(({ name }: { name: string }) => name),
      ['Dr Wafae', 'Dr Élias', 'Dr Farid', 'Dr Farid', 'Dr Zineb'],
    )
    const paged = []
    for (const page of ['1', '2', '3']) paged.push(...(await found({ city, page, pageSize: '2' })))
    assert.deepEqual(paged, await found({ city }))
    assert.deepEqual(await walk({ city, pageSize: '2' }), paged)
    const beyond = await search({ city, page: '4', pageSize: '2' })
    assert.deepEqual(beyond.body, {
      doctors: [],
      pagination: { page: 4, pageSize: 2, total: 5, totalPages: 3, nextCursor: null },
    })
  })

  test('pages through a large city in the same order as through a small one', async () => {
    const city = nowhere()
    await owner.query(
      `insert into public_doctors (tenant_id, id, slug, name, specialty, city, rating, is_tele, languages)
       select $1, 'usr_many_' || n, 'many-' || n, 'Dr ' || (n * 7919) % 1201, 'ORL', $2, (n % 50) / 10.0, n % 2 = 0,
         case when n % 3 = 0 then '{fr,ar}' else '{es}' end::text[]
       from generate_series(1, 1201) n`,
      [tenantId, city],
    )
    const { rows } = await owner.query<{ id: string; is_tele: boolean; languages: string[] }>(
      'select id, is_tele, languages from public_doctors where city = $1 order by rating desc, name_key, id',
      [city],
    )
    const page = (all: { id: string }[]) => all.slice(20, 40).map(({ id }) => id)
    const second = { city, page: '2', pageSize: '20' }
    assert.deepEqual(await found(second), page(rows))
    assert.deepEqual(await found({ ...second, specialty: 'orl' }), page(rows))
    assert.deepEqual(await found({ ...second, isTele: 'true' }), page(rows.filter((row) => row.is_tele)))
    const spanish = rows.filter((row) => row.languages.includes('es'))
    assert.deepEqual(await found({ ...second, languages: 'es' }), page(spanish))
    assert.equal((await search({ ...second, specialty: 'ORL', languages: 'es,fr' })).body.pagination.total, 1201)
    assert.deepEqual(
      await walk({ city, specialty: 'orl', pageSize: '100' }),
      rows.map(({ id }) => id),
    )
    await owner.query(`delete from public_doctors where city = $1`, [city])
  })
})

describe('changes to the directory', () => {
  test('by profile, name, rating, verification or account appear at once with a new ETag', async () => {
    const city = nowhere()
    const doctor = await newDoctor({ specialty: 'ORL', city })
    const seen = new Set<string>()
    let last = await search({ city })
    const changes: [string, unknown][] = [
      [`update users set name = 'Dr Autre' where id = $1`, 'Dr Autre'],
      ['update doctors set rating = 3.5 where user_id = $1', 3.5],
      [`update doctors set specialty = 'Urologie' where user_id = $1`, 'Urologie'],
      ['update users set disabled_at = now() where id = $1', undefined],
      ['update users set disabled_at = null where id = $1', 3.5],
      ['update users set verified_at = null where id = $1', undefined],
      ['update users set verified_at = now() where id = $1', 3.5],
      [`update users set role = 'PATIENT' where id = $1`, undefined],
      [`update users set role = 'DENTIST' where id = $1`, 3.5],
      [`update doctors set city = 'Ailleurs' where user_id = $1`, undefined],
    ]
    for (const [change, shown] of changes) {
      const etag = last.headers.get('etag')!
      const same = await search({ city }, { 'if-none-match': etag })
      assert.equal(same.status, 304)
      await owner.query(change, [doctor.id])
      const next = await search({ city }, { 'if-none-match': etag })
      assert.equal(next.status, 200, change)
      assert.notEqual(next.headers.get('etag'), etag)
      const entry = next.body.doctors[0]
      if (shown === undefined) assert.equal(entry, undefined, change)
      else assert.ok(Object.values(entry).includes(shown), change)
      seen.add(etag)
      last = next
    }
    assert.deepEqual(await found({ city: 'ailleurs', specialty: 'urologue' }), [doctor.id], 'no stale key')
    await owner.query('delete from doctors where user_id = $1', [doctor.id])
    assert.deepEqual(await found({ city: 'ailleurs', specialty: 'urologue' }), [])
  })

  test('leave a doctor unlisted if the profile is changed while the account is disabled', async () => {
    const city = nowhere()
    const doctor = await newDoctor({ specialty: 'ORL', city })
    const changes = [
      'update doctors set rating = rating + 0.1 where user_id = $1',
      'update users set disabled_at = now() where id = $1',
    ] as const
    for (const [first, second] of [changes, changes.toReversed() as [string, string]]) {
      await owner.query('update users set disabled_at = null where id = $1', [doctor.id])
      assert.deepEqual(await found({ city }), [doctor.id])
      await asOwner(platform.ownerUrl, (one) =>
        asOwner(platform.ownerUrl, async (other) => {
          await Promise.all([one.query('begin'), other.query('begin')])
          await one.query(first, [doctor.id])
          const waiting = other.query(second, [doctor.id])
          await new Promise((resolve) => setTimeout(resolve, 50))
          await one.query('commit')
          await waiting
          await other.query('commit')
        }),
      )
      assert.deepEqual(await found({ city }), [], first)
    }
  })

  test('leave a doctor unlisted if the profile is created while the account is disabled', async () => {
    const city = nowhere()
    const doctor = await newPerson(platform, tenantId, 'DOCTOR')
    await asOwner(platform.ownerUrl, (one) =>
      asOwner(platform.ownerUrl, async (other) => {
        await Promise.all([one.query('begin'), other.query('begin')])
        await one.query('update users set disabled_at = now() where id = $1', [doctor.id])
        const waiting = other.query(
          `insert into doctors (tenant_id, user_id, slug, specialty, city) values ($1, $2, $2, 'ORL', $3)`,
          [tenantId, doctor.id, city],
        )
        await new Promise((resolve) => setTimeout(resolve, 50))
        await one.query('commit')
        await waiting
        await other.query('commit')
      }),
    )
    assert.deepEqual(await found({ city }), [])
  })

  test('can be cached for 30 s, for every origin, and the list supports HEAD', async () => {
    const answer = await search({})
    assert.equal(answer.headers.get('cache-control'), 'public, max-age=30')
    assert.equal(answer.headers.get('access-control-allow-origin'), '*')
    assert.equal(answer.headers.get('vary'), null)
    const head = await call('HEAD', '/api/public/doctors?pageSize=100')
    assert.equal(head.status, 200)
    assert.equal(head.text, '')
    assert.equal(head.headers.get('etag'), answer.headers.get('etag'))
    const known = await search({}, { 'if-none-match': `"other", ${answer.headers.get('etag')}` })
    assert.equal(known.status, 304)
    assert.equal(known.text, '')
    for (const name of ['etag', 'cache-control', 'access-control-allow-origin', 'x-request-id', 'x-ratelimit-limit'])
      assert.ok(known.headers.has(name), name)
  })
})
