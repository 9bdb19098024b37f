import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { book, eventsOf, newPerson, type Person } from '../../../../testing/factories.ts'
import { startPlatform } from '../../../../testing/harness.ts'
import { bookCompletedConsultation, consult, newPractice, review } from '../../../../testing/practice.ts'

const platform = await startPlatform()
const { call } = platform
const practice = await newPractice(platform)
const { admin, doctor, dentist, patient, pharmacist } = practice

const post = (caller: Person, appointmentId: string, body: object = { rating: 5 }) =>
  call('POST', `/api/appointments/${appointmentId}/review`, { token: caller.token, body })
const read = (caller: Person, appointmentId: string) =>
  call('GET', `/api/appointments/${appointmentId}/review`, { token: caller.token })
const put = (caller: Person, appointmentId: string, body: object) =>
  call('PUT', `/api/appointments/${appointmentId}`, { token: caller.token, body })
const list = async (caller: Person, query = '') =>
  (await call('GET', `/api/reviews${query}`, { token: caller.token })).body

describe('a review', () => {
  test('returns id and rating, publishes an event, and shows names', async () => {
    const appointmentId = await bookCompletedConsultation(platform, doctor, patient)
    const comment = 'Très à l’écoute · طبيب رائع 🩺'
    const created = await post(patient, appointmentId, { rating: 4, comment })
    assert.equal(created.status, 201)
    const { id } = created.body.review
    assert.match(id, /^rev_[0-9a-f]{32}$/)
    assert.partialDeepStrictEqual(created.body, { review: { id, rating: 4 } })
    assert.deepEqual(await eventsOf(platform, id), [{ event: 'review.created', data: { reviewId: id, rating: 4 } }])
    const { rows } = await platform.owner.query('select audience from events where subject_id = $1', [id])
    assert.deepEqual(rows, [{ audience: [doctor.id, patient.id] }])
    for (const caller of [patient, doctor, admin]) {
      const shown = (await read(caller, appointmentId)).body.review
      assert.ok(shown.doctor.name && shown.patient.name)
      assert.deepEqual(
        { ...shown, doctor: shown.doctor.id, patient: shown.patient.id },
        {
          id,
          appointmentId,
          doctorId: doctor.id,
          patientId: patient.id,
          rating: 4,
          comment,
          createdAt: shown.createdAt,
          doctor: doctor.id,
          patient: patient.id,
        },
      )
    }
  })

  test('can be written only by the patient of the appointment', async () => {
    const appointmentId = await bookCompletedConsultation(platform, doctor, patient)
    const other = await newPerson(platform, practice.tenantId, 'PATIENT')
    const elsewhere = await newPractice(platform)
    for (const caller of [doctor, admin]) assert.equal((await post(caller, appointmentId)).status, 403)
    for (const caller of [other, dentist, pharmacist, elsewhere.patient, elsewhere.admin]) {
      const refused = await post(caller, appointmentId)
      assert.equal(refused.status, 404)
      assert.equal(refused.text, (await post(caller, 'apt_absent')).text)
    }
    assert.equal((await post(patient, appointmentId)).status, 201)
  })

  test('needs a COMPLETED appointment; otherwise the conflict names the status', async () => {
    for (const [steps, state] of [
      [[], { from: 'SCHEDULED', allowed: ['CONFIRMED', 'COMPLETED', 'CANCELLED', 'NO_SHOW'] }],
      [['CONFIRMED'], { from: 'CONFIRMED', allowed: ['IN_PROGRESS', 'COMPLETED', 'CANCELLED', 'NO_SHOW'] }],
      [['CONFIRMED', 'IN_PROGRESS'], { from: 'IN_PROGRESS', allowed: ['COMPLETED', 'NO_SHOW'] }],
      [['CANCELLED'], { from: 'CANCELLED', allowed: [] }],
    ] as const) {
      const id = await consult(platform, doctor, patient)
      for (const status of steps) assert.equal((await put(doctor, id, { status })).status, 200)
      const refused = await post(patient, id)
      assert.equal(refused.status, 409)
      assert.deepEqual(refused.body.error.details, { state: { ...state, to: 'COMPLETED' } })
      assert.equal((await read(patient, id)).status, 404)
    }
  })

  test('is created once by concurrent requests, and the conflicts name its id', async () => {
    const appointmentId = await bookCompletedConsultation(platform, doctor, patient)
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => post(patient, appointmentId, { rating: 1 + (n % 5) })),
    )
    const won = answers.filter(({ status }) => status === 201)
    assert.equal(won.length, 1)
    const { id } = won[0]!.body.review
    for (const lost of answers.filter((answer) => answer !== won[0])) {
      assert.equal(lost.status, 409)
      assert.deepEqual(lost.body.error.details, { review: { id } })
    }
    assert.deepEqual((await read(patient, appointmentId)).body.review.rating, won[0]!.body.review.rating)
    assert.equal((await eventsOf(platform, id)).length, 1)
  })

  test('has an integer rating from 1 to 5 and up to 2000 characters; a blank comment is null', async () => {
    const appointmentId = await bookCompletedConsultation(platform, doctor, patient)
    for (const [body, path] of [
      [{}, ['rating']],
      [{ rating: 0 }, ['rating']],
      [{ rating: 6 }, ['rating']],
      [{ rating: 4.5 }, ['rating']],
      [{ rating: '5' }, ['rating']],
      [{ rating: 5, comment: 'x'.repeat(2001) }, ['comment']],
      [{ rating: 5, comment: 'NUL \0' }, ['comment']],
    ] as const) {
      const refused = await post(patient, appointmentId, body)
      assert.equal(refused.status, 422)
      assert.deepEqual(
        refused.body.error.details.map((fault: { path: string[] }) => fault.path),
        [path],
      )
    }
    assert.equal((await post(patient, appointmentId, { rating: 3, comment: ' \n' })).status, 201)
    assert.equal((await read(patient, appointmentId)).body.review.comment, null)
  })

  test('of a deleted appointment cannot be read, but stays in lists', async () => {
    const appointmentId = await bookCompletedConsultation(platform, doctor, patient)
    const id = await review(platform, patient, appointmentId)
    await call('DELETE', `/api/appointments/${appointmentId}`, { token: admin.token })
    assert.equal((await read(patient, appointmentId)).status, 404)
    assert.equal((await list(patient)).reviews[0].id, id)
  })

  test('cannot be changed by the application’s database role', async () => {
    const { pool } = platform.services.database
    for (const change of ['update reviews set rating = 5', 'delete from reviews'])
      await assert.rejects(pool.query(change), /permission denied/)
  })
})

