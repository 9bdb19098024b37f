import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { newClinic, newPerson } from '../../../../testing/factories.ts'
import { startPlatform } from '../../../../testing/harness.ts'

const platform = await startPlatform()
const { call, owner } = platform
const put = (caller: { token: string }, id: string, body: object) =>
  call('PUT', `/api/doctors/${id}`, { token: caller.token, body })
const list = (caller: { token: string }, query = '') => call('GET', `/api/doctors${query}`, { token: caller.token })
const profile = { specialty: 'Cardiologie', city: 'Fès' }

describe('the internal directory', () => {
  test('lists the practitioners of the organisation by name, with or without a profile', async () => {
    const { tenantId, admin, doctor, patient } = await newClinic(platform)
    const pharmacist = await newPerson(platform, tenantId, 'PHARMACIST')
    const dentist = await newPerson(platform, tenantId, 'DENTIST')
    await newClinic(platform)
    await owner.query(`update users set name = 'Dr Éva' where id = $1`, [doctor.id])
    await owner.query(`update users set name = 'Dr Farid', verified_at = null where id = $1`, [dentist.id])
    await put(admin, doctor.id, {
      ...profile,
      languages: ['ar', 'fr', 'ar'],
      phone: '05 00 00 00 01',
      licenceNumber: 'CNOM-77',
    })
    const answer = await list(admin)
    assert.equal(answer.status, 200)
    const [first, second, ...rest] = answer.body.doctors
    assert.deepEqual(rest, [])
    assert.ok(Date.parse(first.verifiedAt))
    assert.deepEqual(first, {
      id: doctor.id,
      name: 'Dr Éva',
      email: `${doctor.id}@test.example`,
      ...profile,
      slug: first.slug,
      languages: ['ar', 'fr'],
      isTele: true,
      rating: 0,
      reviewCount: 0,
      licenceNumber: 'CNOM-77',
      phone: '+212500000001',
      verified: true,
      verifiedAt: first.verifiedAt,
    })
    assert.partialDeepStrictEqual(second, {
      id: dentist.id,
      specialty: null,
      city: null,
      slug: null,
      languages: null,
      isTele: null,
      rating: null,
      reviewCount: null,
      licenceNumber: null,
      phone: null,
      verified: false,
      verifiedAt: null,
    })
    assert.equal(answer.body.pagination.total, 2)
    for (const caller of [doctor, pharmacist]) assert.equal((await list(caller)).status, 200)
    const refused = await list(patient)
    assert.equal(refused.status, 403)
    assert.equal((await call('GET', `/api/doctors/${doctor.id}`, { token: patient.token })).status, 403)
    // Colleagues do not see a practitioner before an administrator has verified them.
    for (const caller of [doctor, pharmacist]) {
      assert.equal((await call('GET', `/api/doctors/${dentist.id}`, { token: caller.token })).status, 404)
      assert.deepEqual(
        (await list(caller)).body.doctors.map((one: { id: string }) => one.id),
        [doctor.id],
      )
    }
  })

  test('shows unverified professionals only themselves', async () => {
    const { tenantId, doctor } = await newClinic(platform)
    for (const role of ['DENTIST', 'PHARMACIST'] as const) {
      const stranger = await newPerson(platform, tenantId, role)
      await owner.query('update users set verified_at = null where id = $1', [stranger.id])
      await new Promise((resolve) => setTimeout(resolve, 1000)) // the status of a token is cached for a second
      const read = (id: string) => call('GET', `/api/doctors/${id}`, { token: stranger.token })
      const own = role === 'DENTIST' ? [stranger.id] : []
      const shown = (await list(stranger)).body.doctors.map((one: { id: string }) => one.id)
      assert.deepEqual(shown, own)
      assert.equal((await read(doctor.id)).status, 404)
      assert.equal((await read(stranger.id)).status, role === 'DENTIST' ? 200 : 404)
    }
  })

  test('accepts the filters of the public directory, and verified', async () => {
    const { tenantId, admin, doctor } = await newClinic(platform)
    const other = await newPerson(platform, tenantId, 'DENTIST')
    await owner.query('update users set verified_at = null where id = $1', [other.id])
    await put(admin, doctor.id, { ...profile, languages: ['en'], isTele: false })
    const ids = async (query: string) => (await list(admin, query)).body.doctors.map(({ id }: { id: string }) => id)
    for (const query of [
      '?city=%D9%81%D8%A7%D8%B3',
      '?specialty=cardiology',
      '?languages=en,es',
      '?isTele=false',
      '?verified=true',
    ])
      assert.deepEqual(await ids(query), [doctor.id], query)
    assert.deepEqual(await ids('?verified=false'), [other.id])
    assert.deepEqual(await ids('?city=Rabat'), [])
    assert.equal((await ids('?verified=&city=')).length, 2)
    assert.equal((await list(admin, '?verified=maybe')).status, 422)
  })

  test('omits disabled users, and finds only practitioners of the organisation', async () => {
    const { admin, doctor, patient } = await newClinic(platform)
    const elsewhere = await newClinic(platform)
    for (const id of [elsewhere.doctor.id, patient.id, admin.id, 'usr_absent']) {
      assert.equal((await put(admin, id, profile)).status, 404, id)
      assert.equal((await call('GET', `/api/doctors/${id}`, { token: admin.token })).status, 404, id)
    }
    await owner.query('update users set disabled_at = now() where id = $1', [doctor.id])
    assert.deepEqual((await list(admin)).body.doctors, [])
    assert.equal((await put(admin, doctor.id, profile)).status, 404)
  })
})

