import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { ActiveRoom, Appointment, UpdateAppointment } from '../../../../clients/javascript/src/medina.ts'
import { medina } from '../../api.ts'
import { fill, words } from '../../language.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Fact, Facts } from '../../parts/facts.tsx'
import { Failed } from '../../parts/failed.tsx'
import { faultOf } from '../../parts/fault.tsx'
import { Check } from '../../parts/fields.tsx'
import { Field, Form } from '../../parts/form.tsx'
import { State } from '../../parts/state.tsx'
import { Loaded } from '../../parts/table.tsx'
import { Copied } from '../../parts/text.tsx'
import { say } from '../../parts/toasts.tsx'
import { useMay } from '../../permissions.ts'
import { usePlaces, useVisitTypes } from './booking/offers.ts'
import { text as bookingText } from './booking/words/index.ts'
import { refreshAppointments, useAppointment, useMe } from './data.ts'
import { changeLater } from './postponed.ts'
import { allowedStatuses, canCancel, canMove, isFinal, type Status } from './statuses.ts'
import { dayOfStart, textOfDay, textOfRoom, textOfStatus, textOfTimes, tones } from './texts.ts'
import { text } from './words/index.ts'

type DetailsProps = {
  id: string
  /** The patient's name, for the title. */
  name: string
  room: ActiveRoom | undefined
  /** Moves the appointment in the grid. */
  onMove: (appointment: Appointment) => void
  /** Moves the appointment in a form with free times. */
  onFindTime: (appointment: Appointment) => void
  onSeries: (id: string) => void
  onClose: () => void
}

/** An appointment with the currently allowed actions. */
export function DetailsDialog({ id, name, room, onMove, onFindTime, onSeries, onClose }: DetailsProps) {
  const [isCancelling, setCancelling] = useState(false)
  const query = useAppointment(id)
  const t = text()
  return (
    <Dialog title={fill(isCancelling ? t.cancelTitle : t.details, { name })} onClose={onClose}>
      <Loaded query={query} rows={4}>
        {({ data, meta }) =>
          isCancelling ? (
            <CancelForm appointment={data} etag={meta.etag} onClose={onClose} onBack={() => setCancelling(false)} />
          ) : (
            <Details
              appointment={data}
              etag={meta.etag}
              room={room}
              onMove={() => onMove(data)}
              onFindTime={() => onFindTime(data)}
              onSeries={onSeries}
              onCancel={() => setCancelling(true)}
              onDone={onClose}
            />
          )
        }
      </Loaded>
    </Dialog>
  )
}

type PartProps = { appointment: Appointment; etag: string | undefined }

function Details({
  appointment,
  etag,
  room,
  onMove,
  onFindTime,
  onSeries,
  onCancel,
  onDone,
}: PartProps & {
  room: ActiveRoom | undefined
  onMove: () => void
  onFindTime: () => void
  onSeries: (id: string) => void
  onCancel: () => void
  onDone: () => void
}) {
  const me = useMe()
  const mayUpdate = useMay('updateAppointment')
  const mayCancel = useMay('cancelAppointment') && canCancel(appointment)
  const mayReadSeries = useMay('readSeries')
  const booking = bookingText()
  const types = useVisitTypes().data
  const places = usePlaces().data
  const t = text()
  const { visitTypeId, placeId, mode, visitReason, seriesId } = appointment
  const setStatus = useMutation({
    mutationFn: async (status: string) => medina.appointments.update(appointment.id, { status }, { ifMatch: etag }),
    onSuccess: async (changed) => {
      say(fill(t.statusSet, { name: changed.patient.name, status: textOfStatus(changed) }))
      onDone()
      await refreshAppointments()
    },
  })
  const set = (status: Status) => {
    if (!isFinal(status)) return setStatus.mutate(status)
    const said = fill(t.statusSet, { name: appointment.patient.name, status: t.statuses[status] ?? status })
    changeLater(appointment, { ...appointment, status }, said, async () =>
      medina.appointments.update(appointment.id, { status }, { ifMatch: etag }),
    )
    onDone()
  }
  const next = mayUpdate ? allowedStatuses(appointment, me.role, Date.now()) : []
  return (
    <>
      <div className="agenda-facts">
        <Facts>
          <Fact name={t.time}>
            {textOfDay(dayOfStart(appointment))}
            <br />
            <bdi>{textOfTimes(appointment)}</bdi>
          </Fact>
          <Fact name={t.status}>
            <State tone={tones[appointment.status] ?? 'off'}>{textOfStatus(appointment)}</State>{' '}
            {appointment.pastVisit && <span className="tag">{t.pastVisit}</span>}
          </Fact>
          <Fact name={t.professional}>
            <bdi>{appointment.doctor.name}</bdi>
          </Fact>
          <Fact name={booking.type}>{nameOf(types, visitTypeId)}</Fact>
          <Fact name={t.mode}>{words().visitModes[mode] ?? mode}</Fact>
          <Fact name={booking.place}>{nameOf(places, placeId)}</Fact>
          <Fact name={booking.visitReason}>{visitReason && <bdi>{visitReason}</bdi>}</Fact>
          <Fact name={t.room}>{textOfRoom(room)}</Fact>
        </Facts>
      </div>
      <p className="agenda-id">
        <Copied value={appointment.id} />
      </p>
      <Notes appointment={appointment} etag={etag} />
      {setStatus.error && <Failed error={setStatus.error} />}
      <div className="form-foot">
        <RoomButton appointment={appointment} />
        {next.map((status) => (
          <Button key={status} isBusy={setStatus.isPending} onClick={() => set(status)}>
            {t.set[status]}
          </Button>
        ))}
        {mayUpdate && canMove(appointment) && (
          <Button icon="clock" onClick={onMove}>
            {t.move}
          </Button>
        )}
        {mayUpdate && canMove(appointment) && visitTypeId !== null && (
          <Button onClick={onFindTime}>{booking.findTime}</Button>
        )}
        {mayReadSeries && seriesId !== null && (
          <Button onClick={() => onSeries(seriesId)}>{booking.series.open}</Button>
        )}
        {mayCancel && <Button onClick={onCancel}>{t.cancel}</Button>}
      </div>
    </>
  )
}

