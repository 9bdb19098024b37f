import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { book, newPerson, type Person } from '../../../../testing/factories.ts'
import { type Answer, startPlatform } from '../../../../testing/harness.ts'
import { newPractice, recordCondition } from '../../../../testing/practice.ts'
import { meet } from '../../care/video/room-testing.ts'
import { prove } from './merging-testing.ts'

/** Guardianships, disputes, codes and confirmed addresses of two merged records. */
const platform = await startPlatform()
const { call, owner } = platform
const { tenantId, admin, doctor } = await newPractice(platform)

const newPatient = () => newPerson(platform, tenantId, 'PATIENT')
const fourPatients = async () =>
  [await newPatient(), await newPatient(), await newPatient(), await newPatient()] as const
const callAs = (method: 'GET' | 'PUT' | 'POST' | 'DELETE', caller: Person, path: string, body?: object) =>
  call(method, `/api/${path}`, { token: caller.token, ...(body && { body }) })
const done = async (answer: Promise<Answer>) => {
  const { status, text, body } = await answer
  assert.ok(status < 300, `${status} ${text}`)
  return body
}
const merge = (survivor: { id: string }, merged: { id: string }, more: object = {}) =>
  callAs('POST', admin, `patients/${survivor.id}/merge`, {
    ...{ otherId: merged.id, reason: 'Registered twice', loginOf: survivor.id },
    ...more,
  })
const preview = async (survivor: { id: string }, merged: { id: string }) =>
  (await done(callAs('GET', admin, `patients/${survivor.id}/merge-preview/${merged.id}`))).preview
const state = async (guardian: { id: string }, dependant: { id: string }, kind = 'CARER'): Promise<string> =>
  (await done(callAs('POST', admin, 'guardianships', { guardianId: guardian.id, dependantId: dependant.id, kind })))
    .guardianship.id
type Guardianship = {
  id: string
  guardian: Person
  dependant: Person
  active: boolean
  verified: boolean
  until: string
}
const guardianshipsOf = async (field: 'guardianId' | 'dependantId', { id }: { id: string }): Promise<Guardianship[]> =>
  (await done(callAs('GET', admin, `guardianships?${field}=${id}`))).guardianships
const activeOf = async (...given: Parameters<typeof guardianshipsOf>) =>
  (await guardianshipsOf(...given)).filter(({ active }) => active)

/** The status of a token is cached for 0.9 s. */
const longerThanTokens = () => new Promise((resolve) => setTimeout(resolve, 1000))

/** A parent who registered a child, with an unverified guardianship. */
async function newParent() {
  const parent = await newPatient()
  const child = { name: 'Yassine Alami', birthDate: '2019-04-02', sex: 'M', kind: 'PARENT' }
  const { guardianship } = await done(callAs('POST', parent, `patients/${parent.id}/dependants`, child))
  return { parent, child: guardianship.dependant as { id: string }, guardianshipId: guardianship.id as string }
}

