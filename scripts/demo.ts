import assert from 'node:assert/strict'
import { createHmac, createPublicKey, randomInt, timingSafeEqual, verify } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * The main job, as a partner's system does it against a running sandbox: book a doctor for a patient, let both meet in
 * the video room, confirm, complete, prescribe, have the pharmacy deliver; then what follows a consultation: analyses,
 * the invoice, a review, consents, a further appointment; and hear of each step by signed webhooks. It uses nothing of
 * the server's code, prints each step with its answer, and ends with 1 when one differs from what is expected.
 */
const base = (process.env.PUBLIC_URL ?? `http://localhost:${process.env.PORT ?? 3000}`).replace(/\/$/, '')
const internalToken = process.env.INTERNAL_TOKEN ?? 'sandbox-internal-token'
const doctorId = 'usr_sandbox_doctor'
const patientId = 'usr_sandbox_patient'
const pharmacyId = 'usr_sandbox_pharmacy'

// biome-ignore lint/suspicious/noExplicitAny: answers of every shape, each asserted where it is used
type Json = Record<string, any>
type Received = { event: string; data: Json; verified: boolean }

let steps = 0
function say(title: string, answer?: unknown): void {
  console.log(`\n${String(++steps).padStart(2)}. ${title}`)
  if (answer !== undefined) console.log(`    ${JSON.stringify(answer)}`)
}

async function call(
  method: string,
  path: string,
  {
    token,
    body,
    headers = {},
    expect,
  }: { token?: string; body?: Json; headers?: Record<string, string>; expect: number },
): Promise<Json> {
  const response = await fetch(base + path, {
    method,
    headers: {
      ...(body ? { 'content-type': 'application/json' } : {}),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...headers,
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const answer = (await response.json()) as Json
  assert.equal(response.status, expect, `${method} ${path} answered ${response.status}: ${JSON.stringify(answer)}`)
  return answer
}

async function obtainToken(client: string): Promise<string> {
  const body = { grant_type: 'client_credentials', client_id: client, client_secret: `${client}-secret` }
  const answer = await call('POST', '/api/auth/token', { body, expect: 200 })
  say(`A token for ${client}`, {
    ...answer,
    access_token: `${answer.access_token.slice(0, 24)}…`,
    refresh_token: '…',
    scope: '…',
  })
  return answer.access_token
}

/** The partner's own server. It believes nothing that is not signed. */
async function startReceiver(secret: () => string): Promise<{ server: Server; url: string; received: Received[] }> {
  const received: Received[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks)
      // The specification's recipe: lowercase hexadecimal HMAC SHA-256 of the raw body, compared in constant time.
      const ours = Buffer.from(createHmac('sha256', secret()).update(body).digest('hex'))
      const theirs = Buffer.from(String(request.headers['x-mc-signature']))
      const verified = ours.length === theirs.length && timingSafeEqual(ours, theirs)
      response.writeHead(verified ? 204 : 401).end()
      const { event, data } = JSON.parse(body.toString('utf8')) as Json
      received.push({ event: String(event), data, verified })
    })
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const { port } = server.address() as AddressInfo
  return { server, url: `http://127.0.0.1:${port}/webhooks`, received }
}

/** Half an hour somewhere in the coming year. */
function someTime(): { startTime: string; endTime: string } {
  const start = Math.ceil(Date.now() / 1_800_000 + randomInt(48 * 365)) * 1_800_000
  return { startTime: new Date(start).toISOString(), endTime: new Date(start + 1_800_000).toISOString() }
}

/** Sends a time that nobody has taken: others may have tried before. */
async function findFreeSlot(path: string, token: string, more: Json): Promise<{ answer: Json; body: Json }> {
  for (;;) {
    const body = { ...more, ...someTime() }
    const response = await fetch(base + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    })
    const answer = (await response.json()) as Json
    if (response.status === 409 && answer.error.details?.overlap) continue
    assert.ok(response.ok, `POST ${path} answered ${response.status}: ${JSON.stringify(answer)}`)
    return { answer, body }
  }
}

/** One participant's side of the room: joins by its first message, and keeps what it hears. */
async function joinRoom(grant: Json): Promise<{ socket: WebSocket; heard: (type: string) => Promise<Json> }> {
  const socket = new WebSocket(grant.url)
  const messages: Json[] = []
  socket.addEventListener('message', ({ data }) => messages.push(JSON.parse(String(data))))
  await new Promise<void>((open, failed) => {
    socket.addEventListener('open', () => open(), { once: true })
    socket.addEventListener('error', () => failed(new Error(`No connection to ${grant.url}`)), { once: true })
  })
  socket.send(JSON.stringify({ type: 'join', v: 1, token: grant.token, sid: crypto.randomUUID() }))
  const heard = (type: string) => until(`the message ${type}`, () => messages.find((message) => message.type === type))
  return { socket, heard }
}

