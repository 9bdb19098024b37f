import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, describe, test } from 'node:test'
import { startBrowser, withoutBrowser } from './browser.ts'
import { openProxy, privateNetwork } from './room/network.ts'

/** The browser harness starts a browser, gives it devices, and reports page errors. */
describe('the browser harness', { skip: withoutBrowser }, async () => {
  const network = await privateNetwork()
  const proxy = await openProxy(network)
  after(proxy.close)
  const web = createServer((request, response) => {
    const policy = request.url === '/strict' ? { 'content-security-policy': "default-src 'none'" } : {}
    response.writeHead(200, { 'content-type': 'text/html', ...policy })
    response.end('<!doctype html><title>page</title><link rel=icon href=data:,><script>document.title = "ran"</script>')
  })
  web.listen(0, '127.0.0.1')
  await once(web, 'listening')
  proxy.forwardTo((web.address() as AddressInfo).port) // TCP
  after(() => web.close())

  for (const [devices, outcome] of [
    ['fake', 'audio video'],
    ['refused', 'NotAllowedError'],
    ['missing', 'NotFoundError'],
  ] as const) {
    test(`with ${devices} devices returns ${outcome}`, async (t) => {
      const browser = await startBrowser({ devices, network })
      const { page } = await browser.visitor(t, 'visitor')
      await page.goto(proxy.url)
      const got = await page.evaluate(`navigator.mediaDevices.getUserMedia({ audio: true, video: true }).then(
        (stream) => stream.getTracks().map(({ kind }) => kind).sort().join(' '), ({ name }) => name)`)
      assert.equal(got, outcome)
      await browser.close()
    })
  }

  test('reports violations of the content security policy', async (t) => {
    const browser = await startBrowser({ network })
    const { page, pageErrors } = await browser.visitor(t, 'visitor')
    await page.goto(`${proxy.url}/strict`)
    assert.equal(await page.title(), 'page')
    assert.match(pageErrors.splice(0).join('\n'), /Content Security Policy/)
    await browser.close()
  })
})
