import assert from 'node:assert/strict'
import { ConnectionError } from '../../clients/javascript/src/index.ts'
import { analyse, followUp, giveFeedback, settle } from './aftercare.ts'
import { book, meet, openRoom } from './consultation.ts'
import { base, connect, printStep, until } from './platform.ts'
import { prescribe } from './prescription.ts'
import { expected, startReceiver, subjectOf } from './receiver.ts'

/**
 * The main use case as a client of a running sandbox: book an appointment, confirm it, meet in the video room, complete it,
 * prescribe, deliver from the pharmacy; then lab tests, invoice, review, consents and a follow-up; with a signed webhook for
 * each step. It uses the JavaScript library (clients/javascript) and no server code, prints each step with its response, and
 * exits with 1 on an unexpected one.
 */
async function run(): Promise<void> {
  console.log(`Medina Care demo against ${base}`)
  const admin = connect('sandbox-admin')
  printStep('Who am I? The library gets the access token', await admin.me.get())

  let secret = ''
  const { server, url, received } = await startReceiver(() => secret)
  const { webhook } = await admin.webhooks.register({ url, events: [...new Set(expected)], description: 'Demo' })
  assert.ok(webhook.secret)
  secret = webhook.secret
  printStep('The receiver subscribes to events', { ...webhook, secret: `${secret.slice(0, 10)}…` })

  try {
    const id = await book(admin)
    const [doctor, patient] = [connect('sandbox-doctor'), connect('sandbox-patient')]
    await meet(id, doctor, patient)
    const subjects = [
      id,
      await prescribe(id, doctor, patient),
      ...(await analyse(id, doctor, patient)),
      await settle(id, doctor, patient),
      ...(await giveFeedback(patient, id)),
      await followUp(doctor, patient),
    ]
    const { items: messages } = await patient.sandbox.listMessages({ about: id })
    assert.ok(messages.length > 0, 'the patient got no message')
    printStep(
      'Messages to the patient, which the sandbox stores instead of sending',
      messages.map(({ channel, subject, text }) => `${channel}: ${subject ?? text}`),
    )
    const relevant = () => received.events.filter((webhook) => subjects.includes(subjectOf(webhook)))
    await until(`${expected.length} webhooks`, () => (relevant().length >= expected.length ? true : undefined))
    assert.deepEqual(
      relevant()
        .map(({ event }) => event)
        .sort(),
      [...expected].sort(),
    )
    assert.equal(received.refused, 0, 'a webhook has an invalid signature')
    const completed = received.events.find((event) => event.event === 'appointment.completed')!
    assert.ok(completed.data.durationSec >= 1, 'the duration is missing')
    printStep('The receiver got every event with a valid signature')
    for (const { event, data } of relevant()) console.log(`    ${event} ${JSON.stringify(data)}`)
    console.log('\nThe demo succeeded, from the token to the follow-up and the last webhook.')
    await openRoom(admin, doctor, patient)
  } finally {
    await admin.webhooks.delete(webhook.id)
    server.close()
  }
}

run().catch((error) => {
  console.error(
    error instanceof ConnectionError
      ? `\nNo server at ${base}. Start it with npm start, then run the demo again.`
      : `\nFailed: ${error.message}`,
  )
  process.exitCode = 1
})
