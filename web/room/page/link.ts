import type { Role } from '@medina-care/protocol/people.ts'
import type { Over } from '../call/call.ts'
import { storeIn } from '../store.ts'

/** The room and user according to the link. Only the server verifies them. */
export type Link = {
  token: string
  /** The whole URL, with the secret that was removed from the address bar. */
  address: string
  role: Role
  name: string | undefined
  roomId: string
  visit: Visit
  /** The page that shows what comes after the consultation: of the link that brought the user here, or of the console. */
  page: string | undefined
  /** Requests another token for an invitation. Undefined if the invitation is over. Throws while the API is unreachable. */
  renew: (() => Promise<string | undefined>) | undefined
}
const problems = ['noLink', 'notNow', 'expired', 'invalid', 'unreachable'] as const
type LinkProblem = (typeof problems)[number]
type Ended = Extract<Over, { why: 'ended' }>
/** The end of a consultation, with the page that shows what comes next. */
type StoredEnd = Ended & { page?: string | undefined; role?: Role }

/** The state that a reload restores. */
export type Visit = {
  read(): StoredVisit
  remember(more: Partial<StoredVisit>): void
}
type StoredVisit = {
  token?: string | undefined
  guest?: string | undefined
  join?: string | undefined
  /** The appointment, if the console opened the room. */
  appointment?: string | undefined
  /** Whether the user has joined and not left. */
  isJoined?: boolean
  /** The end of the consultation. After it, nothing else is stored. */
  over?: StoredEnd | undefined
  audio?: boolean
  camera?: boolean
}

/** The link must be explained by its own page: too early, over, cancelled or ended. */
export type Explained = { explainedAt: string }

/** The server asks for the birth date of the patient, or for a code that it sends to the user's telephone. */
export type Check = {
  kind: 'birthDate' | 'code'
  wasWrong: boolean
  answer(text: string): Promise<ReadLink>
  /** Sends the code. Returns the end of the telephone number; undefined if it could not be sent now. */
  sendCode(): Promise<string | undefined>
}

/** The answer to a check. */
type Answer = { kind: Check['kind']; text: string }

export type ReadLink = Link | LinkProblem | StoredEnd | Explained | Check

/** A secret that is exchanged for tokens: of a guest's invitation, or the code of a participant's link. */
type Secret = { kind: 'guest' | 'join'; text: string }

/**
 * Reads the link and removes its secret from the address bar, so that it does not leak in a photo of the screen, a
 * shared URL or the browser's history.
 * @param answer to a check
 */
export async function readLink(window: Window, answer?: Answer): Promise<ReadLink> {
  const { origin, pathname, search, hash } = window.location
  const given = new URLSearchParams(hash.slice(1))
  if (hash) window.history.replaceState(null, '', pathname + search)
  const roomId = decodeURIComponent(pathname.split('/').pop()!)
  const visit = visitOf(roomId, () => window.sessionStorage)
  const [token, guest, join, appointment] = ['token', 'guest', 'join', 'visit'].map(
    (name) => given.get(name) ?? undefined,
  )
  // A link that differs from the previous one belongs to another user, or starts a new visit.
  if (token || guest || join) visit.remember({ token, guest, join, appointment, isJoined: false, over: undefined })
  const remembered = visit.read()
  if (remembered.over) return remembered.over
  const secret = secretOf(remembered)
  const language = new URLSearchParams(search).get('lang') ?? 'fr'
  const page =
    secret?.kind === 'join'
      ? `/${language}/join/${secret.text}`
      : remembered.appointment && `/console/today/${encodeURIComponent(remembered.appointment)}`
  const refusal = (one: Refusal): ReadLink => {
    if (typeof one !== 'string') {
      const { kind } = one
      return { ...one, answer: (text) => readLink(window, { kind, text }), sendCode: () => sendCode(secret!.text) }
    }
    return page === undefined || one === 'unreachable' ? one : { explainedAt: page }
  }
  const known = remembered.token ?? (secret ? await exchange(secret, answer) : 'noLink')
  if (isRefusal(known)) return refusal(known)
  visit.remember({ token: known })
  const claims = claimsOf(known)
  if (!claims || (claims.room !== undefined && claims.room !== roomId)) return 'invalid'
  const newToken = async () => {
    const one = secret === undefined ? 'expired' : await exchange(secret, answer)
    if (!isRefusal(one)) visit.remember({ token: one })
    return one
  }
  const renew = async () => {
    const one = await newToken()
    if (one === 'unreachable') throw new Error('The link cannot be renewed now: the API is unreachable.')
    return isRefusal(one) ? undefined : one
  }
  const address = `${origin}${pathname}${search}#${secret === undefined ? `token=${known}` : `${secret.kind}=${secret.text}`}`
  const link = {
    token: known,
    address,
    role: claims.role,
    name: claims.name,
    roomId,
    visit,
    page,
    renew: secret === undefined ? undefined : renew,
  }
  if (remembered.isJoined || claims.exp * 1000 > Date.now() || !(await hasExpired(claims.exp, pathname))) return link
  const renewed = await newToken()
  return isRefusal(renewed) ? refusal(renewed) : { ...link, token: renewed }
}

