import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import { eventually } from '../../../../testing/eventually.ts'
import { book, booking, newPerson, newSession, type Person } from '../../../../testing/factories.ts'
import { startPlatform } from '../../../../testing/harness.ts'
import { newPractice } from '../../../../testing/practice.ts'
import type { Actor } from '../../../actor.ts'
import { runUnaudited } from '../../../http/unit-of-work.ts'
import { newId } from '../../../lib/ids.ts'
import { codeIn } from '../codes/codes-testing.ts'
import { notifyOfEnd } from './actions.ts'

const platform = await startPlatform()
const { call, owner } = platform
const { tenantId, admin, doctor } = await newPractice(platform)
const newPatient = async (name?: string) =>
  newSession(platform, await newPerson(platform, tenantId, 'PATIENT', undefined, name))
const callAs = (method: 'GET' | 'PUT' | 'POST' | 'DELETE', caller: Person, path: string, body?: object) =>
  call(method, `/api/${path}`, { token: caller.token, ...(body && { body }) })

async function confirmPhone(caller: Person): Promise<void> {
  await callAs('POST', caller, `users/${caller.id}/contact/codes`, { address: 'PHONE' })
  const body = { address: 'PHONE', code: await codeIn(platform, caller.id) }
  const answer = await callAs('POST', caller, `users/${caller.id}/contact/confirmations`, body)
  assert.equal(answer.status, 200, answer.text)
}

/** Two parents of a child without addresses. The mother reads Arabic by e-mail, the father French by SMS. */
async function newFamily(phone: string) {
  const [mother, father] = [await newPatient('Salma Alami'), await newPatient('Karim Alami')]
  await callAs('PUT', mother, `users/${mother.id}/contact`, { language: 'ar' })
  await callAs('PUT', father, `users/${father.id}/contact`, { language: 'fr', phone, preferredChannel: 'WHATSAPP' })
  await confirmPhone(father)
  const body = { name: 'Yassine Alami', birthDate: '2019-03-21', sex: 'M', kind: 'PARENT' }
  const { guardianship } = (await callAs('POST', mother, `patients/${mother.id}/dependants`, body)).body
  const child = { ...mother, id: guardianship.dependant.id as string }
  const stated = { guardianId: father.id, dependantId: child.id, kind: 'PARENT' }
  const second = (await callAs('POST', admin, 'guardianships', stated)).body.guardianship
  return { mother, father, child, ids: [guardianship.id as string, second.id as string] }
}

type Sent = { via: string | null; channel: string; recipient: string; subject: string; body: string }
/** The messages to a user that were sent, with their recipients. */
async function sentTo(userId: string, template: string, count: number): Promise<Sent[]> {
  const read = async () => {
    const { rows } = await owner.query<Sent>(
      `select m.via_user_id as via, s.channel, s.recipient, s.subject, s.body
       from messages m
       join sandbox_messages s on s.tenant_id = m.tenant_id and s.message_id = m.id
       where m.recipient_user_id = $1 and m.template_code = $2
       order by s.channel`,
      [userId, template],
    )
    return rows
  }
  await eventually(async () => (await read()).length >= count, `${count} messages ${template}`)
  return read()
}

test('a patient is notified of a guardianship even if the staff has replaced their address', async () => {
  const [guardian, dependant] = [await newPatient('Salma Alami'), await newPatient('Aïcha Alami')]
  const address = `${dependant.id}@test.example`
  await callAs('PUT', admin, `users/${dependant.id}/contact`, { email: `accomplice-${dependant.id}@test.example` })
  const body = { guardianId: guardian.id, dependantId: dependant.id, kind: 'CARER' }
  const stated = await callAs('POST', admin, 'guardianships', body)
  assert.equal(stated.status, 201, stated.text)
  const { id } = stated.body.guardianship
  await sentTo(dependant.id, 'GUARDIANSHIP_BEGAN', 2)
  await owner.query('update guardianships set verified_at = null, verified_by = null where id = $1', [id])
  assert.equal((await callAs('POST', admin, `guardianships/${id}/verify`)).status, 200)
  // The guardian gets it too, because the new address is not confirmed and may belong to the staff.
  const messages = await sentTo(dependant.id, 'GUARDIANSHIP_BEGAN', 4)
  assert.deepEqual(
    messages.map(({ recipient }) => recipient).toSorted(),
    [address, address, `${guardian.id}@test.example`, `${guardian.id}@test.example`].toSorted(),
  )
  assert.equal((await sentTo(guardian.id, 'GUARDIANSHIP_BEGAN', 1)).length, 1)
})

