import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { WaitlistEntry } from '../../../clients/javascript/src/medina.ts'
import { medina, queries } from '../api.ts'
import { fill, words } from '../language.ts'
import { useVisitTypes } from '../organization/agenda/booking/offers.ts'
import { Button } from '../parts/button.tsx'
import { Confirm } from '../parts/confirm.tsx'
import { Failed } from '../parts/failed.tsx'
import { Filters } from '../parts/filters.tsx'
import { List, useFilters } from '../parts/list.tsx'
import { Page } from '../parts/page.tsx'
import { Empty, Table } from '../parts/table.tsx'
import { textOfTime } from '../parts/text.tsx'
import { say } from '../parts/toasts.tsx'
import { weekdays } from '../parts/weekdays.ts'
import { useMay } from '../permissions.ts'
import { useSetting } from '../settings.ts'
import { useProfessionals } from './data.ts'
import { JoinDialog } from './join-dialog.tsx'
import { text } from './words/index.ts'

const EVERY_MS = 30_000
const OPEN = ['WAITING', 'OFFERED'] as const
const day = { day: 'numeric', month: 'long' } as const
const moment = { weekday: 'short', day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' } as const

const refresh = () => queries.invalidateQueries({ queryKey: ['waitlist'] })

/** The patients who wait for an earlier time, and the times that are held for them. */
export function Waitlist() {
  const filters = useFilters(['ended', 'professional'])
  const { ended, professional } = filters.values
  const professionals = useProfessionals()
  const types = useVisitTypes()
  const [isAdding, setAdding] = useState(false)
  const [left, setLeft] = useState<WaitlistEntry>()
  const mayJoin = useMay('joinWaitlist')
  const utc = useSetting('utc')
  const t = text().waitlist
  const mark = useMutation({
    mutationFn: async ({ id, urgent }: WaitlistEntry) => medina.waitlist.update(id, { urgent: !urgent }),
    onSettled: refresh,
  })
  const nameOfProfessional = (id: string | null) =>
    id === null ? t.any : (professionals.data?.find((one) => one.id === id)?.name ?? id)
  const isOpen = ({ status }: WaitlistEntry) => OPEN.some((open) => open === status)
  const wishesOf = ({ lastDay, weekdays: wished, from, to }: WaitlistEntry) =>
    [
      fill(t.until, { day: textOfTime(`${lastDay}T12:00:00Z`, true, day) }),
      wished?.map((one) => weekdays()[one - 1]!.short).join(' '),
      (from || to) && `\u2066${from ?? '00:00'}–${to ?? '24:00'}\u2069`,
    ].filter(Boolean)
  const statusOf = ({ status: current, offer }: WaitlistEntry) =>
    offer
      ? fill(t.offered, {
          time: textOfTime(offer.startTime, utc, moment),
          until: textOfTime(offer.expiresAt, utc, { hour: '2-digit', minute: '2-digit' }),
        })
      : (t.statuses[current] ?? current)
  return (
    <Page
      title={words().screens.waitlist}
      lead={t.lead}
      actions={
        mayJoin && (
          <Button look="main" icon="plus" onClick={() => setAdding(true)}>
            {t.add}
          </Button>
        )
      }
    >
      <Filters
        filters={filters}
        choices={[
          {
            name: 'professional',
            label: text().professional,
            options: (professionals.data ?? []).map(({ id, name }) => [id, name]),
          },
        ]}
      />
      <label className="switch">
        <input
          type="checkbox"
          checked={ended !== undefined}
          onChange={({ target }) => filters.set({ ended: target.checked ? 'yes' : undefined })}
        />
        {t.showEnded}
      </label>
      {mark.error !== null && <Failed error={mark.error} />}
      <List
        name={['waitlist', ended, professional]}
        filters={filters}
        every={EVERY_MS}
        fetchPage={(cursor, signal) =>
          medina.waitlist.list(
            {
              ...{ ...cursor, pageSize: 50 },
              ...(ended === undefined && { status: OPEN }),
              ...(professional !== undefined && { doctorId: professional }),
            },
            { signal },
          )
        }
        empty={
          <Empty title={t.none}>
            <p>{t.noneText}</p>
          </Empty>
        }
      >
        {(rows) => (
          <Table
            label={words().screens.waitlist}
            rows={rows}
            keyOf={({ id }) => id}
            columns={[
              {
                title: t.patient,
                cell: ({ patient, urgent }) => (
                  <>
                    <bdi>{patient.name}</bdi> {urgent && <strong className="urgent">{t.urgent}</strong>}
                  </>
                ),
              },
              {
                title: text().professional,
                cell: ({ doctorId, city, specialty }) => (
                  <bdi>{[nameOfProfessional(doctorId), specialty, city].filter(Boolean).join(' · ')}</bdi>
                ),
              },
              {
                title: t.type,
                isMinor: true,
                cell: ({ visitTypeId }) => (
                  <bdi>{types.data?.find(({ id }) => id === visitTypeId)?.name ?? visitTypeId}</bdi>
                ),
              },
              { title: t.wishes, isMinor: true, cell: (entry) => wishesOf(entry).join(' · ') },
              { title: t.status, cell: statusOf },
              {
                title: text().actions,
                cell: (entry) =>
                  mayJoin &&
                  isOpen(entry) && (
                    <span className="actions">
                      <Button onClick={() => mark.mutate(entry)}>{entry.urgent ? t.unmarkUrgent : t.markUrgent}</Button>
                      <Button onClick={() => setLeft(entry)}>{t.leave}</Button>
                    </span>
                  ),
              },
            ]}
          />
        )}
      </List>
      {isAdding && <JoinDialog onJoined={refresh} onClose={() => setAdding(false)} />}
      {left && (
        <Confirm
          title={fill(t.leaveTitle, { name: left.patient.name })}
          button={t.leave}
          act={() => medina.waitlist.leave(left.id)}
          onDone={async () => {
            setLeft(undefined)
            say(fill(t.left, { name: left.patient.name }))
            await refresh()
          }}
          onClose={() => setLeft(undefined)}
        >
          <p>{t.leaveText}</p>
        </Confirm>
      )}
    </Page>
  )
}
