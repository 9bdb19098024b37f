import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { newId } from '../lib/ids.ts'
import { book, booking, newPerson, type Person } from '../testing/factories.ts'
import { type Answer, startPlatform } from '../testing/harness.ts'
import { newPractice } from '../testing/practice.ts'
import type { TemplateCode } from './catalog.ts'
import { openSecrets } from './secrets.ts'

/** A message as it was queued; who is no user is known by their address. */
export type Told = { to: string; template: TemplateCode; variables: Record<string, string>; about: string[] }
/** What is done, and who is told what. Done again, it tells nothing more, whatever it answers then. */
type Arranged = { act: () => Promise<Answer>; told: (answer: Answer) => Told[] }
export type Path = () => Promise<Arranged>

type Row = Told & { id: string; tenant: string }

export const nobody = (): Told[] => []

/** A practice whose people are told things, and what tests look at it with. */
export async function startTelling() {
  const platform = await startPlatform()
  const { call, owner } = platform
  const practice = await newPractice(platform)
  const { admin, doctor, patient } = practice
  const colleague = await newPerson(platform, practice.tenantId, 'ADMIN')
  // People of another organisation, of whom nobody is told anything and who are told nothing.
  await newPractice(platform)

  const names = new Map(
    (await owner.query<{ id: string; name: string }>('select id, name from users')).rows.map(({ id, name }) => [
      id,
      name,
    ]),
  )
  const nameOf = ({ id }: Person): string => names.get(id)!

  const post = (by: Person, path: string, body: object, key = newId('req')) =>
    call('POST', path, { token: by.token, body, headers: { 'idempotency-key': key } })
  const put = (by: Person, path: string, body: object) => call('PUT', path, { token: by.token, body })
  const report = (hook: string, body: object) =>
    call('POST', `/api/internal/${hook}`, { body, headers: { 'x-internal-token': 'sandbox-internal-token' } })

  let hours = 100
  /** Each has its own, so that nothing overlaps. */
  const nextHour = () => hours++
  const slotOf = (at = nextHour()) => {
    const { startTime, endTime } = booking(platform, doctor, patient, at)
    return { startTime, endTime }
  }

  /** An appointment of the two, and how each is told of it. */
  async function appointment({ from, at = nextHour() }: { from?: string | undefined; at?: number | undefined } = {}) {
    const { id } = await book(platform, admin, doctor, patient, at)
    if (from) await put(doctor, `/api/appointments/${id}`, { status: from })
    const { rows } = await owner.query<{ start_time: Date }>('select start_time from appointments where id = $1', [id])
    return { id, ...tellingOf(() => id, rows[0]!.start_time.toISOString()) }
  }

  /** How each of the two is told of an appointment. */
  function tellingOf(id: () => string, startTime: string) {
    const telling =
      (to: Person, withWhom: Person) =>
      (template: TemplateCode, variables: Record<string, string> = {}) => ({
        to: to.id,
        template,
        variables: { withName: nameOf(withWhom), startTime, ...variables },
        about: [id()],
      })
    return { startTime, toPatient: telling(patient, doctor), toDoctor: telling(doctor, patient) }
  }

  /** All that was queued in this installation, in whichever organisation. */
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

  const opened = ({ tenant: tenantId, to, template, variables, about }: Row): Told => {
    const of = { tenantId, templateCode: template, about }
    return { to, template, variables: openSecrets(platform.services.vault, of, variables), about }
  }
  const inOrder = (told: Told[]) =>
    told.toSorted((a, b) => (`${a.template} ${a.to}` < `${b.template} ${b.to}` ? -1 : 1))

  /** Has each path be gone, and done again. */
  const follow = (paths: Record<string, Path>) =>
    describe('when', () => {
      for (const [name, arrange] of Object.entries(paths)) {
        test(name, async () => {
          const { act, told } = await arrange()
          const before = await queued()
          const answer = await act()
          assert.ok(answer.status < 300, answer.text)
          assert.deepEqual(inOrder((await queuedSince(before)).map(opened)), inOrder(told(answer)))

          const after = await queued()
          await Promise.all(Array.from({ length: 5 }, act))
          assert.deepEqual(await queuedSince(after), [], 'done again, it tells nothing more')
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
    tellingOf,
    queued,
    queuedSince,
    opened,
    follow,
  }
}
