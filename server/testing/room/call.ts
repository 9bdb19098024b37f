import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { resolve } from 'node:path'
import { after, type TestContext } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { type Browser, startBrowser, type Visitor, type VisitorOptions } from '../browser.ts'
import { eventsOf, newPerson, newTenant, type Person } from '../factories.ts'
import { type Platform, startPlatform } from '../harness.ts'
import { consult } from '../practice.ts'
import { type Network, openProxy, privateNetwork, type TcpProxy } from './network.ts'

const witness = stripTypeScriptTypes(
  readFileSync(resolve(import.meta.dirname, '../../../web/testing/witness.ts'), 'utf8'),
)

/** The default time limit for events in a browser. */
const TIMEOUT_MS = 15_000

/** Waits until a condition holds. @returns its value */
export async function until<T>(
  check: () => Promise<T | false | undefined> | T | false | undefined,
  what: string,
  timeoutMs = TIMEOUT_MS,
): Promise<T> {
  for (const end = performance.now() + timeoutMs; ; await pause(40)) {
    const found = await check()
    if (found !== false && found !== undefined) return found
    if (performance.now() > end) throw new Error(`Timed out waiting for ${what}.`)
  }
}

/** A platform, people and a browser for calls. */
export type Scene = {
  platform: Platform
  network: Network | undefined
  proxy: TcpProxy
  browser: Browser
  admin: Person
  doctor: Person
  patient: Person
  newCall(): Promise<Consultation>
}

export type Consultation = { appointmentId: string; roomId: string }

export const DOCTOR = 'Dr Salma Benali'
export const PATIENT = 'أمين الفاسي'

/** Opens a scene for one test file. Browser and network start slowly, so they can be shared. */
export async function openScene(
  env: Record<string, string> = {},
  shared: Partial<Pick<Scene, 'network' | 'browser'>> = {},
): Promise<Scene> {
  const network = shared.browser ? shared.network : (shared.network ?? (await privateNetwork()))
  const proxy = await openProxy(network)
  after(proxy.close)
  const platform = await startPlatform({ PUBLIC_URL: proxy.url, ...env })
  proxy.forwardTo(platform.config.port)
  return {
    platform,
    network,
    proxy,
    browser: shared.browser ?? (await startBrowser({ network })),
    ...(await newPeople(platform)),
  }
}

/** A doctor, a patient and an administrator of a new practice. */
export async function newPeople(platform: Platform) {
  const tenantId = await newTenant(platform)
  const [admin, doctor, patient] = await Promise.all([
    newPerson(platform, tenantId, 'ADMIN'),
    newPerson(platform, tenantId, 'DOCTOR', undefined, DOCTOR),
    newPerson(platform, tenantId, 'PATIENT', undefined, PATIENT),
  ])
  async function newCall(): Promise<Consultation> {
    const appointmentId = await consult(platform, doctor, patient)
    return { appointmentId, roomId: (await grant(platform, doctor, appointmentId)).roomId }
  }
  return { admin, doctor, patient, newCall }
}

async function grant({ call }: Platform, person: Person, appointmentId: string) {
  const answer = await call('POST', '/api/video/token', {
    token: person.token,
    body: { appointmentId, identity: person.id },
  })
  if (answer.status !== 200) throw new Error(`No token for the room: ${answer.text}`)
  return answer.body as { token: string; roomId: string }
}

/** The URL that opens the room for a person. */
export async function addressFor(scene: Pick<Scene, 'platform'>, person: Person, { appointmentId }: Consultation) {
  const { token, roomId } = await grant(scene.platform, person, appointmentId)
  return `${scene.platform.config.publicUrl}/room/${roomId}#token=${token}`
}

/** A participant in the page of a room. */
export type Seat = Visitor & {
  id: string
  /** Clicks the button with this action. */
  press(verb: string): Promise<void>
  /** Waits until the page shows a screen, optionally with this detail. */
  shows(screen: string, detail?: string): Promise<void>
  /** Evaluates an expression on `witness`, which has data that the page does not show. */
  witness<T>(question: string): Promise<T>
  /** Waits until that many remote videos show new frames. */
  sees(videos?: number): Promise<void>
}