describe('guardianships after a merge', () => {
  test('end if the dependant confirmed them with a login that ended', async () => {
    const [real, double, attacker] = [await newPatient(), await newPatient(), await newPatient()]
    await owner.query('update users set login_id = null where id = $1', [real.id]) // registered by the front desk
    const id = await state(attacker, double)
    await owner.query('update guardianships set verified_by = $2 where id = $1', [id, double.id]) // by a code
    await done(merge(real, double, { loginOf: null }))
    for (const patient of [real, double])
      assert.equal((await callAs('GET', attacker, `patients/${patient.id}`)).status, 404)
    assert.deepEqual(await activeOf('guardianId', attacker), [])
  })

  test('include those of both records, as guardian and as dependant', async () => {
    const [survivor, merged, guardian, dependant] = await fourPatients()
    const ids = [await state(merged, dependant), await state(guardian, merged)]
    const { merge: result } = await done(merge(survivor, merged))
    assert.deepEqual(result.moved['guardianships.guardian_id'], [ids[0]])
    assert.deepEqual(result.moved['guardianships.dependant_id'], [ids[1]])
    assert.deepEqual(
      (await activeOf('guardianId', survivor)).map(({ dependant }) => dependant.id),
      [dependant.id],
    )
    assert.deepEqual(
      (await activeOf('dependantId', survivor)).map(({ guardian }) => guardian.id),
      [guardian.id],
    )
    assert.equal(
      (await callAs('GET', guardian, `patients/${merged.id}`)).status,
      200,
      'the guardian reads by the old id',
    )
  })

  test('between the two records end, and are kept with the merge', async () => {
    const [survivor, merged] = [await newPatient(), await newPatient()]
    const id = await state(merged, survivor)
    const { merge: result } = await done(merge(survivor, merged))
    assert.deepEqual(await guardianshipsOf('guardianId', survivor), [])
    assert.deepEqual(
      result.replaced[merged.id].guardianships.map((row: { id: string }) => row.id),
      [id],
    )
  })

  test('with the same guardian or dependant become one, and the verified one stays', async () => {
    const [survivor, merged, guardian, dependant] = await fourPatients()
    const survivorGuardianships = [await state(guardian, survivor), await state(survivor, dependant)]
    const mergedGuardianships = [await state(guardian, merged), await state(merged, dependant)]
    await owner.query('update guardianships set verified_at = null, verified_by = null where id = any($1)', [
      [survivorGuardianships[0], mergedGuardianships[1]],
    ])
    await done(merge(survivor, merged))
    const [first, ...others] = await activeOf('dependantId', survivor)
    assert.deepEqual([first!.id, first!.verified, others], [mergedGuardianships[0], true, []])
    const [second, ...more] = await activeOf('guardianId', survivor)
    assert.deepEqual([second!.id, second!.verified, more], [survivorGuardianships[1], true, []])
    assert.equal((await guardianshipsOf('guardianId', survivor)).length, 2, 'the other one is in the history')
  })

  test('end at the majority of the chosen identity', async () => {
    const [guardian, merged, survivor] = [await newPatient(), await newPatient(), await newPatient()]
    await done(callAs('PUT', admin, `patients/${merged.id}/identity`, { birthDate: '2019-04-02' }))
    await done(callAs('PUT', admin, `patients/${survivor.id}/identity`, { birthDate: '1990-04-02' }))
    await state(guardian, merged, 'PARENT')
    await done(merge(survivor, merged, { identityOf: survivor.id }))
    assert.deepEqual(await activeOf('dependantId', survivor), [])
    const [ended] = await guardianshipsOf('dependantId', survivor)
    assert.equal(ended!.until, '2008-04-02T00:00:00.000Z')
  })
})

test('a guardian whose record is merged acts for their dependants without interruption, with their old token', async () => {
  const [survivor, merged, dependant, guardian] = await fourPatients()
  await state(merged, dependant)
  await state(guardian, merged)
  await longerThanTokens()
  for (const [caller, { id }] of [
    [merged, dependant],
    [guardian, merged],
  ] as const)
    assert.equal((await callAs('GET', caller, `patients/${id}`)).status, 200)
  await done(merge(survivor, merged, { loginOf: merged.id })) // the clients of this login continue
  const read = async () => {
    for (const [caller, { id }] of [
      [merged, dependant],
      [guardian, merged],
      [guardian, survivor],
    ] as const)
      assert.equal((await callAs('GET', caller, `patients/${id}`)).status, 200, `${caller.id} reads ${id}`)
  }
  await read()
  await longerThanTokens()
  await read()
})

