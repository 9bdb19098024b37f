import { type PointerEvent, type RefObject, useEffect, useRef } from 'react'
import type { Appointment } from '../../../../clients/javascript/src/medina.ts'
import { snap } from '../../parts/morocco.ts'
import type { Item } from './columns.ts'
import type { GridProps } from './grid.tsx'
import type { Hours } from './layout.ts'
import { lengthOf, MOVE_STEP } from './moving.tsx'
import { canMove } from './statuses.ts'

/** Pixels that a pointer moves before a press becomes a drag. */
const DRAG_PX = 5
/** Pixels from the edge at which a drag scrolls, and how far. */
const EDGE_PX = 32
const SCROLL_PX = 12

type DragProps = Pick<GridProps, 'columns' | 'moving' | 'mayMove' | 'onMoveStart' | 'onMoveTo' | 'onMoveEnd'> & {
  hours: Hours
  scroller: RefObject<HTMLElement | null>
  body: RefObject<HTMLElement | null>
  minutesAt: (clientY: number) => number
  columnAt: (clientX: number) => number | undefined
  itemOf: (target: EventTarget) => Item | undefined
}

type Press = { x: number; y: number; grabbed: number; appointment: Appointment; isDrag: boolean }

/** Moves an appointment by mouse or pen. Touch scrolls the grid. */
export function useDrag(props: DragProps) {
  const { columns, moving, mayMove, onMoveStart, onMoveTo, onMoveEnd } = props
  const { hours, scroller, body, minutesAt, columnAt, itemOf } = props
  const pressed = useRef<Press>(undefined)
  const isAfterDrag = useRef(false)

  const start = (event: PointerEvent) => {
    if (event.button !== 0 || event.pointerType === 'touch' || moving) return
    const item = itemOf(event.target)
    if (!item || !mayMove || !canMove(item.appointment)) return
    const grabbed = minutesAt(event.clientY) - item.start
    pressed.current = { x: event.clientX, y: event.clientY, grabbed, appointment: item.appointment, isDrag: false }
  }
  /** @returns whether an appointment is pressed */
  const move = (event: PointerEvent): boolean => {
    const press = pressed.current
    if (!press) return false
    if (!press.isDrag) {
      if (Math.hypot(event.clientX - press.x, event.clientY - press.y) < DRAG_PX) return true
      press.isDrag = true
      body.current!.setPointerCapture(event.pointerId)
      onMoveStart(press.appointment, 'pointer')
    }
    const { top, bottom } = scroller.current!.getBoundingClientRect()
    if (event.clientY < top + EDGE_PX) scroller.current!.scrollBy(0, -SCROLL_PX)
    if (event.clientY > bottom - EDGE_PX) scroller.current!.scrollBy(0, SCROLL_PX)
    const { appointment } = press
    const wanted = snap(minutesAt(event.clientY) - press.grabbed, MOVE_STEP)
    const minutes = Math.max(hours.from, Math.min(hours.to - lengthOf(appointment), wanted))
    // The server does not change the professional of an appointment.
    const under = columns[columnAt(event.clientX) ?? -1]
    const own = under?.doctor.id === appointment.doctorId ? under : undefined
    const sameDay = columns.find(({ day, doctor }) => day === under?.day && doctor.id === appointment.doctorId)
    const day = own?.day ?? sameDay?.day ?? moving?.day
    if (day !== undefined && (day !== moving?.day || minutes !== moving?.minutes)) onMoveTo(day, minutes)
    return true
  }
  const end = (isConfirmed: boolean) => {
    const press = pressed.current
    pressed.current = undefined
    if (!press?.isDrag) return
    isAfterDrag.current = true
    setTimeout(() => {
      isAfterDrag.current = false
    })
    onMoveEnd(isConfirmed)
  }
  const isDragged = moving?.how === 'pointer'
  useEffect(() => {
    if (!isDragged) return
    const onKey = ({ key }: globalThis.KeyboardEvent) => {
      if (key !== 'Escape') return
      pressed.current = undefined
      onMoveEnd(false)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [isDragged, onMoveEnd])
  return { start, move, end, hasJustEnded: () => isAfterDrag.current }
}
