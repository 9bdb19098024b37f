import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { type Check, claimsOf, type Link, readLink } from './link.ts'

const token = (claims: object) => `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.signature`

test('reads the room, the user and the expiry from a token', () => {
  const claims = { room: 'room_1', role: 'host', name: 'د. أمينة الفاسي', exp: 1_800_000_000, sub: 'usr_1' }
  assert.deepEqual(claimsOf(token(claims)), {
    room: 'room_1',
    role: 'host',
    name: 'د. أمينة الفاسي',
    exp: 1_800_000_000,
  })
})

test('reads them from a LiveKit token too', () => {
  const claims = { video: { room: 'room_1' }, attributes: { role: 'guest' }, name: 'Fatima', exp: 1_800_000_000 }
  assert.deepEqual(claimsOf(token(claims)), { room: 'room_1', role: 'guest', name: 'Fatima', exp: 1_800_000_000 })
})

test('an unknown role counts as patient', () => {
  assert.equal(claimsOf(token({ role: 'root', exp: 1 }))!.role, 'patient')
})

test('ignores texts that are not tokens', () => {
  for (const wrong of ['', 'abc', 'a.b.c', 'a.e30.c', `a.${'%'.repeat(8)}.c`, token({ exp: 'soon' })])
    assert.equal(claimsOf(wrong), undefined, wrong)
})

const expiry = Date.now() / 1000 + 600
const address = (hash = '') => new URL(`https://clinic.example.ma/room/room_1?lang=ar${hash}`)

/** A tab in which a URL is opened repeatedly. */
class Tab {
  items = new Map<string, string>()
  shown: string | undefined
  show = (_state: unknown, _title: string, path: string): void => {
    this.shown = path
  }
  open(location: URL): Promise<Awaited<ReturnType<typeof readLink>>> {
    this.shown = undefined
    const window = {
      location,
      history: { replaceState: this.show },
      sessionStorage: {
        getItem: (key: string) => this.items.get(key) ?? null,
        setItem: (key: string, value: string) => void this.items.set(key, value),
      },
    }
    return readLink(window as unknown as Window)
  }
}

/** Mocks the API's answers to invitations, in order; the last one repeats. */
function answers(t: TestContext, ...all: (Response | Error)[]): void {
  t.mock.method(globalThis, 'fetch', async () => {
    const [now] = all.length > 1 ? all.splice(0, 1) : all
    if (now instanceof Error) throw now
    return now!.clone()
  })
}
const status = (code: number) => new Response(null, { status: code })
/** The answer that asks for a check. */
const checked = (check: string) => Response.json({ error: { details: { check } } }, { status: 403 })
const given = (token: string) => Response.json({ token })

test('removes a secret from the address bar first, and stores it for a reload', async () => {
  const tab = new Tab()
  const mine = token({ exp: expiry })
  await tab.open(address(`#token=${mine}`))
  assert.equal(tab.shown, '/room/room_1?lang=ar')
  assert.equal(((await tab.open(address())) as Link).token, mine)
  assert.equal(tab.shown, undefined)
  await assert.rejects(tab.open(new URL('https://clinic.example.ma/room/%E0%A4#token=x')), URIError)
  assert.equal(tab.shown, '/room/%E0%A4')
})

test('the page opens in a browser that denies access to its storage', async () => {
  const window = { location: address(`#token=${token({ exp: expiry })}`), history: { replaceState() {} } }
  Object.defineProperty(window, 'sessionStorage', {
    get() {
      throw new Error('SecurityError')
    },
  })
  assert.equal(((await readLink(window as unknown as Window)) as Link).role, 'patient')
})

test('retries an unreachable API for a guest’s token, and stops when the invitation is over', async (t) => {
  const [first, second] = [token({ exp: expiry, name: 'Fatima' }), token({ exp: expiry + 1, name: 'Fatima' })]
  answers(t, given(first), new TypeError('Failed to fetch'), status(503), status(429), given(second), status(410))
  const tab = new Tab()
  const { renew } = (await tab.open(address('#guest=secret'))) as Link
  for (const _ of ['no network', 'no database', 'rate limited']) await assert.rejects(renew!())
  assert.equal(await renew!(), second)
  assert.equal(await renew!(), undefined)
  // A reload uses the newer token.
  assert.equal(((await tab.open(address())) as Link).token, second)
})

