import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { claimsOf, type Link, readLink } from './link.ts'

const token = (claims: object) => `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.signature`

test('a link of ours says for which room it is, who comes, and until when', () => {
  const claims = { room: 'room_1', role: 'host', name: 'د. أمينة الفاسي', exp: 1_800_000_000, sub: 'usr_1' }
  assert.deepEqual(claimsOf(token(claims)), {
    room: 'room_1',
    role: 'host',
    name: 'د. أمينة الفاسي',
    exp: 1_800_000_000,
  })
})

test('one of LiveKit says the same in its own way', () => {
  const claims = { video: { room: 'room_1' }, attributes: { role: 'guest' }, name: 'Fatima', exp: 1_800_000_000 }
  assert.deepEqual(claimsOf(token(claims)), { room: 'room_1', role: 'guest', name: 'Fatima', exp: 1_800_000_000 })
})

test('a role that there is not is no more than a patient’s', () => {
  assert.equal(claimsOf(token({ role: 'root', exp: 1 }))!.role, 'patient')
})

test('what is no token is known for that', () => {
  for (const wrong of ['', 'abc', 'a.b.c', 'a.e30.c', `a.${'%'.repeat(8)}.c`, token({ exp: 'soon' })])
    assert.equal(claimsOf(wrong), undefined, wrong)
})

const soon = Date.now() / 1000 + 600
const address = (hash = '') => new URL(`https://clinic.example.ma/room/room_1?lang=ar${hash}`)

/** A tab in which an address is opened, and opened again. */
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

/** The API answers invitations with this, one after the other; the last for good. */
function answers(t: TestContext, ...all: (Response | Error)[]): void {
  t.mock.method(globalThis, 'fetch', async () => {
    const [now] = all.length > 1 ? all.splice(0, 1) : all
    if (now instanceof Error) throw now
    return now!.clone()
  })
}
const status = (code: number) => new Response(null, { status: code })
const given = (token: string) => Response.json({ token })

test('a secret leaves the address bar before anything else, and is there for the next time the page is loaded', async () => {
  const tab = new Tab()
  const mine = token({ exp: soon })
  await tab.open(address(`#token=${mine}`))
  assert.equal(tab.shown, '/room/room_1?lang=ar')
  assert.equal(((await tab.open(address())) as Link).token, mine)
  assert.equal(tab.shown, undefined)
  await assert.rejects(tab.open(new URL('https://clinic.example.ma/room/%E0%A4#token=x')), URIError)
  assert.equal(tab.shown, '/room/%E0%A4')
})

test('a browser that shows nobody its storage opens the page all the same', async () => {
  const window = { location: address(`#token=${token({ exp: soon })}`), history: { replaceState() {} } }
  Object.defineProperty(window, 'sessionStorage', {
    get() {
      throw new Error('SecurityError')
    },
  })
  assert.equal(((await readLink(window as unknown as Window)) as Link).role, 'patient')
})

test('who cannot be reached about a guest’s token is asked again; who says that it is over is believed', async (t) => {
  const [first, second] = [token({ exp: soon, name: 'Fatima' }), token({ exp: soon + 1, name: 'Fatima' })]
  answers(t, given(first), new TypeError('Failed to fetch'), status(503), status(429), given(second), status(410))
  const tab = new Tab()
  const { renew } = (await tab.open(address('#guest=secret'))) as Link
  for (const _ of ['no network', 'no database', 'too many']) await assert.rejects(renew!())
  assert.equal(await renew!(), second)
  assert.equal(await renew!(), undefined)
  // A reload begins with the newer one.
  assert.equal(((await tab.open(address())) as Link).token, second)
})

test('after the end a reload tells the end, keeps no secret, and another link is another beginning', async () => {
  const tab = new Tab()
  const { visit } = (await tab.open(address(`#token=${token({ exp: soon })}`))) as Link
  visit.remember({ isJoined: true })
  const over = { why: 'ended', reason: 'completed', durationSec: 60 } as const
  visit.remember({ token: undefined, guest: undefined, isJoined: false, over })
  assert.deepEqual(await tab.open(address()), { why: 'ended', reason: 'completed', durationSec: 60 })
  assert.doesNotMatch([...tab.items.values()].join(), /signature/)
  const again = (await tab.open(address(`#token=${token({ exp: soon })}`))) as Link
  assert.deepEqual([again.role, again.visit.read().isJoined], ['patient', false])
})