async function until<T>(what: string, look: () => T | undefined): Promise<T> {
  for (let tries = 0; tries < 100; tries++) {
    const found = look()
    if (found !== undefined) return found
    await sleep(100)
  }
  throw new Error(`Waited 10 s for ${what}, in vain.`)
}

/** Whether a prescription was signed by the key that is given with it (JWS with detached content, RFC 7515, appendix F). */
function isSigned({ canonical, value, publicKeyPem }: Json): boolean {
  const [header, , signed] = value.split('.')
  const content = Buffer.from(`${header}.${Buffer.from(canonical).toString('base64url')}`)
  return verify(null, content, createPublicKey(publicKeyPem), Buffer.from(signed, 'base64url'))
}

/** The patient orders, and the pharmacy fills the order step by step. */
async function fill(prescriptionId: string, patient: string): Promise<void> {
  const body = { prescriptionId, pharmacyId, deliveryRequested: true }
  const { order } = await call('POST', '/api/orders', { token: patient, body, expect: 201 })
  say('The patient orders it from a pharmacy', order)
  const pharmacy = await obtainToken('sandbox-pharmacy')
  const move = (status: string, expect: number) =>
    call('PUT', `/api/orders/${order.id}`, { token: pharmacy, body: { status }, expect })
  say('Which cannot be delivered before it is ready', await move('DELIVERED', 409))
  for (const status of ['PREPARING', 'READY', 'DELIVERED']) await move(status, 200)
  const delivered = await call('GET', `/api/orders/${order.id}`, { token: patient, expect: 200 })
  say('The pharmacy prepares and delivers it', delivered.order)
}

/** The doctor orders analyses, the laboratory reports, and one value cannot wait. */
async function analyse(appointmentId: string, doctor: string, patient: string): Promise<string[]> {
  const tests = ['Glycémie à jeun', 'Ionogramme sanguin']
  const { labOrder } = await call('POST', '/api/lab-orders', {
    token: doctor,
    body: { patientId, appointmentId, tests },
    expect: 201,
  })
  say('The doctor orders analyses', labOrder)
  const results = [
    { param: 'Glycémie à jeun', value: 0.92, unit: 'g/L', low: 0.7, high: 1.1, criticalLow: 0.45, criticalHigh: 4 },
    { param: 'Potassium', value: 6.8, unit: 'mmol/L', low: 3.5, high: 5.1, criticalLow: 2.8, criticalHigh: 6.2 },
  ]
  const address = `/api/lab-orders/${labOrder.id}/results`
  const { labResult } = await call('POST', address, { token: doctor, body: { results }, expect: 201 })
  say('Results are entered', labResult)
  say(
    'Which the patient does not see before they are released',
    await call('GET', address, { token: patient, expect: 404 }),
  )
  const hook = await call('POST', '/api/internal/lab-result-released', {
    body: { labOrderId: labOrder.id },
    headers: { 'x-internal-token': internalToken },
    expect: 200,
  })
  say("The laboratory's application releases them", hook)
  const read = await call('GET', address, { token: patient, expect: 200 })
  const seen = read.labResult.results.map(({ param, value, flag }: Json) => ({ param, value, flag }))
  assert.deepEqual(
    seen.map(({ flag }: Json) => flag),
    ['NORMAL', 'CRITICAL_HIGH'],
  )
  say('The patient reads them, and what each value means', seen)
  return [labOrder.id, labResult.id]
}

