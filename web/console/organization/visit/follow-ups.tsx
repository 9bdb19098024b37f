import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Appointment, FollowUp } from '../../../../clients/javascript/src/medina.ts'
import { medina, queries } from '../../api.ts'
import { fill } from '../../language.ts'
import { Anchor } from '../../parts/anchor.tsx'
import { Button } from '../../parts/button.tsx'
import { ClockField, isoOfTyped, typedOfInstant } from '../../parts/clock-field.tsx'
import { Confirm } from '../../parts/confirm.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { faultOf } from '../../parts/fault.tsx'
import { Check } from '../../parts/fields.tsx'
import { MutationForm, TextField } from '../../parts/form.tsx'
import { Section } from '../../parts/page.tsx'
import { State, type Tone } from '../../parts/state.tsx'
import { type Column, Loaded, Table } from '../../parts/table.tsx'
import { Time } from '../../parts/text.tsx'
import { say } from '../../parts/toasts.tsx'
import { useMay } from '../../permissions.ts'
import { visitAddress } from '../agenda/address.ts'
import { text } from './words/index.ts'

const SHOWN_AT_MOST = 10
const tones: Record<string, Tone> = { PROPOSED: 'wait', ACCEPTED: 'good', DECLINED: 'bad', CANCELLED: 'off' }
const DAY_MS = 86_400_000
/** The usual interval; the professional changes it. */
const PROPOSED_AFTER_DAYS = 28

const refresh = () => queries.invalidateQueries({ queryKey: ['follow-ups'] })

/** The follow-ups that the professional has proposed to the patient, newest first. */
export function FollowUps({ appointment, isOwn }: { appointment: Appointment; isOwn: boolean }) {
  const { patientId, doctorId } = appointment
  const query = useQuery({
    queryKey: ['follow-ups', patientId, doctorId],
    queryFn: async () => (await medina.followUps.list({ patientId, doctorId, pageSize: SHOWN_AT_MOST })).items,
  })
  const [opened, setOpened] = useState<'propose' | FollowUp>()
  const mayPropose = useMay('proposeFollowUp') && isOwn
  const mayCancel = useMay('cancelFollowUp')
  const t = text().followUps
  const close = () => setOpened(undefined)
  const columns: Column<FollowUp>[] = [
    {
      title: t.when,
      cell: ({ startTime, appointmentId }) => {
        const time = startTime ? <Time at={startTime} /> : t.withoutTime
        return appointmentId ? <Anchor href={visitAddress(appointmentId)}>{time}</Anchor> : time
      },
    },
    { title: t.reason, cell: ({ reason }) => (reason ? <bdi>{reason}</bdi> : '–') },
    {
      title: t.state,
      cell: ({ status }) => <State tone={tones[status] ?? 'off'}>{t.states[status] ?? status}</State>,
    },
    {
      title: t.actions,
      cell: (followUp) =>
        mayCancel &&
        followUp.status === 'PROPOSED' && (
          <Button
            aria-label={fill(t.cancelNamed, { name: followUp.reason ?? followUp.id })}
            onClick={() => setOpened(followUp)}
          >
            {t.cancel}
          </Button>
        ),
    },
  ]
  return (
    <Section title={t.title} actions={mayPropose && <Button onClick={() => setOpened('propose')}>{t.propose}</Button>}>
      <Loaded query={query} rows={2}>
        {(followUps) =>
          followUps.length === 0 ? (
            <p className="soft">{t.none}</p>
          ) : (
            <Table label={t.title} columns={columns} rows={followUps} keyOf={({ id }) => id} />
          )
        }
      </Loaded>
      {opened === 'propose' && <ProposeDialog appointment={appointment} onClose={close} />}
      {typeof opened === 'object' && (
        <Confirm
          title={fill(t.cancelNamed, { name: opened.reason ?? opened.id })}
          button={t.cancel}
          act={async () => medina.followUps.cancel(opened.id)}
          onDone={async () => {
            say(t.cancelled)
            close()
            await refresh()
          }}
          onClose={close}
        >
          <p>{t.cancelText}</p>
        </Confirm>
      )}
    </Section>
  )
}

/** Proposes a consultation as long as this one, at a time or without. */
function ProposeDialog({ appointment, onClose }: { appointment: Appointment; onClose: () => void }) {
  const { patientId, doctorId, patient, startTime, endTime } = appointment
  const [reason, setReason] = useState('')
  const [hasTime, setHasTime] = useState(false)
  const [start, setStart] = useState(() => {
    const usual = Date.parse(startTime) + PROPOSED_AFTER_DAYS * DAY_MS
    return typedOfInstant(Math.max(usual, Date.now() + DAY_MS))
  })
  const t = text().followUps
  const propose = useMutation({
    mutationFn: async () => {
      const times = hasTime && timesFrom(isoOfTyped(start), Date.parse(endTime) - Date.parse(startTime))
      const given = reason.trim() !== '' && { reason: reason.trim() }
      return medina.followUps.propose({ patientId, doctorId, ...given, ...times })
    },
    onSuccess: async () => {
      say(fill(t.proposed, { name: patient.name }))
      onClose()
      await refresh()
    },
  })
  return (
    <Dialog title={t.propose} onClose={onClose}>
      <p className="soft">{t.lead}</p>
      <MutationForm mutation={propose} button={t.propose}>
        <TextField
          label={t.reason}
          hint={t.reasonHint}
          dir="auto"
          maxLength={1000}
          value={reason}
          onChange={setReason}
          fault={faultOf(propose.error, 'reason')}
        />
        <Check label={t.withTime} isChecked={hasTime} onChange={setHasTime} />
        {hasTime && (
          <ClockField
            label={t.start}
            step={300}
            value={start}
            onChange={setStart}
            fault={faultOf(propose.error, 'startTime')}
          />
        )}
      </MutationForm>
    </Dialog>
  )
}

/** The times of a consultation. Invalid input is sent as it is, so that the server reports it. */
function timesFrom(startTime: string, durationMs: number): { startTime: string; endTime: string } {
  const start = Date.parse(startTime)
  const endTime = Number.isNaN(start) ? startTime : new Date(start + durationMs).toISOString()
  return { startTime, endTime }
}
