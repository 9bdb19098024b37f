import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { SMTPServer } from 'smtp-server'
import { eventually } from '../../../../testing/eventually.ts'
import { newClinic, newPerson, type Person } from '../../../../testing/factories.ts'
import { newDatabase, startPlatform } from '../../../../testing/harness.ts'
import { signatureOf } from '../../../messages/providers/twilio-callback.ts'

/** The providers' servers on loopback, and the requests to each. */
const mails: string[] = []
const mailServer = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  closeTimeout: 1,
  onData(stream, _session, answer) {
    let raw = ''
    stream.on('data', (chunk) => {
      raw += chunk
    })
    stream.on('end', () => {
      mails.push(raw)
      answer(null)
    })
  },
})
await new Promise<void>((resolve) => mailServer.listen(0, '127.0.0.1', resolve))
after(() => new Promise<void>((resolve) => mailServer.close(resolve)))

const texts: URLSearchParams[] = []
const templates: { to: string; template: { name: string }; biz_opaque_callback_data: string }[] = []
/** Telephone numbers without WhatsApp. */
const absent = new Set<string>()
const gateway = createServer(async (request, response) => {
  const body = await read(request)
  response.setHeader('content-type', 'application/json')
  if (request.url!.endsWith('/Messages.json')) {
    texts.push(new URLSearchParams(body))
    return response.writeHead(201).end(JSON.stringify({ sid: `SM${texts.length}` }))
  }
  const message = JSON.parse(body)
  if (absent.has(message.to)) return response.writeHead(400).end(JSON.stringify({ error: { code: 131026 } }))
  templates.push(message)
  response.end(JSON.stringify({ messages: [{ id: `wamid.${templates.length}` }] }))
})
gateway.listen(0, '127.0.0.1')
await once(gateway, 'listening')
after(() => {
  gateway.closeAllConnections()
  gateway.close()
})

async function read(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}
const portOf = (server: { address(): AddressInfo | string | null }) => (server.address() as AddressInfo).port // TCP

const publicUrl = 'https://api.example.ma'
const ownerUrl = await newDatabase('production')
const platform = await startPlatform(
  {
    MODE: 'production',
    DATABASE_URL: ownerUrl,
    MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
    CRON_SECRET: 'c'.repeat(32),
    INTERNAL_TOKEN: 'i'.repeat(32),
    PUBLIC_URL: publicUrl,
    EMAIL_URL: `smtp://127.0.0.1:${portOf(mailServer.server)}?from=no-reply@example.ma`,
    SMS_URL: `twilio+http://AC1:token@127.0.0.1:${portOf(gateway)}?from=+212500000000`,
    WHATSAPP_URL: `whatsapp+http://1055:EAA@127.0.0.1:${portOf(gateway)}/v23.0?appSecret=app-secret&verifyToken=me`,
  },
  ownerUrl,
)
const { call, owner } = platform
const { admin, doctor, tenantId } = await newClinic(platform)

async function patientWith(phone: string | null): Promise<Person> {
  const person = await newPerson(platform, tenantId, 'PATIENT')
  const values = [tenantId, person.id, phone]
  await owner.query(
    "insert into contacts (tenant_id, user_id, phone, phone_confirmed_at, language) values ($1, $2, $3, case when $3::text is not null then now() end, 'ar')",
    values,
  )
  return person
}
async function send(to: Person): Promise<string> {
  const answer = await call('POST', '/api/notifications/send', {
    token: admin.token,
    body: { recipientUserId: to.id, templateCode: 'PRESCRIPTION_ISSUED', variables: { doctorName: 'Dr Benali' } },
  })
  assert.equal(answer.status, 200, answer.text)
  return answer.body.messageId
}
const messageOf = async (id: string) =>
  (await call('GET', `/api/notifications/${id}`, { token: admin.token })).body.message
const untilStatus = (id: string, status: string, channel: string) =>
  eventually(async () => {
    const message = await messageOf(id)
    return message.status === status && message.channel === channel
  }, `${id} to be ${status} by ${channel}`)

test('e-mail is sent by SMTP', async () => {
  const id = await send(await patientWith(null))
  await untilStatus(id, 'SENT', 'EMAIL')
  assert.match(mails.at(-1)!, new RegExp(`Message-ID: <${id}@example.ma>`))
})