/** The doctor invoices, the patient pays by card, and a part goes back. Amounts are centimes. */
async function settle(appointmentId: string, doctor: string, patient: string): Promise<string> {
  const { invoice } = await call('POST', '/api/invoices', {
    token: doctor,
    body: { patientId, appointmentId, amountMAD: 40_000, description: 'Consultation' },
    expect: 201,
  })
  say('The doctor invoices 400 dirhams', invoice)
  const payment = {
    token: patient,
    body: { method: 'CARD', amountMAD: 40_000, cardToken: 'tok_visa' },
    headers: { 'idempotency-key': crypto.randomUUID() },
    expect: 201,
  }
  const paid = await call('POST', `/api/invoices/${invoice.id}/payments`, payment)
  say('The patient pays by card', paid.payment)
  assert.deepEqual(await call('POST', `/api/invoices/${invoice.id}/payments`, payment), paid)
  say('Sent again with the same Idempotency-Key, nothing is charged twice', paid.payment)
  const { refund } = await call('POST', `/api/invoices/${invoice.id}/refunds`, {
    token: doctor,
    body: { amountMAD: 10_000, reason: 'Consultation écourtée' },
    expect: 201,
  })
  say('100 dirhams go back to the card', refund)
  const tooMuch = await call('POST', `/api/invoices/${invoice.id}/refunds`, {
    token: doctor,
    body: { amountMAD: 30_001 },
    expect: 409,
  })
  say('But never more than was paid', tooMuch)
  return invoice.id
}

/** What the patient has to say: of the consultation, and to what they consent. */
async function listenTo(patient: string, appointmentId: string): Promise<string[]> {
  const { review } = await call('POST', `/api/appointments/${appointmentId}/review`, {
    token: patient,
    body: { rating: 5, comment: 'À l’écoute, explications claires.' },
    expect: 201,
  })
  say('The patient reviews the consultation', review)
  const address = `/api/patients/${patientId}/consents`
  const before = await call('GET', address, { token: patient, expect: 200 })
  const granted = before.consents.filter((consent: Json) => consent.granted).map(({ name }: Json) => name)
  const marketing = granted.includes('MARKETING')
  const consents = marketing ? granted.filter((name: string) => name !== 'MARKETING') : [...granted, 'MARKETING']
  const after = await call('PUT', address, { token: patient, body: { consents }, expect: 200 })
  say(marketing ? 'And no longer consents to marketing' : 'And consents to marketing', after.consents[0])
  assert.equal(after.consents[0].version, before.consents[0].version + 1)
  return [review.id, patientId]
}

/** The doctor would like to see the patient again, who accepts with a time: one call books it. */
async function followUp(doctor: string, patient: string): Promise<string> {
  const { followUp: proposed } = await call('POST', '/api/follow-ups', {
    token: doctor,
    body: { doctorId, patientId, reason: 'Contrôle dans un mois' },
    expect: 201,
  })
  say('The doctor proposes a further consultation', proposed)
  const { answer } = await findFreeSlot(`/api/follow-ups/${proposed.id}/accept`, patient, {})
  say('The patient accepts it, and with that it is booked', answer.followUp)
  return answer.followUp.appointmentId
}

/** What my server is to hear, in the order in which it happens. */
const expected = [
  'appointment.created',
  'appointment.updated',
  'appointment.updated',
  'appointment.updated',
  'appointment.completed',
  'prescription.created',
  'prescription.signed',
  'lab_order.created',
  'lab_order.status_changed',
  'lab_order.status_changed',
  'lab_result.published',
  'lab_result.critical_alert',
  'payment.succeeded',
  'payment.refunded',
  'review.created',
  'patient.consent_updated',
  'appointment.created',
]

/** What an event is about: the id that its data begin with. */
const subjectOf = ({ data }: Received): string => String(Object.values(data)[0])

