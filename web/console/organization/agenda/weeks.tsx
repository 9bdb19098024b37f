import { useQuery } from '@tanstack/react-query'
import { medina } from '../../api.ts'
import { Bars } from '../../parts/bars.tsx'
import { addDays, dayOf, weekOf } from '../../parts/morocco.ts'
import { Section } from '../../parts/page.tsx'
import { Loaded } from '../../parts/table.tsx'
import { useMay } from '../../permissions.ts'
import { textOfDay } from './texts.ts'
import { text } from './words/index.ts'

/** The weeks shown: as many as one answer covers. */
const WEEKS = 13
const DAYS = 7

/** The appointments of each week, up to the week after this one. */
export function Weeks() {
  const first = addDays(weekOf(dayOf(Date.now()))[0]!, -DAYS * (WEEKS - 2))
  const query = useQuery({
    queryKey: ['appointments', 'weeks', first],
    queryFn: async () => medina.appointments.getStatistics({ from: first, to: addDays(first, DAYS * WEEKS - 1) }),
    enabled: useMay('readAppointmentStatistics'),
  })
  const t = text().weeks
  if (!query.isEnabled) return null
  return (
    <Section title={t.title}>
      <Loaded query={query} rows={3}>
        {(days) => (
          <Bars
            label={t.chart}
            head={[t.week, t.appointments, t.lost]}
            bars={Array.from({ length: WEEKS }, (_, n) => days.slice(n * DAYS, (n + 1) * DAYS)).map((week) => ({
              name: textOfDay(week[0]!.day, { day: 'numeric', month: 'short' }),
              value: week.reduce((sum, { total }) => sum + total, 0),
              bad: week.reduce((sum, { cancelled, noShow }) => sum + cancelled + noShow, 0),
            }))}
          />
        )}
      </Loaded>
    </Section>
  )
}