test('lists show patients and doctors their own reviews and administrators all, newest first', async () => {
  const own = await newPractice(platform)
  const other = await newPerson(platform, own.tenantId, 'PATIENT')
  const written: string[] = []
  for (const [reviewed, caller] of [
    [own.doctor, own.patient],
    [own.dentist, own.patient],
    [own.doctor, other],
  ] as const)
    written.unshift(await review(platform, caller, await bookCompletedConsultation(platform, reviewed, caller)))
  const [third, second, first] = written
  for (const [caller, query, expected] of [
    [own.admin, '', [third, second, first]],
    [own.patient, '', [second, first]],
    [other, '', [third]],
    [own.doctor, '', [third, first]],
    [own.dentist, '', [second]],
    [own.pharmacist, '', []],
    [own.admin, `?doctorId=${own.doctor.id}`, [third, first]],
    [own.admin, `?patientId=${own.patient.id}`, [second, first]],
    [own.patient, `?doctorId=${own.dentist.id}`, [second]],
    [own.doctor, `?doctorId=${own.dentist.id}`, []],
    [own.admin, '?pageSize=1&page=2', [second]],
    [own.admin, `?from=${encodeURIComponent(new Date(Date.now() + 60_000).toISOString())}`, []],
    [practice.admin, `?doctorId=${own.doctor.id}`, []],
  ] as const) {
    const { reviews } = await list(caller, query)
    assert.deepEqual(
      reviews.map(({ id }: { id: string }) => id),
      expected,
      query,
    )
  }
  assert.equal((await list(own.admin, '?pageSize=1')).pagination.total, 3)
})

