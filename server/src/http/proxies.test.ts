import assert from 'node:assert/strict'
import { createServer, request as httpRequest, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { addressBehind } from './proxies.ts'

/** A server that answers with the caller's address, behind the given proxies. */
async function addressOf(proxies: string[], forwarded: string | undefined): Promise<string> {
  const find = addressBehind(proxies)
  const server = createServer((request, response) => response.end(find(request))).listen(0, '127.0.0.1')
  after(() => server.close())
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  const headers = forwarded === undefined ? {} : { 'X-Forwarded-For': forwarded }
  const answer = await new Promise<IncomingMessage>((resolve, reject) =>
    httpRequest({ port, host: '127.0.0.1', headers, agent: false }, resolve).on('error', reject).end(),
  )
  return (await answer.toArray()).join('')
}

test('a forwarded address is used only if every proxy from the nearest one on is trusted', async () => {
  const proxies = ['127.0.0.0/8', '10.0.0.0/8']
  for (const [forwarded, expected] of [
    [undefined, '127.0.0.1'],
    ['203.0.113.7', '203.0.113.7'],
    ['198.51.100.1, 203.0.113.7', '203.0.113.7'],
    ['198.51.100.1, 203.0.113.7,10.1.2.3', '203.0.113.7'],
    ['10.9.9.9, 10.1.2.3', '10.9.9.9'],
    [' ,203.0.113.7 , ', '203.0.113.7'],
    ['', '127.0.0.1'],
  ] as const)
    assert.equal(await addressOf(proxies, forwarded), expected, forwarded ?? 'none')
  assert.equal(await addressOf([], '203.0.113.7'), '127.0.0.1', 'no proxy is trusted')
})
