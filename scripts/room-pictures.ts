import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startStage } from '../bench/stage.ts'
import { launchBrowser } from '../server/testing/browser.ts'
import { newSeat, type Seat, visitorOptions } from '../server/testing/room/call.ts'

const PORT = 31_840
const TELEPHONE = { viewport: { width: 390, height: 780 } }
const COMPUTER = { viewport: { width: 1280, height: 760 } }

const doctorId = 'usr_sandbox_doctor'
const patientId = 'usr_sandbox_patient'
const participants: Record<string, object> = {
  [doctorId]: { wall: '#c4d6d4', clothes: '#f0f3f4', skin: '#d6aa8a', hair: '#302622' },
  [patientId]: { wall: '#deccb0', clothes: '#3e6078', skin: '#cd9e7c', hair: '#402e28' },
}
const portrait = stripTypeScriptTypes(readFileSync(resolve(import.meta.dirname, '../web/testing/portrait.ts'), 'utf8'))

/** Takes the pictures for docs/room.md in a real consultation. */
export async function roomPictures(docs: string): Promise<void> {
  const url = `http://127.0.0.1:${PORT}`
  const stage = await startStage(PORT, { durable: false, env: { PUBLIC_URL: url } })
  const browser = await launchBrowser()
  try {
    const token = await stage.token('sandbox-admin')
    const api = async (path: string, body: object) => {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
      return (await fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })).json()
    }
    const enter = async (
      appointmentId: string,
      identity: string,
      how: Parameters<typeof visitorOptions>[0],
    ): Promise<Seat> => {
      const before = `${portrait}\nsitFor(${JSON.stringify(participants[identity])})`
      const grant = await api('/api/video/token', { appointmentId, identity })
      const seat = await newSeat(
        await browser.visit(identity, visitorOptions({ before, ...how })),
        `${url}/room/${grant.roomId}#token=${grant.token}`,
      )
      await seat.press('join')
      return seat
    }
    const start = Math.ceil(Date.now() / 3_600_000 + 24) * 3_600_000
    const { appointment } = await api('/api/appointments', {
      doctorId,
      patientId,
      startTime: new Date(start).toISOString(),
      endTime: new Date(start + 1_800_000).toISOString(),
    })
    const doctor = await enter(appointment.id, doctorId, { language: 'fr', ...COMPUTER })
    await doctor.shows('call')
    const patient = await enter(appointment.id, patientId, { language: 'ar', ...TELEPHONE })
    await patient.shows('waiting')
    const take = ({ page }: Seat, name: string) => page.screenshot({ path: join(docs, `room-${name}.png`) })
    await doctor.page.locator('[data-do="admit"]').waitFor()
    await pause(1000) // until animations end
    await take(patient, 'waiting')
    await take(doctor, 'lobby')
    await doctor.press('admit')
    await Promise.all([doctor.sees(), patient.sees()])
    const good = doctor.page.locator('[data-peer] [data-quality="good"]')
    await Promise.all([good.waitFor(), pause(6000)]) // until the video is sharp and the timer runs
    await take(doctor, 'call')
    await take(patient, 'call-ar')
  } finally {
    await browser.close()
    await stage.stop()
  }
}