describe('a doctor’s rating', () => {
  const newDoctor = async (rating = 4.8) => {
    const one = await newPerson(platform, practice.tenantId, 'DOCTOR')
    await keepProfile(one)
    await platform.owner.query('update doctors set rating = $1 where user_id = $2', [rating, one.id])
    return one
  }
  const keepProfile = async (one: Person) => {
    const body = { specialty: 'Cardiologie', city: `Ville ${one.id}` }
    const answer = await call('PUT', `/api/doctors/${one.id}`, { token: admin.token, body })
    assert.equal(answer.status, 200, answer.text)
  }
  const staffEntry = async (one: Person) => {
    const { doctor: entry } = (await call('GET', `/api/doctors/${one.id}`, { token: admin.token })).body
    return [entry.rating, entry.reviewCount]
  }
  const publicRating = async (one: Person) => {
    const { doctors } = (await call('GET', `/api/public/doctors?city=Ville%20${one.id}`)).body
    assert.deepEqual(
      doctors.map(({ id }: { id: string }) => id),
      [one.id],
    )
    return doctors[0].rating
  }
  const reviewed = async (one: Person, ...ratings: number[]) => {
    for (const rating of ratings)
      await review(platform, patient, await bookCompletedConsultation(platform, one, patient), rating)
  }

  test('is the initial value until the first review, then the average to one decimal', async () => {
    const one = await newDoctor()
    assert.deepEqual([await publicRating(one), ...(await staffEntry(one))], [4.8, 4.8, 0])
    for (const [rating, average, count] of [
      [3, 3, 1],
      [4, 3.5, 2],
      [4, 3.7, 3],
      [1, 3, 4],
      [5, 3.4, 5],
    ] as const) {
      await reviewed(one, rating)
      assert.deepEqual([await publicRating(one), ...(await staffEntry(one))], [average, average, count])
    }
  })

  test('is exact after twenty concurrent reviews', async () => {
    for (let round = 0; round < 3; round++) {
      const one = await newDoctor()
      const visits = await Promise.all(
        Array.from({ length: 20 }, (_, n) => book(platform, admin, one, patient, 5000 + n)),
      )
      await Promise.all(visits.map(({ id }) => put(admin, id, { status: 'COMPLETED' })))
      const ratings = visits.map((_, n) => 1 + ((n * n + round) % 5))
      const answers = await Promise.all(visits.map(({ id }, n) => post(patient, id, { rating: ratings[n] })))
      assert.ok(answers.every(({ status }) => status === 201))
      const average = ratings.reduce((sum, rating) => sum + rating, 0) / ratings.length
      assert.deepEqual(await staffEntry(one), [Math.round(average * 10) / 10, 20])
      assert.equal(await publicRating(one), Math.round(average * 10) / 10)
    }
  })

  test('is not lost in concurrent changes of the profile', async () => {
    const one = await newDoctor()
    const visits = await Promise.all(
      Array.from({ length: 10 }, () => bookCompletedConsultation(platform, one, patient)),
    )
    const answers = await Promise.all([
      ...visits.map((id) => post(patient, id, { rating: 2 })),
      ...visits.map((_, n) =>
        call('PUT', `/api/doctors/${one.id}`, { token: admin.token, body: { languages: [n % 2 ? 'fr' : 'ar'] } }),
      ),
    ])
    assert.deepEqual([...new Set(answers.map(({ status }) => status))].sort(), [200, 201])
    assert.deepEqual(await staffEntry(one), [2, 10])
  })

  test('includes reviews that were written before the profile was created', async () => {
    const one = await newPerson(platform, practice.tenantId, 'DENTIST')
    await reviewed(one, 5, 4)
    assert.deepEqual(await staffEntry(one), [null, null])
    await keepProfile(one)
    assert.deepEqual([await publicRating(one), ...(await staffEntry(one))], [4.5, 4.5, 2])
  })

  test('is unchanged after a failed review', async () => {
    const one = await newDoctor()
    const appointmentId = await bookCompletedConsultation(platform, one, patient)
    await reviewed(one, 4)
    await post(patient, appointmentId, { rating: 1 })
    await post(patient, appointmentId, { rating: 1 })
    assert.deepEqual(await staffEntry(one), [2.5, 2])
  })
})
