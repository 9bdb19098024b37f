import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { resolve } from 'node:path'
import { after, type TestContext } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { type Browser, startBrowser, type Visit, type Visitor } from '../browser.ts'
import { eventsOf, newPerson, newTenant, type Person } from '../factories.ts'
import { type Platform, startPlatform } from '../harness.ts'
import { consult } from '../practice.ts'
import { type Network, openProxy, privateNetwork, type TcpProxy } from './network.ts'

const witness = stripTypeScriptTypes(
  readFileSync(resolve(import.meta.dirname, '../../../web/testing/witness.ts'), 'utf8'),
)

/** The default time limit for events in a browser. */
const PATIENCE_MS = 15_000

/** Waits until a condition holds. @returns its value */
export async function until<T>(
  look: () => Promise<T | false | undefined> | T | false | undefined,
  what: string,
  patienceMs = PATIENCE_MS,
): Promise<T> {
  for (const end = performance.now() + patienceMs; ; await pause(40)) {
    const found = await look()
    if (found !== false && found !== undefined) return found
    if (performance.now() > end) throw new Error(`Timed out waiting for ${what}.`)
  }
}

/** A platform with people and a browser, for real calls. */
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

/** A scene for one test file. Browser and network start slowly, and may be shared. */
export async function openScene(
  env: Record<string, string> = {},
  other: Partial<Pick<Scene, 'network' | 'browser'>> = {},
): Promise<Scene> {
  const network = other.browser ? other.network : (other.network ?? (await privateNetwork()))
  const proxy = await openProxy(network)
  after(proxy.close)
  const platform = await startPlatform({ PUBLIC_URL: proxy.url, ...env })
  proxy.forwardTo(platform.config.port)
  return {
    platform,
    network,
    proxy,
    browser: other.browser ?? (await startBrowser({ network })),
    ...(await people(platform)),
  }
}

/** A doctor, a patient and an administrator of a new practice. */
export async function people(platform: Platform) {
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

async function grant({ call }: Platform, who: Person, appointmentId: string) {
  const answer = await call('POST', '/api/video/token', { token: who.token, body: { appointmentId, identity: who.id } })
  if (answer.status !== 200) throw new Error(`No token for the room: ${answer.text}`)
  return answer.body as { token: string; roomId: string }
}

/** The URL that opens the room for a person. */
export async function addressFor(scene: Pick<Scene, 'platform'>, who: Person, { appointmentId }: Consultation) {
  const { token, roomId } = await grant(scene.platform, who, appointmentId)
  return `${scene.platform.config.publicUrl}/room/${roomId}#token=${token}`
}

/** A participant at the page of a room. */
export type Seat = Visitor & {
  id: string
  /** Clicks the button with this action. */
  press(verb: string): Promise<void>
  /** Waits until the page shows a screen, and a detail of it. */
  shows(screen: string, detail?: string): Promise<void>
  /** Queries the browser for data that the page does not show. */
  witness<T>(question: string): Promise<T>
  /** Waits until that many remote videos show new frames. */
  sees(videos?: number): Promise<void>
}

type Entering = Visit & {
  browser?: Browser
  /** Instead of the browser's language. */
  language?: 'fr' | 'ar' | 'en'
}

/** Opens the page of a room, at the device check. */
export async function open(
  t: TestContext,
  scene: Pick<Scene, 'platform' | 'browser'>,
  who: Person,
  consultation: Consultation,
  options: Entering = {},
): Promise<Seat> {
  return openAt(t, scene.browser, who.id, await addressFor(scene, who, consultation), options)
}

export async function openAt(
  t: TestContext,
  browser: Browser,
  id: string,
  address: string,
  { browser: other, ...options }: Entering = {},
): Promise<Seat> {
  return seated(await (other ?? browser).visitor(t, id, visitOf(options)), address)
}

/** The options of a participant: language, and a script that observes the page. */
export const visitOf = ({ language = 'fr', before = '', ...visit }: Omit<Entering, 'browser'>): Visit => ({
  locale: language,
  before: `${witness}\n${before}`,
  ...visit,
})

export async function seated(visitor: Visitor, address: string): Promise<Seat> {
  await visitor.page.goto(address)
  const { page } = visitor
  return {
    ...visitor,
    id: visitor.name,
    press: (verb) => page.locator(`[data-do="${verb}"]:visible`).first().click(),
    async shows(screen, detail) {
      const at = detail === undefined ? '' : `[data-detail="${detail}"]`
      await page.locator(`main[data-screen="${screen}"]${at}`).waitFor()
    },
    ...viewOf(visitor.name, (code) => page.evaluate(code)),
  }
}

/** The observations of a page, in any browser. */
export function viewOf(name: string, ask: <T>(code: string) => Promise<T>): Pick<Seat, 'witness' | 'sees'> {
  const pictures = () => ask<number[]>('witness.pictures()')
  const total = (counts: number[]) => counts.reduce((sum, count) => sum + count, 0)
  return {
    witness: (question) => ask(`witness.${question}`),
    async sees(videos = 1) {
      const before = await pictures()
      await until(async () => {
        const now = await pictures()
        return now.length >= videos && total(now) > total(before) + 10
      }, `pictures of ${videos} in the page of ${name}`)
    },
  }
}

/** Opens the page and joins. */
export async function enter(...given: Parameters<typeof open>): Promise<Seat> {
  const seat = await open(...given)
  await seat.press('join')
  return seat
}

/** Brings doctor and patient into a call. */
export async function meet(
  t: TestContext,
  scene: Scene,
  consultation: Consultation,
  { doctor: ofDoctor, patient: ofPatient }: { doctor?: Entering; patient?: Entering } = {},
): Promise<{ doctor: Seat; patient: Seat }> {
  const doctor = await enter(t, scene, scene.doctor, consultation, ofDoctor)
  await doctor.shows('call')
  const patient = await enter(t, scene, scene.patient, consultation, { language: 'ar', ...ofPatient })
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
