import { type CSSProperties, type KeyboardEvent, useEffect, useRef } from 'react'
import type { Appointment } from '../../../../clients/javascript/src/medina.ts'
import { fill } from '../../language.ts'
import { arrowOf } from '../../parts/arrows.ts'
import { clockOf } from '../../parts/morocco.ts'
import { textOfDay } from './texts.ts'
import { text } from './words/index.ts'

/** A change of time that is not confirmed yet. */
export type Moving = { appointment: Appointment; day: string; minutes: number; how: 'keys' | 'pointer' }

/** Steps in minutes. */
export const FREE_STEP = 15
export const MOVE_STEP = 5

export const lengthOf = ({ startTime, endTime }: Appointment): number =>
  (Date.parse(endTime) - Date.parse(startTime)) / 60_000

/** The new place of an appointment that is being moved. It has the focus when moved by keyboard. */
export function Ghost({
  moving,
  style,
  onKey,
}: {
  moving: Moving
  style: CSSProperties
  onKey: (event: KeyboardEvent) => void
}) {
  const element = useRef<HTMLDivElement>(null)
  const isByKeys = moving.how === 'keys'
  useEffect(() => {
    if (isByKeys) element.current!.focus({ preventScroll: true })
  }, [isByKeys])
  // biome-ignore lint/correctness/useExhaustiveDependencies: it was moved
  useEffect(() => {
    if (isByKeys) element.current!.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [isByKeys, moving.day, moving.minutes])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: by the keyboard its role is application, which takes all keys
    <div
      ref={element}
      className="agenda-ghost"
      {...(isByKeys
        ? {
            role: 'application',
            tabIndex: 0,
            'aria-label': `${moving.appointment.patient.name}. ${textOfMoving(moving)}`,
            'aria-describedby': 'agenda-move-hint',
          }
        : { 'aria-hidden': true })}
      style={style}
      onKeyDown={onKey}
    >
      {clockOf(moving.minutes)}–{clockOf(moving.minutes + lengthOf(moving.appointment))}
    </div>
  )
}

export const textOfMoving = ({ appointment, day, minutes }: Moving): string =>
  fill(text().moving, {
    day: textOfDay(day),
    times: `${clockOf(minutes)}–${clockOf(minutes + lengthOf(appointment))}`,
  })

/** The latest start of an appointment, in minutes of the day. */
const LAST_START = 1435

type MoveHandlers = {
  onMoveTo: (day: string, minutes: number) => void
  onMoveEnd: (isConfirmed: boolean) => void
}

/** Moves by the arrow keys. Enter confirms, and Escape cancels. */
export function moveByKey(event: KeyboardEvent, moving: Moving, { onMoveTo, onMoveEnd }: MoveHandlers): void {
  if (event.key === 'Enter' || event.key === 'Escape') {
    event.preventDefault()
    event.stopPropagation()
    onMoveEnd(event.key === 'Enter')
    return
  }
  const [down, across] = arrowOf(event)
  if (down === 0 && across === 0) return
  event.preventDefault()
  event.stopPropagation()
  const step = event.shiftKey ? FREE_STEP : MOVE_STEP
  const minutes = Math.max(0, Math.min(LAST_START, moving.minutes + down * step))
  const day = new Date(Date.parse(moving.day) + across * 86_400_000).toISOString().slice(0, 10)
  onMoveTo(day, minutes)
}