const secretOf = ({ guest, join }: StoredVisit): Secret | undefined =>
  guest ? { kind: 'guest', text: guest } : join ? { kind: 'join', text: join } : undefined

type Refusal = LinkProblem | Pick<Check, 'kind' | 'wasWrong'>

const exchanges = {
  guest: { path: '/api/video/guest-token', field: 'invitation' },
  join: { path: '/api/video/link-token', field: 'link' },
}

/** Exchanges a secret for a token. */
async function exchange({ kind, text }: Secret, answer: Answer | undefined): Promise<string | Refusal> {
  const { path, field } = exchanges[kind]
  try {
    const response = await post(path, { [field]: text, ...(answer && { [answer.kind]: answer.text }) })
    if (response.ok) return ((await response.json()) as { token: string }).token
    if (response.status === 409) return 'notNow'
    if (response.status === 410) return 'expired'
    // A date that the calendar does not have is a wrong one too.
    if (response.status === 422 && answer) return { kind: answer.kind, wasWrong: true }
    if (response.status === 403) {
      const { error } = (await response.json()) as { error: { details?: { check?: string } } }
      return { kind: error.details?.check === 'CODE' ? 'code' : 'birthDate', wasWrong: answer !== undefined }
    }
    return response.status < 500 && response.status !== 429 ? 'invalid' : 'unreachable'
  } catch {
    return 'unreachable'
  }
}

async function sendCode(link: string): Promise<string | undefined> {
  const response = await post('/api/video/link-code', { link }).catch(() => undefined)
  return response?.ok ? (((await response.json()) as { sentTo: string | null }).sentTo ?? undefined) : undefined
}

const post = (path: string, body: object): Promise<Response> =>
  fetch(path, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) })

const isRefusal = (one: string | Refusal): one is Refusal => typeof one !== 'string' || isProblem(one)
const isProblem = (one: string): one is LinkProblem => problems.some((problem) => problem === one)

function visitOf(roomId: string, storage: () => Storage): Visit {
  const store = storeIn(storage)
  const key = `medina-room-${roomId}`
  const read = () => (store.read(key) as StoredVisit | undefined) ?? {}
  return { read, remember: (more) => store.write(key, { ...read(), ...more }) }
}

type Claims = { role: Role; name: string | undefined; room: string | undefined; exp: number }

/** A token's claims, unverified: for display only. */
export function claimsOf(token: string): Claims | undefined {
  try {
    const base64 = token.split('.')[1]!.replaceAll('-', '+').replaceAll('_', '/')
    const claims = JSON.parse(new TextDecoder().decode(Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))))
    if (typeof claims.exp !== 'number') return undefined
    const role = claims.role ?? claims.attributes?.role
    return {
      role: ['host', 'guest', 'observer'].includes(role) ? role : 'patient',
      name: typeof claims.name === 'string' ? claims.name : undefined,
      room: claims.room ?? claims.video?.room,
      exp: claims.exp,
    }
  } catch {
    return undefined
  }
}

/** Compares with the server's clock, because a phone's clock may be hours off. */
async function hasExpired(exp: number, path: string): Promise<boolean> {
  try {
    const { headers } = await fetch(path, { method: 'HEAD', cache: 'no-store' })
    return Date.parse(headers.get('date') ?? '') > exp * 1000
  } catch {
    return false
  }
}
