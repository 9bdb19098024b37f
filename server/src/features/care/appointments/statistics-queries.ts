import { sql } from 'kysely'
import { hasRelation, visible } from '../../../access/check.ts'
import { access } from '../../../access/table.ts'
import type { CallerIds, Role } from '../../../actor.ts'
import { callerIdsOf } from '../../../db/listings.ts'
import { memoizeByShape, prepared } from '../../../db/prepared.ts'
import { type Status, statuses } from './rules.ts'

/** @param bounds the starts of the days, and the end of the last one */
export type Values = { bounds: readonly Date[]; from: Date; end: Date; doctorId: string | undefined }

/** The appointments of a day with a status. */
export type Count = { day: number; status: Status; number: number; patient_id: null }

const rule = access.appointments.readStatistics

/**
 * Appointments by the number of their day, from 1, and status. A professional's are an index range in the order of time; those
 * of the organisation a range for each status, which the index alone answers.
 */
const counts = memoizeByShape((role: Role, ofDoctor: boolean) =>
  prepared<CallerIds & Values, Count>((v) => {
    const people = { author: 'a.doctor_id', desk: sql<boolean>`true` }
    const inRange = sql`
      select a.status, a.start_time
      from appointments a
      where a.tenant_id = ${v.tenantId}
        and a.deleted_at is null
        and a.start_time >= ${v.from}
        and a.start_time < ${v.end}
        and ${visible(rule, { ...callerIdsOf(v), role }, people)}
        ${ofDoctor ? sql`and a.doctor_id = ${v.doctorId}` : sql``}`
    const found =
      ofDoctor || hasRelation(rule, role, 'author')
        ? inRange
        : sql`
      select own.*
      from unnest(${sql.lit(`{${statuses}}`)}::text[]) each(status)
      cross join lateral (${inRange} and a.status = each.status offset 0) own`
    return sql`
      select width_bucket(found.start_time, ${v.bounds}::timestamptz[]) as day, found.status, count(*)::int as number,
        null as patient_id
      from (${found}) found
      group by 1, 2`
  }),
)

export const countsOf = (role: Role, { doctorId }: Pick<Values, 'doctorId'>) => counts(role, doctorId !== undefined)