test('the end by age is announced once, and not if it has moved since it was found', async () => {
  const {
    ids: [id],
  } = await newFamily('0612345609')
  const trail = {
    tenantId,
    userId: admin.id,
    clientId: 'test',
    operation: 'test',
    address: null,
    requestId: newId('req'),
  }
  const notify = () => runUnaudited(platform.services, trail, (ctx) => notifyOfEnd(ctx, { tenantId } as Actor, id!))
  assert.equal(await notify(), false, 'the guardianship lasts for years')
  await owner.query(`update guardianships set until = app_now() - interval '1 hour' where id = $1`, [id])
  assert.equal(await notify(), true)
  assert.equal(await notify(), false)
})

test('a message to a dependant without an address goes to each guardian in their language and names the dependant', async () => {
  const { mother, father, child } = await newFamily('0612345601')
  await book(platform, admin, doctor, child, 30)
  const [email, sms, ...others] = await sentTo(child.id, 'APPOINTMENT_CREATED', 2)
  assert.equal(others.length, 0)
  assert.deepEqual([email!.via, email!.channel, email!.recipient], [mother.id, 'EMAIL', `${mother.id}@test.example`])
  assert.match(email!.subject, /^بخصوص .*Yassine Alami/)
  assert.match(email!.body, /^بخصوص .*Yassine Alami/)
  assert.deepEqual([sms!.via, sms!.channel, sms!.recipient], [father.id, 'SMS', '+212612345601'])
  assert.match(sms!.body, /^Pour Yassine Alami/)
  const read = (await callAs('GET', father, 'notifications/messages')).body.messages
  assert.ok(read === undefined || Array.isArray(read))
})

test('a message to a dependant with an address goes only to the dependant', async () => {
  const [guardian, dependant] = [await newPatient(), await newPatient()]
  await callAs('POST', admin, 'guardianships', { guardianId: guardian.id, dependantId: dependant.id, kind: 'CARER' })
  await book(platform, admin, doctor, dependant, 40)
  const [message, ...others] = await sentTo(dependant.id, 'APPOINTMENT_CREATED', 1)
  assert.deepEqual([message!.via, message!.recipient, others.length], [null, `${dependant.id}@test.example`, 0])
})

const stateOf = async (userId: string) => {
  const { rows } = await owner.query<{ via: string | null; status: string; error: string | null }>(
    `select via_user_id as via, status, last_error as error
     from messages
     where recipient_user_id = $1 and template_code = 'APPOINTMENT_CREATED'`,
    [userId],
  )
  return rows
}

test('a message to a dependant with an unconfirmed address goes to the guardian', async () => {
  const [guardian, dependant] = [await newPatient(), await newPatient()]
  await owner.query('update users set email_confirmed_at = null where id = $1', [dependant.id])
  await callAs('PUT', dependant, `users/${dependant.id}/contact`, { phone: '0612345604' })
  await callAs('POST', admin, 'guardianships', { guardianId: guardian.id, dependantId: dependant.id, kind: 'CARER' })
  await book(platform, admin, doctor, dependant, 70)
  const [message, ...others] = await sentTo(dependant.id, 'APPOINTMENT_CREATED', 1)
  assert.deepEqual([message!.via, message!.recipient, others.length], [guardian.id, `${guardian.id}@test.example`, 0])
})

test('a message to a dependant waits until the guardian’s own address is confirmed', async () => {
  const { mother, father, child, ids } = await newFamily('0612345605')
  await callAs('DELETE', father, `guardianships/${ids[1]}`)
  await owner.query('update users set email_confirmed_at = null where id = $1', [mother.id])
  await book(platform, admin, doctor, child, 80)
  const waiting = [{ via: mother.id, status: 'QUEUED', error: 'unconfirmed' }]
  await eventually(async () => isDeepStrictEqual(await stateOf(child.id), waiting), 'the message to wait')
  const contact = `users/${mother.id}/contact`
  await callAs('POST', mother, `${contact}/codes`, { address: 'EMAIL' })
  const body = { address: 'EMAIL', code: await codeIn(platform, mother.id) }
  assert.equal((await callAs('POST', mother, `${contact}/confirmations`, body)).status, 200)
  const [message] = await sentTo(child.id, 'APPOINTMENT_CREATED', 1)
  assert.equal(message!.recipient, `${mother.id}@test.example`)
})