test('a participant’s link fetches tokens by its code, and stores it for a reload', async (t) => {
  const [first, second] = [token({ exp: expiry }), token({ exp: expiry + 1 })]
  answers(t, given(first), given(second))
  const tab = new Tab()
  const link = (await tab.open(address('#join=code'))) as Link
  assert.deepEqual([link.token, link.address], [first, 'https://clinic.example.ma/room/room_1?lang=ar#join=code'])
  assert.equal(await link.renew!(), second)
  const { arguments: sent } = (fetch as unknown as { mock: { calls: { arguments: [string, RequestInit] }[] } }).mock
    .calls[0]!
  assert.deepEqual([sent[0], sent[1].body], ['/api/video/link-token', '{"link":"code"}'])
  assert.equal(((await tab.open(address())) as Link).token, second)
})

test('a participant’s link that cannot be used now is explained by its own page', async (t) => {
  answers(t, status(409), status(410), status(404), status(503))
  for (const _ of ['too early', 'ended', 'unknown'])
    assert.deepEqual(await new Tab().open(address('#join=code')), { explainedAt: '/ar/join/code' })
  assert.equal(await new Tab().open(address('#join=code')), 'unreachable')
})

test('asks for the birth date of the patient, again if it is wrong, and uses it for later tokens', async (t) => {
  const [first, second] = [token({ exp: expiry }), token({ exp: expiry + 1 })]
  answers(t, checked('BIRTH_DATE'), checked('BIRTH_DATE'), status(422), given(first), given(second))
  const tab = new Tab()
  const asked = (await tab.open(address('#join=code'))) as Check
  assert.equal(asked.wasWrong, false)
  const again = (await asked.answer('2019-05-02')) as Check
  assert.equal(again.wasWrong, true)
  const impossible = (await again.answer('2019-02-31')) as Check
  assert.equal(impossible.wasWrong, true)
  const link = (await impossible.answer('2019-05-01')) as Link
  assert.equal(link.token, first)
  assert.equal(await link.renew!(), second)
  const bodies = (fetch as unknown as { mock: { calls: { arguments: [string, RequestInit] }[] } }).mock.calls.map(
    ({ arguments: [, { body }] }) => JSON.parse(String(body)).birthDate,
  )
  assert.deepEqual(bodies, [undefined, '2019-05-02', '2019-02-31', '2019-05-01', '2019-05-01'])
})

test('asks for the code that was sent to the telephone', async (t) => {
  answers(
    t,
    checked('CODE'),
    Response.json({ sentTo: '••78' }),
    status(429),
    status(422),
    given(token({ exp: expiry })),
  )
  const asked = (await new Tab().open(address('#join=code'))) as Check
  assert.deepEqual([asked.kind, asked.wasWrong], ['code', false])
  assert.equal(await asked.sendCode(), '••78')
  assert.equal(await asked.sendCode(), undefined, 'too many')
  const again = (await asked.answer('12')) as Check
  assert.deepEqual([again.kind, again.wasWrong], ['code', true])
  assert.ok(((await again.answer('123456')) as Link).token)
  const { calls } = (fetch as unknown as { mock: { calls: { arguments: [string, RequestInit] }[] } }).mock
  const [path, { body }] = calls.at(-1)!.arguments
  assert.deepEqual([path, body], ['/api/video/link-token', '{"link":"code","code":"123456"}'])
  assert.deepEqual(calls[1]!.arguments[0], '/api/video/link-code')
})

test('a reload after the end shows the end without secrets, and a new link starts a new visit', async () => {
  const tab = new Tab()
  const { visit } = (await tab.open(address(`#token=${token({ exp: expiry })}`))) as Link
  visit.remember({ isJoined: true })
  const over = { why: 'ended', reason: 'completed', durationSec: 60, page: '/fr/join/code' } as const
  visit.remember({ token: undefined, guest: undefined, isJoined: false, over })
  assert.deepEqual(await tab.open(address()), over)
  assert.doesNotMatch([...tab.items.values()].join(), /signature/)
  const again = (await tab.open(address(`#token=${token({ exp: expiry })}`))) as Link
  assert.deepEqual([again.role, again.visit.read().isJoined], ['patient', false])
})

test('a room that the console opened leads back to the screen of the appointment, also after a reload', async () => {
  const tab = new Tab()
  const opened = (await tab.open(address(`#token=${token({ exp: expiry })}&visit=apt_1/..`))) as Link
  assert.equal(opened.page, '/console/today/apt_1%2F..')
  assert.equal(((await tab.open(address())) as Link).page, opened.page)
  const without = (await tab.open(address(`#token=${token({ exp: expiry })}`))) as Link
  assert.equal(without.page, undefined)
})
