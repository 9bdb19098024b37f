import assert from 'node:assert/strict'
import { analyse, followUp, giveFeedback, settle } from './aftercare.ts'
import { book, meet, openRoom } from './consultation.ts'
import { base, call, type Json, obtainToken, say, until } from './platform.ts'
import { prescribe } from './prescription.ts'
import { expected, startReceiver, subjectOf } from './receiver.ts'

/**
 * The main use case as a client of a running sandbox: book an appointment, confirm it, meet in the video room, complete it,
 * prescribe, deliver from the pharmacy; then lab tests, invoice, review, consents and a follow-up; with a signed webhook for
 * each step. It uses no server code, prints each step with its response, and exits with 1 on an unexpected one.
 */
async function run(): Promise<void> {
  console.log(`Medina Care demo against ${base}`)
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
  say('The receiver subscribes to events', { ...webhook, secret: `${secret.slice(0, 10)}…` })

  try {
    const id = await book(admin)
    const [doctor, patient] = [await obtainToken('sandbox-doctor'), await obtainToken('sandbox-patient')]
    await meet(id, doctor, patient)
    const subjects = [
      id,
      await prescribe(id, doctor, patient),
      ...(await analyse(id, doctor, patient)),
      await settle(id, doctor, patient),
      ...(await giveFeedback(patient, id)),
      await followUp(doctor, patient),
    ]
    const { messages } = await call('GET', `/api/sandbox/messages?about=${id}`, { token: patient, expect: 200 })
    assert.ok(messages.length > 0, 'the patient got no message')
    say(
      'Messages to the patient, which the sandbox stores instead of sending',
      messages.map(({ channel, subject, text }: Json) => `${channel}: ${subject ?? text}`),
    )
    const relevant = () => received.filter((webhook) => subjects.includes(subjectOf(webhook)))
    await until(`${expected.length} webhooks`, () => (relevant().length >= expected.length ? true : undefined))
    assert.deepEqual(
      relevant()
        .map(({ event }) => event)
        .sort(),
      [...expected].sort(),
    )
    assert.ok(
      received.every(({ verified }) => verified),
      'a webhook has an invalid signature',
    )
    const completed = received.find(({ event }) => event === 'appointment.completed')!
    assert.ok(completed.data.durationSec >= 1, 'the duration is missing')
    say('The receiver got every event with a valid signature')
    for (const { event, data } of relevant()) console.log(`    ${event} ${JSON.stringify(data)}`)
    console.log('\nThe demo succeeded, from the token to the follow-up and the last webhook.')
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
      ? `\nNo server at ${base}. Start it with npm start, then run the demo again.`
      : `\nFailed: ${error.message}`,
  )
  process.exitCode = 1
})
