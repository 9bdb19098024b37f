import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { startStage } from '../bench/stage.ts'
import { launchBrowser } from '../server/testing/browser.ts'

const PORT = 31_880
const EVENTS = ['appointment.cancelled', 'payment.succeeded', 'lab_result.published', 'prescription.signed']

/** Takes the pictures of the console, as people of the sandbox. */
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
    const callerOf = async (clientId: string): Promise<Send> => {
      const headers = { authorization: `Bearer ${await stage.token(clientId)}`, 'content-type': 'application/json' }
      return async (method, path, body) => {
        const response = await fetch(stage.server.url + path, { method, headers, body: JSON.stringify(body) })
        if (!response.ok) throw new Error(`${method} ${path}: ${await response.text()}`)
        return response.json()
      }
    }
    const admin = await callerOf('sandbox-admin')
    for (const name of ['records', 'billing'])
      await admin('POST', '/api/webhooks', { url: `http://127.0.0.1:${port}/${name}`, description: name })
    for (const event of EVENTS) await admin('POST', '/api/sandbox/trigger', { event })
    const visitId = await consult(admin, await callerOf('sandbox-doctor'))

    const take = async (name: string, path: string, options: object, person = 'admin') => {
      const { page } = await browser.visit(name, { deviceScaleFactor: 1.5, ...options })
      await page.goto(`${url}/console${path}`)
      await page.locator('input[type=email]').fill(`${person}@sandbox.example`)
      await page.locator('input[type=password]').fill('sandbox-password')
      await page.keyboard.press('Enter')
      await page.locator('table').first().waitFor()
      await page.waitForTimeout(1000) // names and counts are loaded
      await page.screenshot({ path: join(docs, `${name}.png`) })
    }
    await take('console', '/deliveries', { locale: 'fr', viewport: { width: 1280, height: 720 } })
    await take('console-ar', '/people', {
      locale: 'ar',
      colorScheme: 'dark',
      viewport: { width: 390, height: 780 },
    })
    await take(
      'console-visit',
      `/today/${visitId}`,
      { locale: 'fr', viewport: { width: 1280, height: 1080 } },
      'doctor',
    )
  } finally {
    await browser.close()
    await stage.stop()
    receiver.close()
  }
}

// biome-ignore lint/suspicious/noExplicitAny: answers of several operations
type Send = (method: string, path: string, body: object) => Promise<any>

/** A consultation under way, with notes, a prescription, a certificate and a follow-up. @returns the appointment's id */
async function consult(admin: Send, doctor: Send): Promise<string> {
  const people = { doctorId: 'usr_sandbox_doctor', patientId: 'usr_sandbox_patient' }
  const [startTime, endTime] = [-2, 13].map((minutes) => new Date(Date.now() + minutes * 60_000).toISOString())
  const { appointment } = await admin('POST', '/api/appointments', { ...people, startTime, endTime })
  const path = `/api/appointments/${appointment.id}`
  await doctor('PUT', path, { status: 'CONFIRMED' })
  await doctor('PUT', path, {
    status: 'IN_PROGRESS',
    notes: 'Toux depuis 3 jours, fièvre à 38,5. Auscultation normale.',
  })
  const medicines = [
    {
      medication: 'Amoxicilline 500 mg, gélule',
      dosage: '1 gélule 3 fois par jour',
      durationDays: 7,
      quantity: 21,
      unit: 'gélules',
    },
    { medication: 'Paracétamol 1 g, comprimé', dosage: '1 comprimé, 3 par jour au plus', durationDays: 3 },
  ]
  const about = { patientId: people.patientId, appointmentId: appointment.id }
  await doctor('POST', '/api/prescriptions', { ...about, items: medicines })
  const rest = { from: startTime!.slice(0, 10), days: 3 }
  await doctor('POST', '/api/pdf/generate', {
    templateId: 'certificate',
    data: { appointmentId: appointment.id, rest },
  })
  await doctor('POST', '/api/follow-ups', { ...people, reason: 'Contrôle dans deux semaines' })
  return appointment.id
}