describe('an unverified guardian', () => {
  test('blocks a merge until the organisation verifies or ends the guardianship', async () => {
    const { parent, child, guardianshipId } = await newParent()
    const existing = await newPatient()
    await book(platform, existing, doctor, existing, 100)
    await recordCondition(platform, doctor, existing)
    for (const [survivor, merged] of [
      [existing, child],
      [child, existing],
    ] as const) {
      const refused = await merge(survivor, merged, { loginOf: undefined })
      assert.equal(refused.status, 409, refused.text)
      assert.deepEqual(refused.body.error.details, { unverifiedGuardianships: [guardianshipId] })
      assert.deepEqual((await preview(survivor, merged)).unverifiedGuardianships, [guardianshipId])
    }
    assert.equal((await callAs('GET', parent, `patients/${existing.id}`)).status, 404)
    await done(callAs('POST', admin, `guardianships/${guardianshipId}/verify`))
    await prove(platform, existing, child)
    await done(merge(existing, child, { loginOf: undefined }))
    assert.equal((await activeOf('dependantId', existing))[0]!.guardian.id, parent.id)
  })

  test('does not block a merge after their guardianship ended', async () => {
    const { parent, child, guardianshipId } = await newParent()
    const existing = await newPatient()
    await done(callAs('DELETE', parent, `guardianships/${guardianshipId}`))
    assert.deepEqual((await preview(existing, child)).unverifiedGuardianships, [])
  })

  test('does not block a merge if they act for both records, or one of the records is theirs', async () => {
    const { parent, child } = await newParent()
    const twice = (
      await done(
        callAs('POST', parent, `patients/${parent.id}/dependants`, {
          ...{ name: 'Yassine Alami', birthDate: '2019-04-02', sex: 'M', kind: 'PARENT' },
        }),
      )
    ).guardianship.dependant as { id: string }
    assert.deepEqual((await preview(child, twice)).unverifiedGuardianships, [])
    await done(merge(child, twice, { loginOf: undefined }))
    assert.equal((await activeOf('guardianId', parent)).length, 1)
    await prove(platform, parent, child)
    await done(merge(parent, child, { loginOf: undefined }))
    assert.deepEqual(await guardianshipsOf('guardianId', parent), [])
  })
})

test('a merge is refused while a guardian is in a consultation for the patient', async () => {
  const [patient, guardian, other, sibling] = await fourPatients()
  const { id: appointmentId } = await book(platform, patient, doctor, patient, 0.1)
  await state(guardian, patient)
  await state(guardian, sibling)
  await longerThanTokens()
  const { host, guest } = await meet(call, doctor, guardian, appointmentId)
  for (const record of [patient, guardian]) {
    const refused = await merge(record, other)
    assert.equal(refused.status, 409, refused.text)
    assert.deepEqual(refused.body.error.details, { appointmentId })
  }
  await done(merge(sibling, other)) // the consultation is not about them
  for (const side of [guest, host]) side.socket.close()
})

describe('disputes about the identity', () => {
  async function newDisputing() {
    const patient = await newPatient()
    await done(callAs('PUT', admin, `patients/${patient.id}/identity`, { birthDate: '1984-05-17' }))
    const given = { birthDate: '1984-05-18', reason: 'My card says 18 May.' }
    const { dispute } = await done(callAs('POST', patient, `patients/${patient.id}/identity/dispute`, given))
    return { patient, disputeId: dispute.id as string }
  }

  test('move with a merge, and can be settled at the survivor', async () => {
    const [survivor, { patient: merged, disputeId }] = [await newPatient(), await newDisputing()]
    assert.deepEqual((await preview(survivor, merged)).openDisputes, [disputeId])
    await done(merge(survivor, merged))
    const { identity } = await done(callAs('GET', survivor, `patients/${survivor.id}/identity`))
    assert.equal(identity.dispute.stated.birthDate, '1984-05-18')
    const body = { attested: 'STATED', document: 'CIN' }
    const { dispute } = await done(callAs('POST', admin, `patients/${merged.id}/identity/dispute/resolve`, body))
    assert.deepEqual([dispute.id, dispute.status], [disputeId, 'RESOLVED'])
  })

  test('of both records block a merge until one is settled', async () => {
    const [one, two] = [await newDisputing(), await newDisputing()]
    const refused = await merge(one.patient, two.patient)
    assert.equal(refused.status, 409, refused.text)
    assert.deepEqual(refused.body.error.details, { openDisputes: [one.disputeId, two.disputeId].toSorted() })
    await done(callAs('DELETE', two.patient, `patients/${two.patient.id}/identity/dispute`))
    await done(merge(one.patient, two.patient))
    const { disputes } = await done(callAs('GET', admin, `patients/${one.patient.id}/identity/disputes`))
    assert.deepEqual(disputes.map(({ status }: { status: string }) => status).toSorted(), ['OPEN', 'WITHDRAWN'])
  })
})

