import { codes } from '../src/features/care/holidays/calendar.ts'
import type { Person } from './factories.ts'
import type { Platform } from './harness.ts'
import { createService } from './practice.ts'

/** Creates a place. @returns its id */
export async function createPlace(platform: Platform, admin: Person, more: object = {}): Promise<string> {
  const body = { name: 'Cabinet', city: 'Casablanca', ...more }
  const answer = await platform.call('POST', '/api/places', { token: admin.token, body })
  if (answer.status !== 201) throw new Error(`Not created: ${answer.text}`)
  return answer.body.place.id
}

/** Creates a visit type of half an hour by video, with a service of its own. */
export async function createVisitType(
  platform: Platform,
  admin: Person,
  more: object = {},
): Promise<{ id: string; serviceId: string }> {
  const serviceId = await createService(platform, admin)
  const body = { name: 'Consultation', serviceId, mode: 'VIDEO', durationMin: 30, ...more }
  const answer = await platform.call('POST', '/api/visit-types', { token: admin.token, body })
  if (answer.status !== 201) throw new Error(`Not created: ${answer.text}`)
  return answer.body.visitType
}

/** Hours of every day of the week at a place, by default from 09:00 to 17:00 by video. */
export const everyDay = (placeId: string, more: object = {}) =>
  [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ placeId, weekday, from: '09:00', to: '17:00', modes: ['VIDEO'], ...more }))

/** Replaces the opening hours of a professional. */
export async function open(
  platform: Platform,
  admin: Person,
  doctor: Pick<Person, 'id'>,
  rules: object[],
): Promise<void> {
  const path = `/api/doctors/${doctor.id}/opening`
  const answer = await platform.call('PUT', path, { token: admin.token, body: { rules } })
  if (answer.status !== 200) throw new Error(`Not opened: ${answer.text}`)
}

/** Lets an organisation observe neither holidays nor Ramadan, so that a test does not depend on its day. */
export const ignoreHolidays = ({ owner }: Pick<Platform, 'owner'>, tenantId: string) =>
  owner.query(
    `insert into observed_holidays (tenant_id, code, year, observed)
     select $1, code, 1000, false from unnest($2::text[]) code
     on conflict do nothing`,
    [tenantId, codes],
  )
