import { useState } from 'react'
import type { Appointment } from '../../../../clients/javascript/src/medina.ts'
import { fill } from '../../language.ts'
import { ClockField, isoOfTyped, typedOfInstant } from '../../parts/clock-field.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { faultOf } from '../../parts/fault.tsx'
import { Form } from '../../parts/form.tsx'
import { text } from '../words/index.ts'
import { type Move, read, type useMove } from './data.ts'

/** A form to move an appointment, for phones, where it cannot be dragged. */
export function MoveDialog({
  appointment,
  move,
  onClose,
}: {
  appointment: Appointment
  move: ReturnType<typeof useMove>
  onClose: () => void
}) {
  const [start, setStart] = useState(() => typedOfInstant(Date.parse(appointment.startTime)))
  const [base] = useState(() => quietly(read(appointment.id)))
  const t = text().agenda
  return (
    <Dialog title={fill(t.moveTitle, { name: appointment.patient.name })} onClose={onClose}>
      <Form
        onSubmit={() => move.mutate({ appointment, startTime: isoOfTyped(start), read: base }, { onSuccess: onClose })}
        isBusy={move.isPending}
        error={move.error}
        button={t.move}
      >
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
