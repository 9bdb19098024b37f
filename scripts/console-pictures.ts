import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { startStage } from '../bench/stage.ts'
import { launchBrowser } from '../server/testing/browser.ts'

const PORT = 31_880
const EVENTS = ['appointment.cancelled', 'payment.succeeded', 'lab_result.published', 'prescription.signed']

/** Takes the pictures of the console for the README, as the sandbox's administrator. */
export async function consolePictures(docs: string): Promise<void> {
  const url = `http://localhost:${PORT}`
  const receiver = createServer((request, response) => {
    request.resume()
    response.writeHead(request.url === '/billing' ? 500 : 200).end()
  }).listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  const { port } = receiver.address() as AddressInfo
  const stage = await startStage(PORT, { durable: false, env: { PUBLIC_URL: url } })
  const browser = await launchBrowser()
  try {
    const headers = {
      authorization: `Bearer ${await stage.token('sandbox-admin')}`,
      'content-type': 'application/json',
    }
    const send = (path: string, body: object) =>
      fetch(`${stage.server.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    for (const name of ['records', 'billing'])
      await send('/api/webhooks', { url: `http://127.0.0.1:${port}/${name}`, description: name })
    for (const event of EVENTS) await send('/api/sandbox/trigger', { event })

    const take = async (name: string, path: string, options: object) => {
      const { page } = await browser.visit(name, { deviceScaleFactor: 1.5, ...options })
      await page.goto(`${url}/console${path}`)
      await page.locator('input[type=email]').fill('admin@sandbox.example')
      await page.locator('input[type=password]').fill('sandbox-password')
      await page.keyboard.press('Enter')
      await page.locator('table').waitFor()
      await page.waitForTimeout(1000) // names and counts are loaded
      await page.screenshot({ path: join(docs, `${name}.png`) })
    }
    await take('console', '/deliveries', { locale: 'fr', viewport: { width: 1280, height: 720 } })
    await take('console-ar', '/people', {
      locale: 'ar',
      colorScheme: 'dark',
      viewport: { width: 390, height: 780 },
    })
  } finally {
    await browser.close()
    await stage.stop()
    receiver.close()
  }
}