describe('a profile', () => {
  test('needs specialty and city when created, and then keeps absent fields', async () => {
    const { admin, doctor } = await newClinic(platform)
    const early = await put(doctor, doctor.id, { isTele: false })
    assert.equal(early.status, 422)
    assert.deepEqual(
      early.body.error.details.map(({ path }: { path: string[] }) => path[0]),
      ['specialty', 'city'],
    )
    const created = await put(admin, doctor.id, profile)
    assert.equal(created.status, 200)
    assert.partialDeepStrictEqual(created.body.doctor, { ...profile, languages: ['fr'], isTele: true, phone: null })
    const { slug } = created.body.doctor
    const changed = await put(admin, doctor.id, { city: '  Tanger ', phone: '0033 1 23 45 67 89', isTele: false })
    assert.partialDeepStrictEqual(changed.body.doctor, {
      specialty: 'Cardiologie',
      city: 'Tanger',
      phone: '+33123456789',
      isTele: false,
      slug,
    })
    assert.equal((await put(doctor, doctor.id, { phone: null })).body.doctor.phone, null)
    assert.deepEqual((await put(doctor, doctor.id, {})).body.doctor, {
      ...changed.body.doctor,
      phone: null,
    })
  })

  test('can be edited by its practitioner and administrators, and verified fields only by administrators', async () => {
    const { tenantId, admin, doctor } = await newClinic(platform)
    const colleague = await newPerson(platform, tenantId, 'DOCTOR')
    await put(admin, doctor.id, { ...profile, licenceNumber: 'CNOM 1/23' })
    assert.equal((await put(colleague, doctor.id, { city: 'Rabat' })).status, 403)
    const refused = await put(doctor, doctor.id, { licenceNumber: 'CNOM-2' })
    assert.equal(refused.status, 403)
    assert.match(refused.body.error.message, /administrator/)
    assert.equal((await put(doctor, doctor.id, { licenceNumber: null })).status, 403)
    for (const specialty of ['Neurochirurgie, Professeur agrégé', 'cardiologie'])
      assert.equal((await put(doctor, doctor.id, { specialty })).status, 403, specialty)
    assert.equal((await put(doctor, doctor.id, { ...profile, licenceNumber: 'CNOM 1/23', city: 'Rabat' })).status, 200)
    assert.equal((await put(admin, doctor.id, { licenceNumber: 'CNOM-2' })).body.doctor.licenceNumber, 'CNOM-2')
    assert.equal((await put(admin, doctor.id, { specialty: 'Urologie' })).body.doctor.specialty, 'Urologie')
    await owner.query('update users set verified_at = null where id = $1', [doctor.id])
    const stated = { specialty: 'Neurochirurgie', licenceNumber: 'CNOM-3' }
    assert.partialDeepStrictEqual((await put(doctor, doctor.id, stated)).body.doctor, stated)
  })

  test('of a verified practitioner can be created only by an administrator, who states the specialty', async () => {
    const { admin, doctor } = await newClinic(platform)
    assert.equal((await put(doctor, doctor.id, profile)).status, 403)
    assert.equal((await put(admin, doctor.id, profile)).status, 200)
  })

  test('reports each invalid field', async () => {
    const { admin, doctor } = await newClinic(platform)
    for (const [body, path] of [
      [{ specialty: '' }, ['specialty']],
      [{ specialty: ' - ' }, ['specialty']],
      [{ city: 'x'.repeat(101) }, ['city']],
      [{ city: null }, ['city']],
      [{ languages: [] }, ['languages']],
      [{ languages: ['fr', 'french'] }, ['languages', 1]],
      [{ languages: 'fr' }, ['languages']],
      [{ isTele: 'true' }, ['isTele']],
      [{ phone: '12' }, ['phone']],
      [{ phone: '' }, ['phone']],
      [{ licenceNumber: '=cmd()' }, ['licenceNumber']],
    ] as const) {
      const answer = await put(admin, doctor.id, { ...profile, ...body })
      assert.equal(answer.status, 422, JSON.stringify(body))
      assert.deepEqual(answer.body.error.details[0].path, path)
    }
  })

  test('gets a slug from its name that is unique in all organisations, even in concurrent calls', async () => {
    const clinics = await Promise.all([newClinic(platform), newClinic(platform), newClinic(platform)])
    const ids = clinics.map(({ doctor }) => doctor.id)
    await owner.query(`update users set name = 'Dr N’Golo Ælfric Même' where id = any($1)`, [ids])
    const answers = await Promise.all(clinics.map(({ admin, doctor }) => put(admin, doctor.id, profile)))
    for (const { status, text } of answers) assert.equal(status, 200, text)
    const slugs = answers.map(({ body }) => body.doctor.slug as string)
    assert.equal(new Set(slugs).size, 3)
    assert.equal(slugs.filter((slug) => slug === 'dr-ngolo-ælfric-meme').length, 1)
    for (const slug of slugs) assert.match(slug, /^dr-ngolo-ælfric-meme(-[0-9a-f]{6})?$/)
  })

  test('is created once by twenty concurrent calls', async () => {
    const { admin, doctor } = await newClinic(platform)
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) => put(admin, doctor.id, { ...profile, city: `Ville ${at}` })),
    )
    for (const { status, text } of answers) assert.equal(status, 200, text)
    const { rows } = await owner.query('select city from doctors where user_id = $1', [doctor.id])
    const shown = await owner.query('select city from public_doctors where id = $1', [doctor.id])
    assert.equal(rows.length, 1)
    assert.deepEqual(shown.rows, rows)
  })
})
