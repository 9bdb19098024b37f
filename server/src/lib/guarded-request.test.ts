import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { AddressGuard } from './address-guard.ts'
import { guardedRequest } from './guarded-request.ts'

test('an answer that does not end is refused after the time limit', async (t) => {
  const server = createServer((_, response) => response.writeHead(200).write('x'))
  t.after(() => server.close().closeAllConnections())
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const limits = { maxBytes: 100, timeoutMs: 200 }
  await assert.rejects(guardedRequest(new AddressGuard(['127.0.0.0/8']), url, limits))
  await assert.rejects(guardedRequest(new AddressGuard([]), url, limits), /not a public address/)
  await assert.rejects(
    guardedRequest(new AddressGuard([]), url.replace('127.0.0.1', 'localhost'), limits),
    /not a public/,
  )
})