async function run(): Promise<void> {
  console.log(`Medina Care, the main job against ${base}`)
  const admin = await obtainToken('sandbox-admin')
  say('Who am I?', await call('GET', '/api/users/me', { token: admin, expect: 200 }))

  let secret = ''
  const { server, url, received } = await startReceiver(() => secret)
  const { webhook } = await call('POST', '/api/webhooks', {
    token: admin,
    body: { url, events: [...new Set(expected)], description: 'Demo' },
    expect: 201,
  })
  secret = webhook.secret
  say('My server wants to hear of all that comes', { ...webhook, secret: `${secret.slice(0, 10)}…` })

  try {
    const wanted = { doctorId, patientId, notes: 'Consultation de suivi' }
    const { answer: booked, body } = await findFreeSlot('/api/appointments', admin, wanted)
    say(`Booked ${doctorId} for ${patientId} at ${body.startTime}`, booked.appointment)
    const id = booked.appointment.id
    const second = await call('POST', '/api/appointments', { token: admin, body, expect: 409 })
    assert.equal(second.error.details.overlap.id, id)
    say('The same slot again is refused, and says who has it', second)
    say('Read back', await call('GET', `/api/appointments/${id}`, { token: admin, expect: 200 }))

    const hook = await call('POST', '/api/internal/appointment-confirmed', {
      body: { appointmentId: id },
      headers: { 'x-internal-token': internalToken },
      expect: 200,
    })
    say("The doctor's application confirms", hook)

    const [doctor, patient] = [await obtainToken('sandbox-doctor'), await obtainToken('sandbox-patient')]
    const grant = (token: string, identity: string) =>
      call('POST', '/api/video/token', { token, body: { appointmentId: id, identity }, expect: 200 })
    const [doctorGrant, patientGrant] = [await grant(doctor, doctorId), await grant(patient, patientId)]
    say('Both get a token for the room', { ...doctorGrant, token: '…' })
    assert.equal(doctorGrant.roomId, patientGrant.roomId)
    const stranger = await call('POST', '/api/video/token', {
      token: await obtainToken('sandbox-dentist'),
      body: { appointmentId: id, identity: 'usr_sandbox_dentist' },
      expect: 403,
    })
    say('Anyone else is refused', stranger)

    const doctorSide = await joinRoom(doctorGrant)
    await doctorSide.heard('joined')
    const patientSide = await joinRoom(patientGrant)
    const joined = await patientSide.heard('joined')
    say('They meet', joined)
    const peer = await doctorSide.heard('peer-joined')
    assert.equal(peer.peerId, patientId)
    const [host] = joined.peers
    patientSide.socket.send(
      JSON.stringify({ type: 'signal', to: host.peerId, toSid: host.sid, data: { text: 'السلام عليكم docteur 👋' } }),
    )
    const signal = await doctorSide.heard('signal')
    assert.equal(signal.from, patientId)
    assert.equal(signal.data.text, 'السلام عليكم docteur 👋')
    say('The patient’s message reaches the doctor', signal)
    await sleep(1500)

    say(
      'Under way',
      await call('PUT', `/api/appointments/${id}`, { token: doctor, body: { status: 'IN_PROGRESS' }, expect: 200 }),
    )
    say(
      'Completed by the doctor',
      await call('PUT', `/api/appointments/${id}`, { token: doctor, body: { status: 'COMPLETED' }, expect: 200 }),
    )
    say('The room is closed to both', await doctorSide.heard('ended'))

    const { prescription } = await call('POST', '/api/prescriptions', {
      token: doctor,
      body: {
        patientId,
        appointmentId: id,
        medication: 'Amoxicilline 1 g, comprimé',
        dosage: '1 comprimé matin et soir',
        instructions: 'Pendant 6 jours',
      },
      expect: 201,
    })
    say('The doctor prescribes, and signs with it', prescription)
    const { signature } = await call('GET', `/api/prescriptions/${prescription.id}/signature`, {
      token: patient,
      expect: 200,
    })
    assert.ok(isSigned(signature), "the prescription is not its prescriber's")
    say('Anybody who may see it can check that, without believing the platform', { digest: signature.digest })
    await fill(prescription.id, patient)

    const subjects = [
      id,
      prescription.id,
      ...(await analyse(id, doctor, patient)),
      await settle(id, doctor, patient),
      ...(await listenTo(patient, id)),
      await followUp(doctor, patient),
    ]
    const ours = () => received.filter((webhook) => subjects.includes(subjectOf(webhook)))
    await until(`${expected.length} webhooks`, () => (ours().length >= expected.length ? true : undefined))
    assert.deepEqual(
      ours()
        .map(({ event }) => event)
        .sort(),
      [...expected].sort(),
    )
    assert.ok(
      received.every(({ verified }) => verified),
      'a webhook was not signed by our secret',
    )
    const completed = received.find(({ event }) => event === 'appointment.completed')!
    assert.ok(completed.data.durationSec >= 1, 'the time that both were connected')
    say('My server heard of every step, each signature verified')
    for (const { event, data } of ours()) console.log(`    ${event} ${JSON.stringify(data)}`)
    console.log('\nThe main job works, from the token to the follow-up and the last webhook.')
  } finally {
    await call('DELETE', `/api/webhooks/${webhook.id}`, { token: admin, expect: 200 })
    server.close()
  }
}

run().catch((error) => {
  const refused =
    error instanceof TypeError && (error.cause as NodeJS.ErrnoException | undefined)?.code === 'ECONNREFUSED'
  console.error(
    refused
      ? `\nNothing answers at ${base}. Start the server with npm start, then run this again.`
      : `\nIt differs: ${error.message}`,
  )
  process.exitCode = 1
})
