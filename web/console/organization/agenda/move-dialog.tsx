import { useState } from 'react'
import type { Appointment, Slot } from '../../../../clients/javascript/src/medina.ts'
import { fill } from '../../language.ts'
import { ClockField, isoOfTyped, typedOfInstant } from '../../parts/clock-field.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { faultOf } from '../../parts/fault.tsx'
import { Form } from '../../parts/form.tsx'
import { dayOf } from '../../parts/morocco.ts'
import { FreeSlots } from './booking/free-slots.tsx'
import { type Move, read, type useMove } from './data.ts'
import { text } from './words/index.ts'

/**
 * A form to move an appointment: to a free time of its visit type, or to any other. Also for phones, where it cannot be dragged.
 */
export function MoveDialog({
  appointment,
  move,
  onClose,
}: {
  appointment: Appointment
  move: ReturnType<typeof useMove>
  onClose: () => void
}) {
  const { id, doctorId, visitTypeId, startTime, patient } = appointment
  const [start, setStart] = useState(() => typedOfInstant(Date.parse(startTime)))
  const [slot, setSlot] = useState<Slot>()
  const [base] = useState(() => quietly(read(id)))
  const t = text()
  const placeId = slot && slot.startTime === isoOfTyped(start) ? slot.placeId : appointment.placeId
  const submit = () => {
    const elsewhere = placeId !== null && placeId !== appointment.placeId && { placeId }
    move.mutate({ appointment, startTime: isoOfTyped(start), ...elsewhere, read: base }, { onSuccess: onClose })
  }
  return (
    <Dialog title={fill(t.moveTitle, { name: patient.name })} onClose={onClose}>
      <Form onSubmit={submit} isBusy={move.isPending} error={move.error} button={t.move}>
        {visitTypeId !== null && (
          <FreeSlots
            offered={{ doctorId, visitTypeId }}
            day={dayOf(Math.max(Date.now(), Date.parse(startTime)))}
            chosen={isoOfTyped(start)}
            isBusy={false}
            onChoose={(chosen) => {
              setSlot(chosen)
              setStart(typedOfInstant(Date.parse(chosen.startTime)))
            }}
          />
        )}
        <ClockField
          label={t.start}
          step={300}
          value={start}
          onChange={setStart}
          fault={faultOf(move.error, 'startTime')}
        />
      </Form>
    </Dialog>
  )
}

/** Prevents an unhandled rejection. A failed read is shown when the move is confirmed. */
export function quietly(promise: Move['read']): Move['read'] {
  promise.catch(() => {})
  return promise
}
