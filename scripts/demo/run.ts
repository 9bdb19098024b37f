import assert from 'node:assert/strict'
import { analyse, followUp, listenTo, settle } from './aftercare.ts'
import { book, meet, openRoom } from './consultation.ts'
import { base, call, type Json, obtainToken, say, until } from './platform.ts'
import { prescribe } from './prescription.ts'
import { expected, startReceiver, subjectOf } from './receiver.ts'

/**
 * The main job, as a partner's system does it against a running sandbox: book a doctor for a patient, let both meet in
 * the video room, confirm, complete, prescribe, have the pharmacy deliver; then what follows a consultation: analyses,
 * the invoice, a review, consents, a further appointment; and hear of each step by signed webhooks. It uses nothing of
 * the server's code, prints each step with its answer, and ends with 1 when one differs from what is expected.
 */
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
    const id = await book(admin)
    const [doctor, patient] = [await obtainToken('sandbox-doctor'), await obtainToken('sandbox-patient')]
    await meet(id, doctor, patient)
    const subjects = [
      id,
      await prescribe(id, doctor, patient),
      ...(await analyse(id, doctor, patient)),
      await settle(id, doctor, patient),
      ...(await listenTo(patient, id)),
      await followUp(doctor, patient),
    ]
    const { messages } = await call('GET', `/api/sandbox/messages?about=${id}`, { token: patient, expect: 200 })
    assert.ok(messages.length > 0, 'the patient was told nothing')
    say(
      'What the patient was told of it; a sandbox keeps what it would have sent',
      messages.map(({ channel, subject, text }: Json) => `${channel}: ${subject ?? text}`),
    )
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
    await openRoom(admin, doctor, patient)
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
