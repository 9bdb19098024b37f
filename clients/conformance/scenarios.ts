import type { Fault } from './proxy.ts'

/** One call of a library, with what happens on the way and what must follow. Data alone: every language runs the same. */
export type Scenario = {
  name: string
  /** The method, by its `x-method`. */
  call: string
  /**
   * Its arguments; `{from}` and `{to}` become a free time, `{visit}` the id of an appointment, `{etag}` its tag, `{key}` a new
   * key, `{listFrom}` and `{listTo}` a month with five appointments.
   */
  args: unknown[]
  options?: { idempotencyKey?: string; ifMatch?: string; timeoutMs?: number; cancelAfterMs?: number }
  /** Another client than that of all scenarios, which has no token yet. */
  client?: { clientSecret?: string }
  /** How many calls are made at once. */
  parallel?: number
  calls?: Fault[]
  tokens?: Fault[]
  /** The token is revoked at the platform before the call. */
  revoked?: boolean
  /** What happens before the request of that number: the token is revoked, or two later appointments join the month. */
  meanwhile?: { before: number; happens: 'revoked' | 'booked' }
  expect: {
    /** Fields of the record that the call returns. */
    result?: object
    /** What the answer says besides. */
    meta?: { replayed?: boolean }
    /** What it says besides, whatever the value. */
    tells?: ('requestId' | 'etag' | 'rateLimit')[]
    /** The items of a list are all that were there at first, each once, latest first. */
    walked?: true
    error?: {
      name: string
      message?: string
      status?: number
      code?: string
      attempts?: number
      faults?: string[]
      retryAfter?: number
    }
    requests: number
    tokens?: number
    /** Milliseconds before each repeat: at least these, and at most a quarter more. */
    waits?: number[]
    key?: string
  }
}

const booking = {
  doctorId: 'usr_sandbox_doctor',
  patientId: 'usr_sandbox_patient',
  startTime: '{from}',
  endTime: '{to}',
}
const book = { call: 'appointments.book', args: [booking] }
const read = { call: 'appointments.get', args: ['{visit}'] }
const move = (ifMatch: string) => ({
  call: 'appointments.update',
  args: ['{visit}', { notes: 'Apporter les analyses' }],
  options: { ifMatch },
})
const walk = {
  call: 'appointments.list',
  args: [{ from: '{listFrom}', to: '{listTo}', pageSize: 2 }],
}
const booked = { status: 'SCHEDULED' }

