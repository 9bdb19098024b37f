import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { book, booking, newPerson, type Person } from '../../testing/factories.ts'
import { type Answer, startPlatform } from '../../testing/harness.ts'
import { newPractice } from '../../testing/practice.ts'
import { newId } from '../lib/ids.ts'
import type { TemplateCode } from './catalog.ts'
import { openSecrets } from './secrets.ts'

/** A queued message. `to` is a user's id, or the address of a recipient without an account. */
export type QueuedMessage = { to: string; template: TemplateCode; variables: Record<string, string>; about: string[] }
/** A call and the messages that it must queue. Repeated calls queue no more messages, whatever their response. */
type Arranged = { act: () => Promise<Answer>; expected: (answer: Answer) => QueuedMessage[] }
export type Path = () => Promise<Arranged>

type Row = QueuedMessage & { id: string; tenant: string }

export const noMessage = (): QueuedMessage[] => []

/** A practice with helpers to test queued messages. */
export async function startQueueTest() {
  const platform = await startPlatform()
  const { call, owner } = platform
  const practice = await newPractice(platform)
  const { admin, doctor, patient } = practice
  const colleague = await newPerson(platform, practice.tenantId, 'ADMIN')
  // Another organisation, which must get no messages.
  await newPractice(platform)

  const names = new Map(
    (await owner.query<{ id: string; name: string }>('select id, name from users')).rows.map(({ id, name }) => [
      id,
      name,
    ]),
  )
  const nameOf = ({ id }: Person): string => names.get(id)!

  const post = (caller: Person, path: string, body: object, key = newId('req')) =>
    call('POST', path, { token: caller.token, body, headers: { 'idempotency-key': key } })
  const put = (caller: Person, path: string, body: object) => call('PUT', path, { token: caller.token, body })
  const report = (hook: string, body: object) =>
    call('POST', `/api/internal/${hook}`, { body, headers: { 'x-internal-token': 'sandbox-internal-token' } })

  let hours = 100
  /** Returns a different hour each time, so that no appointments overlap. */
  const nextHour = () => hours++
  const slotOf = (at = nextHour()) => {
    const { startTime, endTime } = booking(platform, doctor, patient, at)
    return { startTime, endTime }
  }

  /** An appointment of the doctor and the patient, with builders of their messages. */
  async function appointment({ from, at = nextHour() }: { from?: string | undefined; at?: number | undefined } = {}) {
    const { id } = await book(platform, admin, doctor, patient, at)
    if (from) await put(doctor, `/api/appointments/${id}`, { status: from })
    const { rows } = await owner.query<{ start_time: Date }>('select start_time from appointments where id = $1', [id])
    return { id, ...messagesOf(() => id, rows[0]!.start_time.toISOString()) }
  }

  /** Builders of the messages about an appointment to the patient and to the doctor. */
  function messagesOf(id: () => string, startTime: string) {
    const messageTo =
      (to: Person, other: Person) =>
      (template: TemplateCode, variables: Record<string, string> = {}) => ({
        to: to.id,
        template,
        variables: { withName: nameOf(other), startTime, ...variables },
        about: [id()],
      })
    return { startTime, toPatient: messageTo(patient, doctor), toDoctor: messageTo(doctor, patient) }
  }

  /** All queued messages of the installation. */
  async function queued(): Promise<Row[]> {
    const { rows } = await owner.query<Row>(`
      select id, tenant_id as tenant, coalesce(recipient_user_id, to_email) as to, template_code as template, variables, about
      from messages
      order by id`)
    return rows
  }
  const queuedSince = async (before: Row[]) => {
    const known = new Set(before.map(({ id }) => id))
    return (await queued()).filter(({ id }) => !known.has(id))
  }

  const opened = ({ tenant: tenantId, to, template, variables, about }: Row): QueuedMessage => {
    const owner = { tenantId, templateCode: template, about }
    return { to, template, variables: openSecrets(platform.services.vault, owner, variables), about }
  }
  const inOrder = (messages: QueuedMessage[]) =>
    messages.toSorted((a, b) => (`${a.template} ${a.to}` < `${b.template} ${b.to}` ? -1 : 1))

  /** Declares a test for each path. The test runs the path once, and then repeats it. */
  const follow = (paths: Record<string, Path>) =>
    describe('the expected messages are queued when', () => {
      for (const [name, arrange] of Object.entries(paths)) {
        test(name, async () => {
          const { act, expected } = await arrange()
          const before = await queued()
          const answer = await act()
          assert.ok(answer.status < 300, answer.text)
          assert.deepEqual(inOrder((await queuedSince(before)).map(opened)), inOrder(expected(answer)))

          const after = await queued()
          await Promise.all(Array.from({ length: 5 }, act))
          assert.deepEqual(await queuedSince(after), [], 'repeats queue no messages')
        })
      }
    })

  return {
    ...practice,
    platform,
    call,
    owner,
    colleague,
    nameOf,
    post,
    put,
    report,
    nextHour,
    slotOf,
    appointment,
    messagesOf,
    queued,
    queuedSince,
    opened,
    follow,
  }
}