describe('addresses', () => {
  test('that are not confirmed stay unconfirmed at the survivor', async () => {
    const [survivor, merged] = [await newPatient(), await newPatient()]
    const confirm = (id: string, at: string | null) =>
      owner.query('update users set email_confirmed_at = $2 where id = $1', [id, at])
    await confirm(survivor.id, '2026-01-01')
    await confirm(merged.id, null)
    const contact = `insert into contacts (tenant_id, user_id, phone, phone_confirmed_at) values ($1, $2, $3, $4)`
    await owner.query(contact, [tenantId, survivor.id, null, null])
    await owner.query(contact, [tenantId, merged.id, '+212611000001', null])
    await done(merge(survivor, merged, { loginOf: merged.id }))
    const read = async (id: string) =>
      (
        await owner.query(
          `select u.email, u.email_confirmed_at is not null as email_confirmed, c.phone,
             c.phone_confirmed_at is not null as phone_confirmed
           from users u join contacts c on c.user_id = u.id where u.id = $1`,
          [id],
        )
      ).rows[0]
    assert.deepEqual(await read(survivor.id), {
      ...{ email: `${merged.id}@test.example`, email_confirmed: false, phone: '+212611000001', phone_confirmed: false },
    })
    const third = await newPatient()
    await confirm(third.id, '2026-01-01')
    await done(callAs('PUT', admin, `users/${third.id}/contact`, { phone: '+212611000001' }))
    await owner.query(`update contacts set phone_confirmed_at = now() where user_id = $1`, [third.id])
    await done(merge(survivor, third, { loginOf: third.id }))
    assert.deepEqual(await read(survivor.id), {
      ...{ email: `${third.id}@test.example`, email_confirmed: true, phone: '+212611000001', phone_confirmed: true },
    })
  })

  test('have no valid codes from before the merge', async () => {
    const [survivor, merged] = [await newPatient(), await newPatient()]
    const insert = `
      insert into confirmation_codes (tenant_id, user_id, purpose, about, kind, address_key, code_key, expires_at)
      values ($1, $2, $3, $4, 'EMAIL', sha256('a'), sha256('b'), now() + interval '1 day')`
    const other = await newPatient()
    await owner.query(insert, [tenantId, merged.id, 'CLAIM', ''])
    await owner.query(insert, [tenantId, survivor.id, 'CONTACT', ''])
    await owner.query(insert, [tenantId, other.id, 'GUARDIAN', merged.id])
    await owner.query(insert, [tenantId, other.id, 'CONTACT', ''])
    await done(merge(survivor, merged))
    const { rows } = await owner.query('select user_id, purpose from confirmation_codes where tenant_id = $1', [
      tenantId,
    ])
    assert.deepEqual(rows, [{ user_id: other.id, purpose: 'CONTACT' }])
  })
})

test('accesses of an administrator to both records become one after a merge, and stay in force', async () => {
  const [survivor, merged] = [await newPatient(), await newPatient()]
  const open = (id: string) =>
    callAs('POST', admin, `patients/${id}/administrative-access`, { reason: 'A complaint of the patient' })
  await done(open(merged.id))
  await done(open(survivor.id))
  await done(merge(survivor, merged))
  const { relationships } = await done(callAs('GET', survivor, `patients/${survivor.id}/relationships`))
  assert.ok(
    relationships.some(
      (one: { bases: string[]; active: boolean }) => one.active && one.bases.includes('ADMINISTRATION'),
    ),
    JSON.stringify(relationships),
  )
})
