import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { describe, test } from 'node:test'
import { newFolder, type Platform, startPlatform } from '../../../testing/harness.ts'
import { startS3, withoutS3 } from '../../../testing/s3.ts'
import { Clock } from '../../lib/clock.ts'
import { type S3Address, storageAddress } from './address.ts'
import { ADDRESS_MIN, type Address, type Storage } from './index.ts'
import { S3Storage } from './s3.ts'

/** A storage under test, and how it differs. */
type Tried = {
  storage: Storage
  /** The possible statuses for a tampered URL. */
  refusals: number[]
  /** An expired URL, and its status. */
  over(key: string): Promise<{ address: Address; status: number }>
}

async function ofFolder(): Promise<Tried> {
  const platform = await startPlatform({ RATE_LIMIT_GUESSES: '1000' })
  return {
    storage: platform.services.storage,
    refusals: [403],
    async over(key) {
      const address = await platform.services.storage.addressOf(key)
      await platform.advance(ADDRESS_MIN * 60 - 5)
      assert.equal((await fetch(address.url)).status, 200, 'just before the expiry')
      await platform.advance(5)
      return { address, status: 410 }
    },
  }
}

async function ofBucket(): Promise<Tried> {
  const { url } = await startS3()
  const { storage }: Platform['services'] = (await startPlatform({ STORAGE_URL: url })).services
  return {
    storage,
    // 400 for a malformed URL, 404 for an unknown access key
    refusals: [400, 403, 404],
    async over(key) {
      const clock = new Clock()
      clock.runAheadBy(-ADDRESS_MIN * 60_000)
      const address = await new S3Storage(storageAddress(url) as S3Address, clock).addressOf(key)
      return { address, status: 403 }
    },
  }
}

const kinds = [
  { name: 'a folder', skip: false, start: ofFolder },
  { name: 'a bucket', skip: withoutS3, start: ofBucket },
] as const

let created = 0
const newKey = (name = 'ordonnance.pdf') => `ten_sandbox/doc_${created++}/${name}`

