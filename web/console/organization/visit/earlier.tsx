import { useQuery } from '@tanstack/react-query'
import type { Appointment } from '../../../../clients/javascript/src/medina.ts'
import { medina } from '../../api.ts'
import { Anchor } from '../../parts/anchor.tsx'
import { Section } from '../../parts/page.tsx'
import { type Column, Loaded, Table } from '../../parts/table.tsx'
import { visitAddress } from '../agenda/address.ts'
import { dayOfStart, textOfDay } from '../agenda/texts.ts'
import { text } from './words/index.ts'

const SHOWN_AT_MOST = 10
const format = { day: 'numeric', month: 'long', year: 'numeric' } as const

/** The completed consultations of the patient with the user before this one, newest first, with their notes. */
export function Earlier({ appointment: { patientId, doctorId, startTime } }: { appointment: Appointment }) {
  const query = useQuery({
    queryKey: ['appointments', 'earlier', patientId, doctorId, startTime],
    queryFn: async ({ signal }) => {
      const filters = { patientId, doctorId, to: startTime, status: ['COMPLETED'], pageSize: SHOWN_AT_MOST }
      return (await medina.appointments.list(filters, { signal })).items
    },
  })
  const t = text().earlier
  const columns: Column<Appointment>[] = [
    {
      title: t.day,
      cell: (earlier) => <Anchor href={visitAddress(earlier.id)}>{textOfDay(dayOfStart(earlier), format)}</Anchor>,
    },
    { title: t.notes, cell: ({ notes }) => (notes ? <bdi className="visit-text">{notes}</bdi> : '–') },
  ]
  return (
    <Section title={t.title}>
      <Loaded query={query} rows={2}>
        {(rows) =>
          rows.length === 0 ? (
            <p className="soft">{t.none}</p>
          ) : (
            <Table label={t.title} columns={columns} rows={rows} keyOf={({ id }) => id} />
          )
        }
      </Loaded>
    </Section>
  )
}