export const scenarios: Scenario[] = [
  {
    name: 'a call passes',
    ...book,
    expect: { result: booked, meta: { replayed: false }, tells: ['requestId', 'rateLimit'], requests: 1 },
  },
  { name: 'a record has a tag', ...read, expect: { tells: ['etag'], requests: 1 } },
  {
    name: 'a lost answer books once',
    ...book,
    calls: ['reset-after-request'],
    expect: { result: booked, meta: { replayed: true }, requests: 2, waits: [250] },
  },
  {
    name: 'a connection that breaks before the request is repeated',
    ...book,
    calls: ['reset-before-request', 'reset-before-request'],
    expect: { result: booked, requests: 3, waits: [250, 500] },
  },
  {
    name: 'an attempt without an answer ends, and is repeated',
    ...book,
    options: { timeoutMs: 1500 },
    calls: ['hang'],
    expect: { result: booked, requests: 2, waits: [250] },
  },
  {
    name: 'an answer that breaks off is repeated',
    ...read,
    calls: ['truncate'],
    expect: { requests: 2, waits: [250] },
  },
  {
    name: 'an answer that breaks off books once',
    ...book,
    calls: ['truncate'],
    expect: { result: booked, meta: { replayed: true }, requests: 2, waits: [250] },
  },
  {
    name: 'a page of another server is no answer',
    ...read,
    calls: [{ status: 200, html: '<p>Sign in to the network.</p>' }],
    expect: { error: { name: 'MedinaError' }, requests: 1, waits: [] },
  },
  {
    name: 'a page of a proxy is repeated as its status says',
    ...read,
    calls: [{ status: 502, html: '<h1>Bad Gateway</h1>' }],
    expect: { requests: 2, waits: [250] },
  },
  {
    name: 'a refusal by a proxy has no code',
    ...read,
    calls: [{ status: 403, html: '<h1>Forbidden</h1>' }],
    expect: { error: { name: 'Forbidden', status: 403, code: '', attempts: 1 }, requests: 1, waits: [] },
  },
  {
    name: 'a redirect is not followed',
    ...book,
    calls: [{ status: 301, html: '' }],
    expect: { error: { name: 'ApiError', status: 301 }, requests: 1, waits: [] },
  },
  {
    name: 'Retry-After is kept',
    ...read,
    calls: [{ status: 503, retryAfter: 1 }],
    expect: { requests: 2, waits: [1000] },
  },
  {
    name: 'Retry-After is kept as a date',
    ...read,
    calls: [{ status: 503, retryAfter: 5.1, asDate: true }],
    expect: { requests: 2, waits: [5000] },
  },
  {
    name: 'a date after a minute is not waited for',
    ...read,
    calls: [{ status: 503, retryAfter: 90, asDate: true }],
    expect: { error: { name: 'ServerError', status: 503, attempts: 1 }, requests: 1, waits: [] },
  },
  {
    name: 'a shorter Retry-After does not shorten the wait',
    ...read,
    calls: [{ status: 429, retryAfter: 0 }],
    expect: { requests: 2, waits: [250] },
  },
  {
    name: 'a spent day is not waited for',
    ...read,
    calls: [{ status: 429, retryAfter: 61 }],
    expect: { error: { name: 'RateLimited', status: 429, attempts: 1, retryAfter: 61 }, requests: 1, waits: [] },
  },
  {
    name: 'five requests in all',
    ...book,
    calls: Array(6).fill({ status: 503 }),
    expect: {
      error: { name: 'ServerError', status: 503, code: 'SCRIPTED', attempts: 5 },
      requests: 5,
      waits: [250, 500, 1000, 2000],
    },
  },
  {
    name: 'after five broken connections the call fails',
    ...read,
    calls: Array(6).fill('reset-before-request'),
    expect: { error: { name: 'ConnectionError' }, requests: 5, waits: [250, 500, 1000, 2000] },
  },
  {
    name: 'after five attempts without an answer the call fails',
    ...read,
    options: { timeoutMs: 200 },
    calls: Array(6).fill('hang'),
    expect: { error: { name: 'TimeoutError' }, requests: 5, waits: [250, 500, 1000, 2000] },
  },
  {
    name: 'what does not exist is not asked for again',
    call: 'patients.get',
    args: ['usr_absent'],
    expect: { error: { name: 'NotFound', status: 404, code: 'NOT_FOUND', attempts: 1 }, requests: 1, waits: [] },
  },
  {
    name: 'all faults arrive at once',
    call: 'appointments.book',
    args: [{ doctorId: 'usr_sandbox_doctor', patientId: 'nobody', startTime: '2031-01-01', endTime: 'later' }],
    expect: {
      error: { name: 'Invalid', status: 422, faults: ['patientId', 'startTime', 'endTime'] },
      requests: 1,
    },
  },
  {
    name: 'the key of the caller wins',
    ...book,
    options: { idempotencyKey: '{key}' },
    calls: [{ status: 500 }],
    expect: { result: booked, requests: 2, key: '{key}' },
  },
  {
    name: 'the key of the caller replays an earlier call',
    ...book,
    options: { idempotencyKey: '{key}' },
    parallel: 2,
    expect: { result: booked, requests: 2, key: '{key}' },
  },
  {
    name: 'events are read forwards to their end',
    call: 'events.list',
    args: [{ after: 'start', subjectId: '{visit}', pageSize: 1 }],
    expect: { result: [{ event: 'appointment.created', data: { appointmentId: '{visit}' } }], requests: 2 },
  },
  {
    name: 'an update with an old tag is refused',
    ...move('"of-an-earlier-version"'),
    expect: { error: { name: 'PreconditionFailed', status: 412, attempts: 1 }, requests: 1, waits: [] },
  },
  {
    name: 'an update with the tag that was read passes, and is repeated with it',
    ...move('{etag}'),
    calls: ['reset-after-request'],
    expect: { result: { notes: 'Apporter les analyses' }, meta: { replayed: true }, tells: ['etag'], requests: 2 },
  },
  { name: 'a list is walked whole', ...walk, expect: { walked: true, requests: 3 } },
  {
    name: 'a page that does not arrive is asked for again',
    ...walk,
    calls: ['pass', { status: 503 }, 'truncate'],
    expect: { walked: true, requests: 5, waits: [250, 500] },
  },
  {
    name: 'a token that ends while a list is walked is replaced',
    ...walk,
    meanwhile: { before: 3, happens: 'revoked' },
    expect: { walked: true, requests: 4, tokens: 1, waits: [] },
  },
  // Last, because the month has seven afterwards.
  {
    name: 'a list that grows at its head is walked without a gap or a repeat',
    ...walk,
    meanwhile: { before: 2, happens: 'booked' },
    expect: { walked: true, requests: 3 },
  },
  {
    name: 'a token that was revoked is fetched anew once, which is no repeat',
    ...read,
    revoked: true,
    expect: { requests: 2, tokens: 1, waits: [] },
  },
  {
    name: 'calls at once share one request for a token',
    ...read,
    client: {},
    parallel: 8,
    expect: { requests: 8, tokens: 1 },
  },
  {
    name: 'a wrong secret is not tried again',
    ...read,
    client: { clientSecret: 'wrong' },
    expect: { error: { name: 'Unauthorized', status: 401, attempts: 1 }, requests: 0, tokens: 1 },
  },
  {
    name: 'a request for a token is repeated too',
    ...read,
    client: {},
    tokens: [{ status: 503 }],
    expect: { requests: 1, tokens: 2, waits: [250] },
  },
  {
    name: 'a call that is cancelled stops, and is not repeated',
    ...read,
    options: { cancelAfterMs: 100 },
    calls: ['hang'],
    expect: { error: { name: 'cancelled' }, requests: 1, waits: [] },
  },
  {
    name: 'a call that is cancelled while it waits stops',
    ...read,
    options: { cancelAfterMs: 1000 },
    calls: [{ status: 503, retryAfter: 50 }],
    expect: { error: { name: 'cancelled' }, requests: 1 },
  },
]