export type EntryOptions = VisitorOptions & {
  browser?: Browser
  /** The browser's language. */
  language?: 'fr' | 'ar' | 'en'
}

/** Opens the page of a room, which shows the device check. */
export async function openRoom(
  t: TestContext,
  scene: Pick<Scene, 'platform' | 'browser'>,
  person: Person,
  consultation: Consultation,
  options: EntryOptions = {},
): Promise<Seat> {
  return openAddress(t, scene.browser, person.id, await addressFor(scene, person, consultation), options)
}

export async function openAddress(
  t: TestContext,
  browser: Browser,
  id: string,
  address: string,
  { browser: other, ...options }: EntryOptions = {},
): Promise<Seat> {
  return newSeat(await (other ?? browser).visitor(t, id, visitorOptions(options)), address)
}

/** Visitor options with a language, and the script that observes the page. */
export const visitorOptions = ({
  language = 'fr',
  before = '',
  ...visit
}: Omit<EntryOptions, 'browser'>): VisitorOptions => ({
  locale: language,
  before: `${witness}\n${before}`,
  ...visit,
})

export async function newSeat(visitor: Visitor, address: string): Promise<Seat> {
  await visitor.page.goto(address)
  const { page } = visitor
  return {
    ...visitor,
    id: visitor.name,
    press: (verb) => page.locator(`[data-do="${verb}"]:visible`).first().click(),
    async shows(screen, detail) {
      const detailSelector = detail === undefined ? '' : `[data-detail="${detail}"]`
      await page.locator(`main[data-screen="${screen}"]${detailSelector}`).waitFor()
    },
    ...viewOf(visitor.name, (code) => page.evaluate(code)),
  }
}

/** Functions that observe a page, in any browser. */
export function viewOf(name: string, evaluate: <T>(code: string) => Promise<T>): Pick<Seat, 'witness' | 'sees'> {
  const pictures = () => evaluate<number[]>('witness.pictures()')
  const total = (counts: number[]) => counts.reduce((sum, count) => sum + count, 0)
  return {
    witness: (question) => evaluate(`witness.${question}`),
    async sees(videos = 1) {
      const before = await pictures()
      await until(async () => {
        const now = await pictures()
        return now.length >= videos && total(now) > total(before) + 10
      }, `pictures of ${videos} in the page of ${name}`)
    },
  }
}

/** Opens the page of a room and joins. */
export async function enter(...given: Parameters<typeof openRoom>): Promise<Seat> {
  const seat = await openRoom(...given)
  await seat.press('join')
  return seat
}

/** Brings doctor and patient into a call. */
export async function startCall(
  t: TestContext,
  scene: Scene,
  consultation: Consultation,
  { doctor: doctorOptions, patient: patientOptions }: { doctor?: EntryOptions; patient?: EntryOptions } = {},
): Promise<{ doctor: Seat; patient: Seat }> {
  const doctor = await enter(t, scene, scene.doctor, consultation, doctorOptions)
  await doctor.shows('call')
  const patient = await enter(t, scene, scene.patient, consultation, { language: 'ar', ...patientOptions })
  await patient.shows('waiting')
  await doctor.press('admit')
  await patient.shows('call')
  await Promise.all([doctor.sees(), patient.sees()])
  return { doctor, patient }
}

export const statusOf = async ({ platform, admin }: Scene, { appointmentId }: Consultation): Promise<string> => {
  const answer = await platform.call('GET', `/api/appointments/${appointmentId}`, { token: admin.token })
  return answer.body.appointment.status
}

/** The duration in the event of a completed consultation. */
export async function durationOf({ platform }: Scene, { appointmentId }: Consultation): Promise<number> {
  const completed = (await eventsOf(platform, appointmentId)).filter(({ event }) => event === 'appointment.completed')
  if (completed.length !== 1) throw new Error(`Completed ${completed.length} times.`)
  return (completed[0]!.data as { durationSec: number }).durationSec
}