/** The properties of the calendar entries of an e-mail, by UID. */
function entriesOf(mail: string): Map<string, Map<string, string>> {
  const part = mail.split(/\r\n--/).find((one) => one.includes('Content-Type: text/calendar'))!
  const [header, content] = part.split(/\r\n\r\n(.*)/s) as [string, string]
  const file = /base64/.test(header)
    ? Buffer.from(content, 'base64').toString()
    : content.replaceAll('=\r\n', '').replaceAll('=3D', '=')
  const entries = file.replaceAll('\r\n ', '').split('BEGIN:VEVENT').slice(1)
  return new Map(
    entries.map((entry) => {
      const lines = entry.split('\r\n').map((line) => line.split(/:(.*)/s) as [string, string])
      const properties = new Map(lines)
      return [properties.get('UID')!, properties]
    }),
  )
}

/** A new patient, whose bookings begin in 50 days. */
async function bookedPatient() {
  const patient = await newPerson(platform, tenantId, 'PATIENT')
  const { rows } = await owner.query<{ email: string }>('select email from users where id = $1', [patient.id])
  const startTime = new Date(Date.now() + 50 * 86_400_000)
  const endTime = new Date(startTime.getTime() + 900_000)
  return { booking: { doctorId: doctor.id, patientId: patient.id, startTime, endTime }, email: rows[0]!.email }
}

/** The calendar entries of an e-mail, all of which have a status. */
async function entriesFor(email: string, method: 'REQUEST' | 'CANCEL' | 'PUBLISH', status: 'CONFIRMED' | 'CANCELLED') {
  const isWanted = (mail: string) =>
    mail.includes(`To: ${email}`) &&
    mail.includes(`method=${method}`) &&
    [...entriesOf(mail).values()].every((entry) => entry.get('STATUS') === status)
  await eventually(() => mails.some(isWanted), `an e-mail with ${status} entries`)
  return entriesOf(mails.find(isWanted)!)
}

