import { useState } from 'react'
import type { ActiveRoom, Appointment } from '../../../../clients/javascript/src/medina.ts'
import { medina } from '../../api.ts'
import { fill, words } from '../../language.ts'
import { Anchor } from '../../parts/anchor.tsx'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Fact, Facts } from '../../parts/facts.tsx'
import { Failed } from '../../parts/failed.tsx'
import { Check } from '../../parts/fields.tsx'
import { Field, Form } from '../../parts/form.tsx'
import { State } from '../../parts/state.tsx'
import { Loaded } from '../../parts/table.tsx'
import { Copied } from '../../parts/text.tsx'
import { useMay } from '../../permissions.ts'
import { visitAddress } from './address.ts'
import { usePlaces, useVisitTypes } from './booking/offers.ts'
import { text as bookingText } from './booking/words/index.ts'
import { useAppointment, useMe } from './data.ts'
import { Notes } from './notes.tsx'
import { changeLater } from './postponed.ts'
import { RoomButton } from './room-button.tsx'
import { StatusButtons, useStatuses } from './status-buttons.tsx'
import { canCancel, canMove } from './statuses.ts'
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
  const mayUpdate = useMay('updateAppointment')
  const mayReadPrescriptions = useMay('listPrescriptions')
  const mayCancel = useMay('cancelAppointment') && canCancel(appointment)
  const mayReadSeries = useMay('readSeries')
  const booking = bookingText()
  const types = useVisitTypes().data
  const places = usePlaces().data
  const t = text()
  const { visitTypeId, placeId, mode, visitReason, seriesId } = appointment
  const statuses = useStatuses(appointment, etag, onDone)
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
      {statuses.error && <Failed error={statuses.error} />}
      <div className="form-foot">
        <RoomButton appointment={appointment} />
        {mayReadPrescriptions && (
          <Anchor className="button" href={visitAddress(appointment.id)}>
            {t.openVisit}
          </Anchor>
        )}
        <StatusButtons statuses={statuses} />
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