test('several moves of a dependant’s visit give one message to each guardian', async () => {
  const { child } = await newFamily('0612345602')
  const { id } = await book(platform, admin, doctor, child, 50)
  await sentTo(child.id, 'APPOINTMENT_CREATED', 2)
  for (const hours of [51, 52, 53]) {
    const { startTime, endTime } = booking(platform, doctor, child, hours)
    assert.equal((await callAs('PUT', admin, `appointments/${id}`, { startTime, endTime })).status, 200)
  }
  await sentTo(child.id, 'APPOINTMENT_MOVED', 2)
  await platform.advance(660)
  await callAs('GET', admin, 'users/me')
  const { rows } = await owner.query<{ via: string; count: number }>(
    `select via_user_id as via, count(*)::int as count
     from messages
     where recipient_user_id = $1 and template_code = 'APPOINTMENT_MOVED' and via_user_id is not null
     group by 1`,
    [child.id],
  )
  assert.ok(rows.length === 2 && rows.every(({ count }) => count <= 2), JSON.stringify(rows))
})

test('guardian and patient are each notified once of the beginning and the end of a guardianship', async () => {
  const [guardian, dependant] = [await newPatient('Salma Alami'), await newPatient('Aïcha Alami')]
  const body = { guardianId: guardian.id, dependantId: dependant.id, kind: 'CARER' }
  const { id } = (await callAs('POST', admin, 'guardianships', body)).body.guardianship
  assert.equal((await callAs('DELETE', dependant, `guardianships/${id}`)).status, 200)
  for (const template of ['GUARDIANSHIP_BEGAN', 'GUARDIANSHIP_ENDED'])
    for (const reader of [guardian, dependant]) {
      const [message, ...others] = await sentTo(reader.id, template, 1)
      assert.deepEqual([message!.via, message!.recipient], [null, `${reader.id}@test.example`])
      assert.match(message!.body, /Salma Alami.*Aïcha Alami/s)
      assert.equal(others.length, 0)
    }
})

test('a guardianship of a child without an address is reported only to the guardian, and only once', async () => {
  const { mother, father, child } = await newFamily('0612345606')
  assert.equal((await sentTo(mother.id, 'GUARDIANSHIP_BEGAN', 1)).length, 1)
  const toFather = await sentTo(father.id, 'GUARDIANSHIP_BEGAN', 2)
  assert.deepEqual(toFather.map(({ channel }) => channel).toSorted(), ['EMAIL', 'WHATSAPP'])
  const { rows } = await owner.query(
    `select from messages where template_code like 'GUARDIANSHIP%' and $1 in (recipient_user_id, via_user_id)`,
    [child.id],
  )
  assert.equal(rows.length, 0)
})

test('a waiting message is not sent to a former guardian', async () => {
  const { mother, father, child, ids } = await newFamily('0612345603')
  for (const caller of [mother, father])
    await callAs('PUT', caller, `users/${caller.id}/contact`, { quietHours: { from: '00:00', to: '23:59' } })
  await book(platform, admin, doctor, child, 60)
  const state = async () => {
    const { rows } = await owner.query<{ via_user_id: string; waits: boolean; status: string; last_error: string }>(
      `select via_user_id, lease is null and next_at > app_now() as waits, status, last_error
       from messages
       where recipient_user_id = $1
         and template_code = 'APPOINTMENT_CREATED' -- critical messages do not wait
         and via_user_id is not null`,
      [child.id],
    )
    return rows
  }
  await eventually(async () => {
    const rows = await state()
    return rows.length === 2 && rows.every(({ waits }) => waits)
  }, 'messages to the guardians')
  await callAs('DELETE', father, `guardianships/${ids[1]}`)
  await callAs('PUT', father, `users/${father.id}/contact`, { quietHours: null })
  await platform.advance(86_400)
  const toFather = async () => (await state()).filter((row) => row.via_user_id === father.id)
  await eventually(async () => (await toFather()).every(({ status }) => status === 'FAILED'), 'the messages to fail')
  const fatherMessages = await toFather()
  assert.ok(fatherMessages.length > 0)
  assert.ok(fatherMessages.every(({ last_error }) => last_error === 'recipient_disabled'))
})
