import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Holiday } from '../../../../clients/javascript/src/medina.ts'
import { medina, queries } from '../../api.ts'
import { fill, words } from '../../language.ts'
import { Button } from '../../parts/button.tsx'
import { CalendarDay } from '../../parts/day.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Failed } from '../../parts/failed.tsx'
import { faultOf } from '../../parts/fault.tsx'
import { Choice, MutationForm } from '../../parts/form.tsx'
import { addDays, dayOf } from '../../parts/morocco.ts'
import { Section } from '../../parts/page.tsx'
import { State } from '../../parts/state.tsx'
import { Loaded, Table } from '../../parts/table.tsx'
import { textOfTime } from '../../parts/text.tsx'
import { say } from '../../parts/toasts.tsx'
import { text } from '../words/index.ts'

const SHOWN_DAYS = 730
/** By how many days Morocco may announce a day before or after the calculated one. */
const MOST_SHIFT = 2

const nameOf = ({ names }: Holiday): string => names[words().language]

const refresh = () =>
  Promise.all([
    queries.invalidateQueries({ queryKey: ['holidays'] }),
    queries.invalidateQueries({ queryKey: ['slots'] }),
  ])

/** The holidays and Ramadan of the next two years, as the organisation observes them. */
export function Holidays() {
  const query = useQuery({
    queryKey: ['holidays'],
    queryFn: async () => {
      const from = dayOf(Date.now())
      return medina.holidays.list({ from, to: addDays(from, SHOWN_DAYS) })
    },
  })
  const [moved, setMoved] = useState<Holiday>()
  const { holidays: t } = text()
  const observe = useMutation({
    mutationFn: async ({ id, observed }: Holiday) => medina.holidays.update(id, { observed: !observed }),
    onSettled: refresh,
  })
  const confirm = useMutation({
    mutationFn: async ({ id }: Holiday) => medina.holidays.update(id, { confirmed: true }),
    onSettled: refresh,
  })
  const textOfObserved = ({ kind, observed }: Holiday): string =>
    kind === 'RAMADAN' ? (observed ? t.ramadanHours : t.usualHours) : observed ? t.closed : t.open
  const textOfChange = ({ kind, observed }: Holiday): string =>
    kind === 'RAMADAN' ? (observed ? t.useUsual : t.useRamadan) : observed ? t.stayOpen : t.close
  return (
    <Section title={t.title}>
      {observe.error && <Failed error={observe.error} />}
      {confirm.error && <Failed error={confirm.error} />}
      <Loaded query={query} rows={8}>
        {(rows) => (
          <Table
            label={t.title}
            rows={rows}
            keyOf={({ id }) => id}
            columns={[
              { title: t.name, cell: (row) => nameOf(row) },
              {
                title: t.days,
                cell: ({ firstDay, lastDay }) => (
                  <>
                    <CalendarDay date={firstDay} />
                    {lastDay !== firstDay && (
                      <>
                        {' – '}
                        <CalendarDay date={lastDay} />
                      </>
                    )}
                  </>
                ),
              },
              {
                title: t.date,
                cell: ({ dependsOnMoon, confirmed }) =>
                  dependsOnMoon ? (
                    <State tone={confirmed ? 'good' : 'wait'}>{confirmed ? t.confirmed : t.calculated}</State>
                  ) : (
                    t.fixed
                  ),
              },
              {
                title: t.practice,
                cell: (row) => <State tone={row.observed ? 'good' : 'off'}>{textOfObserved(row)}</State>,
              },
              {
                title: text().actions,
                cell: (row) => (
                  <span className="actions">
                    {row.dependsOnMoon && !row.confirmed && (
                      <Button aria-label={`${t.confirm} ${nameOf(row)}`} onClick={() => confirm.mutate(row)}>
                        {t.confirm}
                      </Button>
                    )}
                    {row.dependsOnMoon && (
                      <Button aria-label={`${t.move} ${nameOf(row)}`} onClick={() => setMoved(row)}>
                        {t.move}
                      </Button>
                    )}
                    <Button aria-label={`${textOfChange(row)} ${nameOf(row)}`} onClick={() => observe.mutate(row)}>
                      {textOfChange(row)}
                    </Button>
                  </span>
                ),
              },
            ]}
          />
        )}
      </Loaded>
      {moved && <MoveHoliday holiday={moved} onClose={() => setMoved(undefined)} />}
    </Section>
  )
}

const long = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' } as const

/** Sets the announced day, which is then confirmed. */
function MoveHoliday({ holiday, onClose }: { holiday: Holiday; onClose: () => void }) {
  const { id, firstDay, calculatedDay } = holiday
  const [day, setDay] = useState(firstDay)
  const { holidays: t } = text()
  const move = useMutation({
    mutationFn: async () => medina.holidays.update(id, { firstDay: day }),
    onSuccess: async () => {
      say(fill(t.moved, { name: nameOf(holiday) }))
      onClose()
      await refresh()
    },
  })
  const days = Array.from({ length: 2 * MOST_SHIFT + 1 }, (_, n) => addDays(calculatedDay, n - MOST_SHIFT))
  return (
    <Dialog title={fill(t.moveTitle, { name: nameOf(holiday) })} onClose={onClose}>
      <MutationForm mutation={move} button={t.confirm}>
        <Choice
          label={t.firstDay}
          hint={t.moveHint}
          value={day}
          options={days.map((one) => [one, textOfTime(`${one}T12:00:00Z`, true, long)])}
          onChange={setDay}
          fault={faultOf(move.error, 'firstDay')}
        />
      </MutationForm>
    </Dialog>
  )
}
