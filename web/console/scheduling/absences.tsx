import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import type { OpeningException } from '../../../clients/javascript/src/medina.ts'
import { medina, queries } from '../api.ts'
import { Button } from '../parts/button.tsx'
import { Confirm } from '../parts/confirm.tsx'
import { CalendarDay } from '../parts/day.tsx'
import { Empty, Loaded, Table } from '../parts/table.tsx'
import { say } from '../parts/toasts.tsx'
import { useMay } from '../permissions.ts'
import { ExceptionDialog } from './exception-dialog.tsx'
import { text } from './words/index.ts'

const MOST = 200

type AbsencesProps = { professionalId: string; places: readonly { id: string; name: string }[] }

/** The absences and extra hours of a professional, the latest first. */
export function Absences({ professionalId, places }: AbsencesProps) {
  const query = useQuery({
    queryKey: ['exceptions', professionalId],
    queryFn: async () => medina.doctors.exceptions.list(professionalId, { pageSize: 100 }).all(MOST),
  })
  const [isAdding, setAdding] = useState(false)
  const [removed, setRemoved] = useState<OpeningException>()
  const mayAdd = useMay('addException')
  const mayRemove = useMay('removeException')
  const t = text().absences
  const refresh = () => queries.invalidateQueries({ queryKey: ['exceptions', professionalId] })
  return (
    <section className="section">
      <div className="section-head">
        <h2>{t.title}</h2>
        {mayAdd && (
          <Button icon="plus" onClick={() => setAdding(true)}>
            {t.add}
          </Button>
        )}
      </div>
      <Loaded query={query}>
        {(rows) =>
          rows.length === 0 ? (
            <Empty title={t.none} />
          ) : (
            <Table
              label={t.title}
              rows={rows}
              keyOf={({ id }) => id}
              columns={[
                { title: t.firstDay, cell: ({ firstDay }) => <CalendarDay date={firstDay} /> },
                { title: t.lastDay, cell: ({ lastDay }) => <CalendarDay date={lastDay} /> },
                {
                  title: t.title,
                  cell: ({ kind, from, to }) => (
                    <>
                      {t[kind as 'CLOSED' | 'OPEN']}{' '}
                      {from === null ? (
                        t.allDay
                      ) : (
                        <span dir="ltr">
                          {from}–{to}
                        </span>
                      )}
                    </>
                  ),
                },
                {
                  title: text().place,
                  isMinor: true,
                  cell: ({ placeId }) => (
                    <bdi>{places.find(({ id }) => id === placeId)?.name ?? (placeId === null ? t.allPlaces : '')}</bdi>
                  ),
                },
                { title: t.reason, isMinor: true, cell: ({ reason }) => reason && <bdi>{reason}</bdi> },
                {
                  title: text().actions,
                  cell: (row) => mayRemove && <Button onClick={() => setRemoved(row)}>{t.remove}</Button>,
                },
              ]}
            />
          )
        }
      </Loaded>
      {isAdding && (
        <ExceptionDialog
          professionalId={professionalId}
          places={places}
          onAdded={refresh}
          onClose={() => setAdding(false)}
        />
      )}
      {removed && (
        <Confirm
          title={t.removeTitle}
          button={t.remove}
          act={() => medina.doctors.exceptions.remove(professionalId, removed.id)}
          onDone={async () => {
            setRemoved(undefined)
            say(t.removed)
            await refresh()
          }}
          onClose={() => setRemoved(undefined)}
        >
          <p>{removed.kind === 'CLOSED' ? t.removeText : t.removeHoursText}</p>
        </Confirm>
      )}
    </section>
  )
}

/** A link to the day of a visit in the agenda. */
export const AgendaLink = ({ day, professionalId }: { day: string; professionalId: string }) => (
  <Link href={`/today?${new URLSearchParams({ date: day, doctors: professionalId })}`}>{text().absences.open}</Link>
)
