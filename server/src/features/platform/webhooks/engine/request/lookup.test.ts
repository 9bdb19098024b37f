import assert from 'node:assert/strict'
import { createSocket } from 'node:dgram'
import { lookup as systemLookup } from 'node:dns/promises'
import { after, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { AddressGuard } from '../../../../../lib/address-guard.ts'
import { startReceiver } from '../../receiver-testing.ts'
import { Connections } from './connections.ts'
import type { Lookup } from './connector.ts'
import { createLookup } from './lookup.ts'
import { send } from './send.ts'

const A = 1

/** A test name server. It answers with an address, denies the name (null), or never answers. */
async function nameServer(addressOf: (name: string) => string | null | undefined, delayMs = 0): Promise<string> {
  const socket = createSocket('udp4')
  socket.on('message', (question, from) => {
    const labels: string[] = []
    let at = 12
    for (; question[at]! > 0; at += 1 + question[at]!)
      labels.push(question.toString('latin1', at + 1, at + 1 + question[at]!))
    const address = addressOf(labels.join('.'))
    if (address === undefined) return
    const known = address !== null && question.readUInt16BE(at + 1) === A
    const head = Buffer.from(question.subarray(0, 12))
    head.writeUInt16BE(address === null ? 0x8183 : 0x8180, 2)
    head.writeUInt16BE(known ? 1 : 0, 6)
    head.fill(0, 8)
    const record = Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, ...(address ?? '').split('.').map(Number)])
    const answer = Buffer.concat([head, question.subarray(12, at + 5), ...(known ? [record] : [])])
    setTimeout(() => socket.send(answer, from.port, from.address), delayMs)
  })
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  after(() => socket.close())
  return `127.0.0.1:${socket.address().port}`
}

const noSystem = () => Promise.reject(new Error('The system is not to be asked.'))
const zone: Record<string, string> = { 'receiver.example': '127.0.0.1', 'inner.example': '10.0.0.1' }

test('resolves names of the name server without the system lookup', async () => {
  const lookup = createLookup({ servers: [await nameServer((name) => zone[name])], system: noSystem })
  assert.deepEqual(await lookup('receiver.example'), [{ address: '127.0.0.1', family: 4 }])
})

test('looks up names that DNS denies in the hosts file, one at a time', async () => {
  let [running, most] = [0, 0]
  const system = async () => {
    most = Math.max(most, ++running)
    await new Promise((resolve) => setTimeout(resolve, 5))
    running--
    return [{ address: '127.0.0.9', family: 4 }]
  }
  const lookup = createLookup({ servers: [await nameServer(() => null)], system })
  const found = await Promise.all(Array.from({ length: 8 }, (_, n) => lookup(`host${n}.internal`)))
  assert(found.every(([first]) => first?.address === '127.0.0.9'))
  assert.equal(most, 1)
})

test('asks the system for at most 32 names at a time, and not after a slow failure of the name server', async () => {
  let asked = 0
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
  const system = async () => {
    asked++
    await answered
    return [{ address: '127.0.0.9', family: 4 }]
  }
  const lookup = createLookup({ servers: [await nameServer(() => null)], system })
  const found = Array.from({ length: 33 }, (_, n) => lookup(`host${n}.internal`))
  const refused = assert.rejects(Promise.race([...found, pause(5000)]), { code: 'ENOTFOUND' })
  await refused.finally(answer)
  const settled = await Promise.allSettled(found)
  assert.equal(settled.filter(({ status }) => status === 'fulfilled').length, 32)
  assert.equal(asked, 32)

  const slow = createLookup({ servers: [await nameServer(() => null, 1100)], system: noSystem })
  await assert.rejects(slow('host.internal'), { code: 'ENOTFOUND' })
})

test('a name server that never answers delays only its own names', async () => {
  const receiver = await startReceiver()
  const lookup = createLookup({ servers: [await nameServer((name) => zone[name])], system: noSystem })
  const connections = new Connections({ guard: new AddressGuard(['127.0.0.0/8']), lookup })
  after(() => connections.close())
  const post = (url: string, deadlineMs: number) =>
    send(connections, url, { headers: {}, body: Buffer.from('{}') }, deadlineMs, new AbortController())

  const hanging = Array.from({ length: 60 }, (_, n) => post(`http://hangs${n}.example:8080/`, 4000))
  let over = false
  Promise.race(hanging).then(() => {
    over = true
  })
  const url = receiver.url.replace('127.0.0.1', 'receiver.example')
  for (let n = 0; n < 20; n++) assert.equal((await post(url, 10_000)).error, null)
  await systemLookup('localhost') // the shared threads are free as well
  assert(!over, 'no other request waited for them')
  for (const sent of await Promise.all(hanging)) assert.equal(sent.error, 'timeout')
})

test('filters the addresses that a name server returns', async () => {
  const lookup: Lookup = createLookup({ servers: [await nameServer((name) => zone[name])], system: noSystem })
  const connections = new Connections({ guard: new AddressGuard([]), lookup })
  const message = { headers: {}, body: Buffer.from('{}') }
  for (const host of ['inner.example', 'receiver.example']) {
    const sent = await send(connections, `https://${host}/`, message, 5000, new AbortController())
    assert.deepEqual([sent.error, sent.remoteAddress], ['blocked_address', null], host)
  }
  connections.close()
})