for (const { name, skip, start } of kinds) {
  describe(`files in ${name}`, { skip }, async () => {
    if (skip) return
    const { storage, refusals, over } = await start()
    const fetchFile = async (key: string) => fetch((await storage.addressOf(key)).url)
    const bytesAt = async (key: string) => Buffer.from(await (await fetchFile(key)).arrayBuffer())

    test('are fetched whole, as a download with the file’s name', async () => {
      const key = newKey('ordonnance-2026.pdf')
      const bytes = randomBytes(70_000)
      await storage.put(key, bytes)
      const address = await storage.addressOf(key)
      const response = await fetch(address.url)
      assert.equal(response.status, 200)
      assert.deepEqual(Buffer.from(await response.arrayBuffer()), bytes)
      assert.equal(response.headers.get('content-type'), 'application/pdf')
      assert.match(response.headers.get('content-disposition')!, /^attachment; ?filename="ordonnance-2026\.pdf"$/)
      assert.match(response.headers.get('cache-control')!, /^private, ?no-store$/)
      assert.equal(response.headers.get('content-length'), '70000')
    })

    test('are unchanged by repeated and concurrent writes', async () => {
      const key = newKey()
      const bytes = randomBytes(300_000)
      await Promise.all(Array.from({ length: 20 }, () => storage.put(key, bytes)))
      assert.deepEqual(await bytesAt(key), bytes)
      await storage.put(key, bytes)
      assert.deepEqual(await bytesAt(key), bytes)
    })

    test('may have ten megabytes', async () => {
      const key = newKey()
      const bytes = randomBytes(10_000_000)
      await storage.put(key, bytes)
      assert.ok((await bytesAt(key)).equals(bytes))
    })

    test('are never served partially while they are being written', async () => {
      const key = newKey()
      const bytes = randomBytes(2_000_000)
      let writing = true
      const written = storage.put(key, bytes).finally(() => {
        writing = false
      })
      while (writing) {
        const response = await fetchFile(key)
        const seen = Buffer.from(await response.arrayBuffer())
        assert.ok(response.status === 404 || (response.status === 200 && seen.equals(bytes)), `${response.status}`)
      }
      await written
      assert.ok((await bytesAt(key)).equals(bytes))
    })

    test('are gone after removal, and may be removed again', async () => {
      const [key, other] = [newKey(), newKey()]
      for (const one of [key, other]) await storage.put(one, Buffer.from(one))
      await storage.remove(key)
      await storage.remove(key)
      assert.equal((await fetchFile(key)).status, 404)
      assert.equal((await bytesAt(other)).toString(), other)
    })

    test('have names that cannot leave the tenant’s folder', async () => {
      const wrong = [
        '',
        'ordonnance.pdf',
        'ten_sandbox/ordonnance.pdf',
        'ten_sandbox/doc_1/more/ordonnance.pdf',
        '/ten_sandbox/doc_1/ordonnance.pdf',
        'ten_sandbox//ordonnance.pdf',
        '../doc_1/ordonnance.pdf',
        'ten_sandbox/../ordonnance.pdf',
        'ten_sandbox/doc_1/..',
        'ten_sandbox/doc_1/../../../etc/passwd',
        'ten_sandbox/doc_1/.pdf',
        'ten_sandbox/.incoming/ordonnance.pdf',
        '.incoming/doc_1/ordonnance.pdf',
        'ten_sandbox/doc_1/ordonnance.pdf\0',
        'ten_sandbox/doc_1/ordon\nnance.pdf',
        'ten_sandbox/doc_1/ordonnance.pdf\n',
        'ten_sandbox\\doc_1\\ordonnance.pdf',
        'ten_sandbox/doc_1/ordon%2fnance.pdf',
        'ten_sandbox/doc_1/"ordonnance.pdf',
        'ten_sandbox/doc_1/وصفة.pdf',
        'ten_sandbox/doc_1/ordonnance.html',
        `ten_sandbox/doc_1/${'a'.repeat(100)}.pdf`,
      ]
      for (const key of wrong) {
        const noKey = { name: 'RangeError', message: /is not a valid file key/ }
        await assert.rejects(storage.put(key, Buffer.from('x')), noKey, key)
        await assert.rejects(storage.addressOf(key), noKey, key)
        await assert.rejects(storage.remove(key), noKey, key)
      }
    })

    test('have URLs that are valid only unaltered', async () => {
      const [key, other] = [newKey(), newKey()]
      await storage.put(key, Buffer.from('%PDF of one patient'))
      await storage.put(other, Buffer.from('%PDF of another'))
      const { url } = await storage.addressOf(key)
      const altered = [...alterations(url), url.replace(key, other)]
      assert.ok(altered.length > 20)
      for (const address of altered) {
        const response = await fetch(address)
        const text = await response.text()
        assert.ok(refusals.includes(response.status), `${address} answered ${response.status}`)
        assert.doesNotMatch(text, /%PDF/)
      }
      assert.equal((await fetch(url)).status, 200, 'the unaltered URL is still valid')
    })

    test('have URLs that expire after 15 minutes', async () => {
      const key = newKey()
      await storage.put(key, Buffer.from('%PDF'))
      const { address, status } = await over(key)
      const response = await fetch(address.url)
      assert.equal(response.status, status)
      assert.doesNotMatch(await response.text(), /%PDF/)
      assert.equal((await fetchFile(key)).status, 200, 'a new URL is valid')
    })
  })
}

/** Variants of a URL with each part changed, and with each parameter left out. */
function alterations(url: string): string[] {
  const another = (character: string) => (character === '1' ? '2' : '1')
  const change = (text: string, at: number) => text.slice(0, at) + another(text[at]!) + text.slice(at + 1)
  const { searchParams, pathname } = new URL(url)
  const found: string[] = []
  for (const [name, value] of searchParams) {
    const places = /signature/i.test(name) ? [...value].keys() : [0, value.length - 1]
    for (const at of places) {
      const copy = new URL(url)
      copy.searchParams.set(name, change(value, at))
      found.push(copy.href)
    }
    const without = new URL(url)
    without.searchParams.delete(name)
    found.push(without.href)
  }
  const parts = pathname.split('/')
  for (const part of parts.keys()) {
    if (parts.length - part > 3) continue
    const copy = new URL(url)
    copy.pathname = parts.map((text, at) => (at === part ? change(text, text.length - 5) : text)).join('/')
    found.push(copy.href)
  }
  return found
}

test('two servers that share a folder and the master key serve each other’s files', async () => {
  const STORAGE_URL = `file://${await newFolder()}`
  const one = await startPlatform({ STORAGE_URL })
  const other = await startPlatform({ STORAGE_URL, PUBLIC_URL: one.url }, one.ownerUrl)
  const key = newKey()
  await one.services.storage.put(key, Buffer.from('%PDF'))
  const { url } = await one.services.storage.addressOf(key)
  const response = await fetch(url.replace(one.url, `http://127.0.0.1:${other.config.port}`))
  assert.equal(await response.text(), '%PDF')
})