/** The name of a visit type or place. */
function nameOf(records: readonly { id: string; name: string }[] | undefined, id: string | null) {
  const name = records?.find((record) => record.id === id)?.name
  return name === undefined ? undefined : <bdi>{name}</bdi>
}

/** Opens the room with a token of the participant. */
function RoomButton({ appointment }: Pick<PartProps, 'appointment'>) {
  const me = useMe()
  const mayJoin = useMay('issueVideoToken') && [appointment.doctorId, appointment.patientId].includes(me.id)
  const t = text()
  const open = useMutation({
    mutationFn: async () => {
      const { token, roomId } = await medina.video.issueToken({ appointmentId: appointment.id, identity: me.id })
      const address = `/room/${encodeURIComponent(roomId)}#token=${token}`
      return window.open(address, '_blank') ? undefined : address
    },
  })
  if (!mayJoin || !(canCancel(appointment) || appointment.status === 'IN_PROGRESS')) return null
  if (open.data)
    return (
      <p>
        {t.roomReady}{' '}
        <a href={open.data} target="_blank" rel="noopener">
          {t.openRoom}
        </a>
      </p>
    )
  return (
    <>
      {open.error && <Failed error={open.error} />}
      <Button look="main" icon="video" isBusy={open.isPending} onClick={() => open.mutate()}>
        {t.openRoom}
      </Button>
    </>
  )
}

/** The notes of an appointment, which only the professional can change. */
function Notes({ appointment, etag }: PartProps) {
  const me = useMe()
  const mayWrite = useMay('updateAppointment') && appointment.doctorId === me.id
  const [notes, setNotes] = useState(appointment.notes ?? '')
  const t = text()
  const save = useMutation({
    mutationFn: async () => {
      const change: UpdateAppointment = { notes: notes.trim() === '' ? null : notes }
      return medina.appointments.update(appointment.id, change, { ifMatch: etag })
    },
    onSuccess: async () => {
      say(t.notesSaved)
      await refreshAppointments()
    },
  })
  if (!mayWrite)
    return (
      appointment.notes && (
        <section className="agenda-notes">
          <h3>{t.notes}</h3>
          <p>
            <bdi>{appointment.notes}</bdi>
          </p>
        </section>
      )
    )
  const isChanged = notes !== (appointment.notes ?? '')
  return (
    <Form
      onSubmit={() => save.mutate()}
      isBusy={save.isPending || !isChanged}
      error={save.error}
      button={t.saveNotes}
      look="quiet"
    >
      <Field label={t.notes} fault={faultOf(save.error, 'notes')}>
        {(props) => (
          <textarea {...props} dir="auto" rows={3} value={notes} onChange={({ target }) => setNotes(target.value)} />
        )}
      </Field>
    </Form>
  )
}

/** The longest reason that the API accepts. */
const MAX_REASON = 500

function CancelForm({ appointment, etag, onClose, onBack }: PartProps & { onClose: () => void; onBack: () => void }) {
  const [reason, setReason] = useState('')
  const [isLate, setLate] = useState(false)
  const me = useMe()
  const booking = bookingText()
  const t = text()
  const cancel = () => {
    const given = { ...(reason.trim() && { reason: reason.trim() }), ...(isLate && { lateCancel: true }) }
    const changed = { ...appointment, status: 'CANCELLED', lateCancel: isLate }
    changeLater(appointment, changed, fill(t.cancelled, { name: appointment.patient.name }), async () =>
      medina.appointments.cancel(appointment.id, given, { ifMatch: etag }),
    )
    onClose()
  }
  return (
    <>
      <p>
        {textOfDay(dayOfStart(appointment))}, <bdi>{textOfTimes(appointment)}</bdi>
      </p>
      <p>{t.cancelText}</p>
      <Form
        onSubmit={cancel}
        isBusy={false}
        button={t.cancelButton}
        look="danger"
        beside={<Button onClick={onBack}>{t.keepAppointment}</Button>}
      >
        <Field label={t.reason} hint={t.reasonHint}>
          {(props) => (
            <input
              {...props}
              dir="auto"
              maxLength={MAX_REASON}
              value={reason}
              onChange={({ target }) => setReason(target.value)}
            />
          )}
        </Field>
        {me.role !== 'PATIENT' && (
          <Check label={booking.lateCancel} hint={booking.lateCancelHint} isChecked={isLate} onChange={setLate} />
        )}
      </Form>
    </>
  )
}
