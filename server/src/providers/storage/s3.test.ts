import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { get } from 'node:http'
import { connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, describe, test } from 'node:test'
import { startS3, withoutS3 } from '../../../testing/s3.ts'
import { Clock } from '../../lib/clock.ts'
import { type S3Address, storageAddress } from './address.ts'
import { S3Storage } from './s3.ts'

const KEY = 'ten_a/doc_1/ordonnance.pdf'
const PDF = Buffer.from('%PDF-1.7 of a patient')

function open(url: string, clock = new Clock()): S3Storage {
  const storage = new S3Storage(storageAddress(url) as S3Address, clock) // an S3 URL
  after(() => storage.close())
  return storage
}

/** A proxy that records requests; `cutAfter` gives the bytes after which a connection is cut. */
async function proxyTo(port: number) {
  const sockets = new Set<Socket>()
  const proxy = { url: '', sent: '', connections: 0, cutAfter: (_connection: number) => Number.POSITIVE_INFINITY }
  const server = createServer((client) => {
    const upstream = connect(port, '127.0.0.1')
    const limit = proxy.cutAfter(++proxy.connections)
    let passed = 0
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => (socket === client ? upstream : client).destroy())
    }
    client.on('data', (bytes) => {
      proxy.sent += bytes.toString('latin1')
      passed += bytes.length
      if (passed > limit) client.destroy()
      else upstream.write(bytes)
    })
    upstream.on('data', (bytes) => client.write(bytes))
  }).listen(0, '127.0.0.1')
  await new Promise((ready) => server.once('listening', ready))
  after(() => {
    server.close()
    for (const socket of sockets) socket.destroy()
  })
  const address = server.address()
  assert.ok(address && typeof address === 'object')
  proxy.url = `s3+http://medina:se%2Fcret@127.0.0.1:${address.port}/documents/of/tests`
  return proxy
}

describe('a bucket', { skip: withoutS3 }, async () => {
  if (withoutS3) return
  const s3 = await startS3()
  const statusAt = async (storage: S3Storage, key: string) => (await fetch((await storage.addressOf(key)).url)).status

  test('stores files as PDF below the prefix, unchanged', async () => {
    const storage = open(s3.url)
    await storage.put(KEY, PDF)
    assert.ok(existsSync(join(s3.folder, KEY)))
  })

  test('requests the configured encryption, in a signed header', async () => {
    for (const [sse, requests] of [
      ['?sse=AES256', 'AES256'],
      ['?sse=aws:kms', 'aws:kms'],
      ['', undefined],
    ] as const) {
      const proxy = await proxyTo(s3.port)
      await open(proxy.url + sse).put(KEY, PDF)
      assert.equal(/x-amz-server-side-encryption: (\S+)/i.exec(proxy.sent)?.[1], requests)
      assert.equal(/SignedHeaders=[\w;-]*x-amz-server-side-encryption/.test(proxy.sent), requests !== undefined)
    }
  })

  test('never stores a partial file when the connection is cut, and stores it whole on a later attempt', async () => {
    const proxy = await proxyTo(s3.port)
    const storage = open(proxy.url)
    const key = 'ten_a/doc_cut/ordonnance.pdf'
    const bytes = Buffer.alloc(1_000_000, 'medina ')
    proxy.cutAfter = () => 500_000
    await assert.rejects(storage.put(key, bytes), { name: 'StorageError', message: /did not answer/ })
    assert.equal(proxy.connections, 3)
    assert.equal(await statusAt(open(s3.url), key), 404)
    proxy.cutAfter = (connection) => (connection === 4 ? 500_000 : Number.POSITIVE_INFINITY)
    await storage.put(key, bytes)
    const { url } = await open(s3.url).addressOf(key)
    assert.ok(Buffer.from(await (await fetch(url)).arrayBuffer()).equals(bytes))
  })

  test('reports the error code of a refusal once, without secrets', async () => {
    const lateClock = new Clock()
    lateClock.runAheadBy(-3600_000)
    const refused = {
      SignatureDoesNotMatch: open(s3.url.replace('se%2Fcret', 'guessed')),
      RequestTimeTooSkewed: open(s3.url, lateClock),
      NoSuchBucket: open(s3.url.replace('/documents/', '/elsewhere/')),
    }
    for (const [word, storage] of Object.entries(refused)) {
      const error = await storage.put(KEY, PDF).catch((thrown) => thrown)
      assert.equal(error.name, 'StorageError')
      assert.match(error.message, new RegExp(`^The storage answered 40[34] ${word}\\.$`))
      assert.doesNotMatch(`${error.stack} ${error.cause}`, /se\/cret|se%2Fcret|guessed|Signature=/)
    }
  })

  test('retries a request that failed with 5xx', async () => {
    let requests = 0
    const broken = createServer((socket) => {
      socket.on('error', () => {})
      socket.on('data', () => {
        requests++
        socket.end('HTTP/1.1 503 Slow Down\r\ncontent-length: 0\r\nconnection: close\r\n\r\n')
      })
    }).listen(0, '127.0.0.1')
    after(() => broken.close())
    await new Promise((ready) => broken.once('listening', ready))
    const address = broken.address()
    assert.ok(address && typeof address === 'object')
    const storage = open(`s3+http://medina:secret@127.0.0.1:${address.port}/documents`)
    await assert.rejects(storage.remove(KEY), { name: 'StorageError', message: 'The storage answered 503.' })
    assert.equal(requests, 3)
  })

  test('may be part of the host name instead of the path', async () => {
    const storage = open(s3.url)
    await storage.put(KEY, PDF)
    const virtual = open(`${s3.url.replace('127.0.0.1', 'localhost')}?style=virtual`)
    const { url } = await virtual.addressOf(KEY)
    assert.match(url, /^http:\/\/documents\.localhost:\d+\/of\/tests\/ten_a\//)
    // DNS does not resolve the name: connect to the address itself.
    const { pathname, search, host } = new URL(url)
    const options = { host: '127.0.0.1', port: s3.port, path: pathname + search, headers: { host } }
    const content = await new Promise<string>((resolve, reject) =>
      get(options, (answer) => resolve(text(answer))).on('error', reject),
    )
    assert.equal(content, PDF.toString())
  })

  test('times out when unavailable, leaves no partial file, and is used again when it is back', async () => {
    const own = await startS3()
    const storage = open(own.url)
    await storage.put(KEY, PDF)
    own.freeze()
    await assert.rejects(storage.put('ten_a/doc_2/ordonnance.pdf', PDF), {
      name: 'StorageError',
      message: 'The storage did not answer (timeout).',
    })
    await own.end()
    await assert.rejects(storage.remove(KEY), { message: 'The storage did not answer (ECONNREFUSED).' })
    await own.start()
    assert.equal(await statusAt(storage, KEY), 200)
    assert.equal(await statusAt(storage, 'ten_a/doc_2/ordonnance.pdf'), 404)
    await storage.put('ten_a/doc_2/ordonnance.pdf', PDF)
    assert.equal(await statusAt(storage, 'ten_a/doc_2/ordonnance.pdf'), 200)
  })
})