test('e-mails about a series have all its appointments for the calendar, each with its own link', async () => {
  const { booking, email } = await bookedPatient()
  const body = { ...booking, repeat: { frequency: 'WEEKLY', interval: 1, count: 3 } }
  const booked = await call('POST', '/api/series', { token: admin.token, body })
  assert.equal(booked.status, 201, booked.text)
  const { id, appointments } = booked.body.series
  const entries = await entriesFor(email, 'PUBLISH', 'CONFIRMED')
  const uids = appointments.map((one: { id: string }) => `${one.id}@api.example.ma`)
  assert.deepEqual([...entries.keys()], uids, 'as in messages about one appointment, which update them')
  const links = [...entries.values()].map((entry) => entry.get('URL')!)
  assert.equal(new Set(links).size, 3)
  for (const link of links) assert.match(link, /^https:\/\/api\.example\.ma\/\w\w\/join\//)

  assert.equal((await call('POST', `/api/series/${id}/cancel`, { token: admin.token, body: {} })).status, 200)
  const cancelled = await entriesFor(email, 'PUBLISH', 'CANCELLED')
  assert.deepEqual([...cancelled.keys()], uids)
  for (const [uid, entry] of cancelled)
    assert.ok(Number(entry.get('SEQUENCE')) > Number(entries.get(uid)!.get('SEQUENCE')))
})

test('a deleted appointment is removed from the calendar', async () => {
  const { booking, email } = await bookedPatient()
  const { appointment } = (await call('POST', '/api/appointments', { token: admin.token, body: booking })).body
  const uids = [`${appointment.id}@api.example.ma`]
  assert.deepEqual([...(await entriesFor(email, 'REQUEST', 'CONFIRMED')).keys()], uids)
  assert.equal((await call('DELETE', `/api/appointments/${appointment.id}`, { token: admin.token })).status, 200)
  assert.deepEqual([...(await entriesFor(email, 'CANCEL', 'CANCELLED')).keys()], uids)
})

test('WhatsApp messages are sent as templates, and signed receipts are applied', async () => {
  const id = await send(await patientWith('+212612345678'))
  await untilStatus(id, 'SENT', 'WHATSAPP')
  const sent = templates.find((one) => one.biz_opaque_callback_data === id)!
  assert.equal(sent.template.name, 'prescription_issued')
  const statuses = [{ id: 'wamid.1', status: 'read', biz_opaque_callback_data: id }]
  const raw = JSON.stringify({
    entry: [{ changes: [{ value: { metadata: { phone_number_id: '1055' }, statuses } }] }],
  })
  const path = '/api/callbacks/messages/whatsapp'
  const sendCallback = (secret: string) => {
    const signature = `sha256=${createHmac('sha256', secret).update(raw).digest('hex')}`
    return call('POST', path, { raw, headers: { 'x-hub-signature-256': signature } })
  }
  assert.equal((await sendCallback('forged')).status, 403)
  assert.equal((await messageOf(id)).status, 'SENT')
  assert.equal((await sendCallback('app-secret')).status, 200)
  await untilStatus(id, 'READ', 'WHATSAPP')
})

test('lists the messages of a time range by their ids, which carry the time', async () => {
  const ids = [await send(await patientWith(null)), await send(await patientWith(null))]
  const { createdAt } = await messageOf(ids[1]!)
  const listed = async (query: string) => {
    const { body } = await call('GET', `/api/notifications?${query}`, { token: admin.token })
    return body.messages.map(({ id }: { id: string }) => id).filter((id: string) => ids.includes(id))
  }
  assert.deepEqual(await listed(`from=${createdAt}`), [ids[1]])
  assert.deepEqual(await listed(`to=${createdAt}`), [ids[0]])
  assert.deepEqual(await listed(`from=2020-01-01T00:00:00Z&to=2020-02-01T00:00:00Z`), [])
})

test('the callback URL is confirmed to WhatsApp only with the right token', async () => {
  const verify = async (query: string) => {
    const { status, text, headers } = await call('GET', `/api/callbacks/messages/whatsapp${query}`)
    return { status, text, type: headers.get('content-type') }
  }
  assert.deepEqual(await verify('?hub.mode=subscribe&hub.challenge=1158201444&hub.verify_token=me'), {
    status: 200,
    text: '1158201444',
    type: 'text/plain; charset=utf-8',
  })
  for (const wrong of [
    '?hub.mode=subscribe&hub.challenge=1158201444&hub.verify_token=you',
    '?hub.mode=subscribe&hub.challenge=1158201444&hub.verify_token=',
    '?hub.mode=subscribe&hub.challenge=1158201444',
    '?hub.mode=unsubscribe&hub.challenge=1158201444&hub.verify_token=me',
    '?hub.mode=subscribe&hub.verify_token=me',
    '?hub.mode=subscribe&hub.challenge=%3Cscript%3E&hub.verify_token=me',
    '',
  ]) {
    const { status, text } = await verify(wrong)
    assert.deepEqual([status, JSON.parse(text).error.code], [403, 'FORBIDDEN'], wrong)
    assert.ok(!text.includes('1158201444'), wrong)
  }
})

test('SMS is the fallback, with receipts and STOP replies', async () => {
  absent.add('+212612345679')
  const patient = await patientWith('+212612345679')
  const id = await send(patient)
  await untilStatus(id, 'SENT', 'SMS')
  const form = texts.find((one) => one.get('To') === '+212612345679')!
  const statusCallback = form.get('StatusCallback')!
  const sendCallback = (url: string, fields: Record<string, string>) => {
    const body = new URLSearchParams({ AccountSid: 'AC1', MessageSid: `SM${texts.length}`, ...fields })
    return call('POST', url.replace(publicUrl, ''), {
      raw: body.toString(),
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'x-twilio-signature': signatureOf(url, body, 'token'),
      },
    })
  }
  assert.equal((await sendCallback(statusCallback, { MessageStatus: 'delivered' })).status, 200)
  await untilStatus(id, 'DELIVERED', 'SMS')
  const stop = { From: '+212612345679', Body: 'STOP' }
  const answer = await sendCallback(`${publicUrl}/api/callbacks/messages/twilio`, stop)
  assert.deepEqual([answer.status, answer.text], [200, '<Response/>'])
  await eventually(async () => {
    const { rows } = await owner.query('select opt_outs from contacts where user_id = $1', [patient.id])
    return rows[0]?.opt_outs.includes('SMS')
  }, 'the opt-out')
})
