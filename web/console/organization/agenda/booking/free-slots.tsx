import { useMutation } from '@tanstack/react-query'
import { type KeyboardEvent, useRef, useState } from 'react'
import type { Slot } from '../../../../../clients/javascript/src/medina.ts'
import { fill } from '../../../language.ts'
import { arrowOf } from '../../../parts/arrows.ts'
import { Button } from '../../../parts/button.tsx'
import { Failed } from '../../../parts/failed.tsx'
import { addDays, clockOf, dayOf, minutesOf } from '../../../parts/morocco.ts'
import { Loaded } from '../../../parts/table.tsx'
import { textOfDay } from '../texts.ts'
import { firstFree, type Offered, SHOWN_DAYS, useFreeSlots } from './offers.ts'
import { text } from './words/index.ts'

type FreeSlotsProps = {
  offered: Offered
  /** The first day shown. */
  day: string
  /** The start of the chosen time, as ISO 8601. */
  chosen: string | undefined
  isBusy: boolean
  onChoose: (slot: Slot) => void
}

const short = { weekday: 'short', day: 'numeric', month: 'short' } as const

/** The free times of a professional for a visit type, a week at a time. */
export function FreeSlots({ offered, day: firstShown, ...choice }: FreeSlotsProps) {
  const [day, setDay] = useState(firstShown)
  const query = useFreeSlots(offered, day)
  const first = useMutation({
    mutationFn: async () => (await firstFree(offered, day)) ?? null,
    onSuccess: (slot) => slot && setDay(dayOfSlot(slot)),
  })
  const { slots: t } = text()
  const week = { from: textOfDay(day, short), to: textOfDay(addDays(day, SHOWN_DAYS - 1), short) }
  const today = dayOf(Date.now())
  const goTo = (to: string) => {
    first.reset()
    setDay(to < today ? today : to)
  }
  return (
    <fieldset className="slots">
      <legend>{t.title}</legend>
      <div className="slots-week">
        <Button
          icon="previous"
          aria-label={t.previous}
          disabled={day <= today}
          onClick={() => goTo(addDays(day, -SHOWN_DAYS))}
        />
        <span role="status">{fill(t.week, week)}</span>
        <Button icon="next" aria-label={t.next} onClick={() => goTo(addDays(day, SHOWN_DAYS))} />
      </div>
      <Loaded query={query} rows={2}>
        {(slots) =>
          slots.length > 0 ? (
            <SlotButtons key={day} slots={slots} {...choice} />
          ) : (
            <div>
              <p>{first.data === null ? t.noneAtAll : t.none}</p>
              {first.error && <Failed error={first.error} />}
              <Button isBusy={first.isPending} onClick={() => first.mutate()}>
                {t.first}
              </Button>
            </div>
          )
        }
      </Loaded>
    </fieldset>
  )
}

type SlotButtonsProps = Omit<FreeSlotsProps, 'offered' | 'day'> & { slots: readonly Slot[] }

/** The times by day. They are one stop of the Tab key: arrow keys go to the next time, or to the next day. */
function SlotButtons({ slots, chosen, isBusy, onChoose }: SlotButtonsProps) {
  const [active, setActive] = useState(chosen)
  const list = useRef<HTMLOListElement>(null)
  const current = Math.max(
    0,
    slots.findIndex(({ startTime }) => startTime === active),
  )
  const onKey = (event: KeyboardEvent) => {
    const [down, across] = arrowOf(event)
    const next = across === 0 ? firstOfDay(slots, current, down) : current + across
    const slot = slots[next]
    if (down + across === 0 || !slot) return
    event.preventDefault()
    setActive(slot.startTime)
    list.current!.querySelectorAll('button')[next]!.focus()
  }
  return (
    <ol className="slots-days" ref={list} onKeyDown={onKey}>
      {[...Map.groupBy(slots, dayOfSlot)].map(([date, ofDay]) => (
        <li key={date}>
          <span>{textOfDay(date, short)}</span>
          <div>
            {ofDay.map((slot) => (
              <button
                key={`${slot.startTime} ${slot.placeId}`}
                type="button"
                className="button"
                tabIndex={slot === slots[current] ? 0 : -1}
                aria-label={`${textOfDay(date, short)} ${clockOfSlot(slot)}`}
                aria-pressed={slot.startTime === chosen}
                aria-disabled={isBusy}
                onClick={() => {
                  setActive(slot.startTime)
                  if (!isBusy) onChoose(slot)
                }}
              >
                {clockOfSlot(slot)}
              </button>
            ))}
          </div>
        </li>
      ))}
    </ol>
  )
}

/** The first time of the next or the previous day; -1 if there is none. */
function firstOfDay(slots: readonly Slot[], current: number, down: number): number {
  const days = [...new Set(slots.map(dayOfSlot))]
  const day = days[days.indexOf(dayOfSlot(slots[current]!)) + down]
  return slots.findIndex((slot) => dayOfSlot(slot) === day)
}

const dayOfSlot = ({ startTime }: Slot): string => dayOf(Date.parse(startTime))
const clockOfSlot = ({ startTime }: Slot): string => clockOf(minutesOf(Date.parse(startTime)))
