import { useCallback, useEffect, useRef, useState } from 'react'
import type { Appointment } from '../../../../clients/javascript/src/medina.ts'
import { dayOf, instantOf, minutesOf } from '../../parts/morocco.ts'
import { type Move, read, useMove } from './data.ts'
import { quietly } from './move-dialog.tsx'
import { type Moving, textOfMoving } from './moving.tsx'
import { text } from './words/index.ts'

/** The time for which a moved appointment gets the focus back. */
const FOCUS_MS = 3000

type Failure = { name: string; error: unknown }

/** Moves an appointment by pointer or keyboard, until it is confirmed or cancelled. */
export function useMover({
  days,
  setDay,
  onSay,
}: {
  days: readonly string[]
  setDay: (day: string) => void
  onSay: (text: string) => void
}) {
  const [moving, setMoving] = useState<Moving>()
  const [failed, setFailed] = useState<Failure>()
  const base = useRef<Move['read']>(undefined)
  /** The appointment that gets the focus back until a time, because it may be rendered again in its new place. */
  const focused = useRef<{ id: string; until: number }>(undefined)
  const mutation = useMove()
  const { mutate } = mutation

  useEffect(() => {
    if (!focused.current || moving) return
    const { id, until } = focused.current
    if (performance.now() > until) {
      focused.current = undefined
      return
    }
    const { activeElement } = document
    if (activeElement && activeElement !== document.body && activeElement instanceof HTMLElement) {
      if (activeElement.dataset.id === id) return
      if (!activeElement.closest('.agenda-moving')) return
    }
    document.querySelector<HTMLElement>(`.agenda-grid [data-id="${CSS.escape(id)}"]`)?.focus()
  })

  const start = useCallback(
    (appointment: Appointment, how: Moving['how']) => {
      base.current = quietly(read(appointment.id))
      setFailed(undefined)
      const at = Date.parse(appointment.startTime)
      const next = { appointment, day: dayOf(at), minutes: minutesOf(at), how }
      setMoving(next)
      onSay(`${textOfMoving(next)}. ${text().moveHint}`)
    },
    [onSay],
  )
  const to = (day: string, minutes: number) => {
    if (!moving) return
    const next = { ...moving, day, minutes }
    setMoving(next)
    onSay(textOfMoving(next))
    if (!days.includes(day)) setDay(day)
  }
  const end = useCallback(
    (isConfirmed: boolean) => {
      if (!moving) return
      const { appointment, day, minutes, how } = moving
      setMoving(undefined)
      if (how === 'keys') focused.current = { id: appointment.id, until: performance.now() + FOCUS_MS }
      const startTime = new Date(instantOf(day, minutes)).toISOString()
      if (!isConfirmed || startTime === new Date(appointment.startTime).toISOString())
        return onSay(text().moveCancelled)
      onSay('')
      mutate(
        { appointment, startTime, read: base.current! },
        { onError: (error) => setFailed({ name: appointment.patient.name, error }) },
      )
    },
    [moving, mutate, onSay],
  )
  return { moving, failed, mutation, start, to, end, dismiss: () => setFailed(undefined) }
}
