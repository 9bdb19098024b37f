import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { isIPv4 } from 'node:net'

type DnsServer = { address: string; close(): Promise<void> }

/** The addresses of a name, called for each question, so that they may change. */
export type Zone = (name: string, family: 4 | 6) => string[]

const A = 1
const AAAA = 28
const HEADER = 12

/** A name server on loopback with a TTL of 0. */
export async function startDnsServer(zone: Zone): Promise<DnsServer> {
  const socket = createSocket('udp4')
  socket.on('message', (query, { port, address }) => socket.send(answerTo(query, zone), port, address))
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return {
    address: `127.0.0.1:${socket.address().port}`,
    async close() {
      socket.close()
      await once(socket, 'close')
    },
  }
}

/** RFC 1035 for one question of type A or AAAA. */
function answerTo(query: Buffer, zone: Zone): Buffer {
  const labels: string[] = []
  let at = HEADER
  for (let length = query[at]!; length > 0; length = query[at]!) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  const type = query.readUInt16BE(at + 1)
  const question = query.subarray(HEADER, at + 5)
  const addresses = type === A || type === AAAA ? zone(labels.join('.').toLowerCase(), type === A ? 4 : 6) : []
  const head = Buffer.alloc(HEADER)
  query.copy(head, 0, 0, 2) // the id
  head.writeUInt16BE(0x8180, 2) // response, recursion available, no error
  head.writeUInt16BE(1, 4)
  head.writeUInt16BE(addresses.length, 6)
  return Buffer.concat([head, question, ...addresses.map((address) => record(type, address))])
}

function record(type: number, address: string): Buffer {
  const data = bytesOf(address)
  const head = Buffer.alloc(12)
  head.writeUInt16BE(0xc000 + HEADER, 0) // pointer to the name in the question
  head.writeUInt16BE(type, 2)
  head.writeUInt16BE(1, 4) // class IN
  head.writeUInt32BE(0, 6) // TTL
  head.writeUInt16BE(data.length, 10)
  return Buffer.concat([head, data])
}

function bytesOf(address: string): Buffer {
  if (isIPv4(address)) return Buffer.from(address.split('.').map(Number))
  const [before = '', after] = address.split('::')
  const groups = (text: string) => (text === '' ? [] : text.split(':'))
  const [head, tail] = [groups(before), groups(after ?? '')]
  const between = Array.from({ length: 8 - head.length - tail.length }, () => '0')
  return Buffer.from([...head, ...between, ...tail].map((group) => group.padStart(4, '0')).join(''), 'hex')
}
