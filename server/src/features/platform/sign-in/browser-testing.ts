import { eventually } from '../../../../testing/eventually.ts'
import { givePassword, newPerson, newTenant } from '../../../../testing/factories.ts'
import type { Platform } from '../../../../testing/harness.ts'
import type { Plan, Role } from '../../../actor.ts'

// biome-ignore lint/suspicious/noExplicitAny: tests read bodies of every shape.
export type Answer = { status: number; headers: Headers; body: any; text: string; setCookies: string[] }

type RequestOptions = { form?: Record<string, string> | undefined; headers?: Record<string, string>; raw?: string }

/** A browser with its own cookies. */
type Browser = {
  cookies: Map<string, string>
  send(method: string, path: string, options?: RequestOptions): Promise<Answer>
  csrf(): Promise<string>
  signIn(
    email: string,
    password: string,
    more?: { headers?: Record<string, string>; callbackUrl?: string; organization?: string },
  ): Promise<Answer>
  /** Chooses or changes the organisation. */
  choose(organization: string, headers?: Record<string, string>): Promise<Answer>
  session(): Promise<Answer>
  signOut(): Promise<Answer>
}

/** @param base where the server listens; by default its public address */
export function newBrowser({ url }: Pick<Platform, 'url'>, base = url): Browser {
  const cookies = new Map<string, string>()
  const send: Browser['send'] = async (method, path, { form, headers = {}, raw } = {}) => {
    const body = raw ?? (form && new URLSearchParams(form))
    const response = await fetch(base + path, {
      method,
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '), ...headers },
      ...(body === undefined ? {} : { body }),
    })
    const setCookies = response.headers.getSetCookie()
    for (const line of setCookies) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!
      if (/max-age=0/i.test(line)) cookies.delete(name!)
      else cookies.set(name!, value!)
    }
    const text = await response.text()
    const json = response.headers.get('content-type')?.includes('json')
    return {
      status: response.status,
      headers: response.headers,
      body: json && text ? JSON.parse(text) : undefined,
      text,
      setCookies,
    }
  }
  const csrf = async () => (await send('GET', '/api/auth/csrf')).body.csrfToken as string
  return {
    cookies,
    send,
    csrf,
    async signIn(email, password, { headers = {}, ...more } = {}) {
      const form = { email, password, csrfToken: await csrf(), ...more }
      return send('POST', '/api/auth/callback/credentials', { form, headers })
    },
    async choose(organization, headers = {}) {
      const form = { organization, csrfToken: await csrf() }
      return send('POST', '/api/auth/callback/organization', { form, headers })
    },
    session: () => send('GET', '/api/auth/session'),
    async signOut() {
      return send('POST', '/api/auth/signout', { form: { csrfToken: await csrf() } })
    },
  }
}

export const SESSION_COOKIE = 'authjs.session-token'
export const CHOICE_COOKIE = 'medina.organization-choice'

/** The password of the sandbox's people and of new members. */
export const PASSWORD = 'sandbox-password'

/** A user of a new tenant who can sign in. */
export async function newMember(platform: Platform, role: Role = 'PATIENT', plan?: Plan) {
  const person = await newPerson(platform, await newTenant(platform, plan), role)
  await givePassword(platform, person)
  return { ...person, email: `${person.id}@test.example` }
}

/** The number of statements that wait for a lock. */
export const countWaiting = async ({ owner }: Pick<Platform, 'owner'>): Promise<number> =>
  (await owner.query(`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`))
    .rowCount!

/** Ends sessions while a new one begins: its creation waits until the end is done, or waits too. */
export async function endDuring<T>(
  platform: Platform,
  { id }: { id: string },
  begin: () => Promise<unknown>,
  end: () => Promise<T>,
): Promise<T> {
  const holder = await platform.owner.connect()
  try {
    await holder.query('begin')
    await holder.query('select from users where id = $1 for update', [id])
    const begun = begin()
    await eventually(async () => (await countWaiting(platform)) === 1, 'the new session to wait')
    let isDone = false
    const ended = end().finally(() => {
      isDone = true
    })
    await eventually(async () => isDone || (await countWaiting(platform)) > 1, 'the end')
    await holder.query('commit')
    await begun
    return await ended
  } finally {
    holder.release(true) // closes the connection, with its locks
  }
}
