import { type CSSProperties, type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import { fill, words } from '../language.ts'
import { arrowOf } from '../parts/arrows.ts'
import { weekdays } from '../parts/weekdays.ts'
import { type Block, drawn, lanesOf, moved, resized, STEP, shownHours, timeOf } from './week.ts'
import { text } from './words/index.ts'

type WeekGridProps = {
  blocks: readonly Block[]
  places: readonly { id: string; name: string }[]
  mayWrite: boolean
  onDraw: (weekday: number, from: number, to: number) => void
  onOpen: (block: Block) => void
  onChange: (block: Block) => void
  onRemove: (block: Block) => void
}

type Drawing = { weekday: number; start: number; end: number }

/** The week from Monday to Sunday. New hours are drawn with the pointer; each block is a button for the keyboard. */
export function WeekGrid({ blocks, places, mayWrite, onDraw, onOpen, onChange, onRemove }: WeekGridProps) {
  const [drawing, setDrawing] = useState<Drawing>()
  const [announced, setAnnounced] = useState('')
  const body = useRef<HTMLDivElement>(null)
  const { from, to } = shownHours(blocks)
  const days = weekdays()
  const t = text().hours
  const place = (start: number, end: number): CSSProperties => ({
    insetBlockStart: `${((start - from) / (to - from)) * 100}%`,
    blockSize: `${((end - start) / (to - from)) * 100}%`,
  })
  const minutesAt = (clientY: number): number => {
    const { top, height } = body.current!.getBoundingClientRect()
    return from + ((clientY - top) / height) * (to - from)
  }

  const start = (event: PointerEvent, weekday: number) => {
    if (!mayWrite || event.button !== 0 || event.pointerType === 'touch') return
    if (event.target instanceof Element && event.target.closest('button')) return
    event.preventDefault()
    event.currentTarget.setPointerCapture(event.pointerId)
    const at = minutesAt(event.clientY)
    setDrawing({ weekday, start: at, end: at })
  }
  const draw = (event: PointerEvent) => {
    if (drawing) setDrawing({ ...drawing, end: minutesAt(event.clientY) })
  }
  const end = () => {
    if (!drawing) return
    const span = drawn(drawing.start, drawing.end)
    setDrawing(undefined)
    onDraw(drawing.weekday, span.from, span.to)
  }

  const onKey = (event: KeyboardEvent, block: Block) => {
    if (!mayWrite || event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'Delete' || event.key === 'Backspace') {
      event.preventDefault()
      return onRemove(block)
    }
    const [down, across] = arrowOf(event)
    if (down === 0 && across === 0) return
    event.preventDefault()
    const next = event.shiftKey ? resized(block, down * STEP) : moved(block, across, down * STEP)
    onChange(next)
    const day = days.find(({ weekday }) => weekday === next.weekday)!.name
    setAnnounced(fill(t.moved, { day, from: timeOf(next.from), to: timeOf(next.to) }))
  }

  const nameOf = (id: string) => places.find((one) => one.id === id)?.name ?? ''
  const modesOf = (block: Block) => block.modes.map((mode) => words().visitModes[mode] ?? mode).join(', ')

  return (
    <section className="hours-scroll" aria-label={t.grid}>
      <p className="sr" role="status">
        {announced}
      </p>
      <div className="hours-grid" style={{ '--rows': (to - from) / 60 } as CSSProperties}>
        <div className="hours-heads" aria-hidden="true">
          <span />
          {days.map(({ weekday, short }) => (
            <span key={weekday}>{short}</span>
          ))}
        </div>
        <div className="hours-body" ref={body}>
          <div className="hours-clock" aria-hidden="true">
            {Array.from({ length: (to - from) / 60 }, (_, n) => (
              <span key={timeOf(from + n * 60)} dir="ltr">
                {timeOf(from + n * 60)}
              </span>
            ))}
          </div>
          {days.map(({ weekday }) => (
            <div
              key={weekday}
              className="hours-day"
              onPointerDown={(event) => start(event, weekday)}
              onPointerMove={draw}
              onPointerUp={end}
              onPointerCancel={() => setDrawing(undefined)}
            >
              {drawing?.weekday === weekday && <Drawn drawing={drawing} place={place} />}
            </div>
          ))}
          {/* One layer for all days, so that a block that moves to another day keeps the focus. */}
          <div className="hours-layer">
            {days.flatMap(({ weekday, name }) =>
              lanesOf(blocks.filter((block) => block.weekday === weekday)).map(({ block, lane, lanes }) => (
                <button
                  key={block.key}
                  type="button"
                  data-key={block.key}
                  className={`hours-block ${block.season === 'RAMADAN' ? 'ramadan' : ''}`}
                  title={fill(t.block, {
                    ...{ day: name, from: timeOf(block.from), to: timeOf(block.to) },
                    ...{ place: nameOf(block.placeId), modes: modesOf(block) },
                  })}
                  disabled={!mayWrite}
                  style={{
                    ...place(block.from, block.to),
                    insetInlineStart: `${((weekday - 1 + lane / lanes) / 7) * 100}%`,
                    inlineSize: `${100 / lanes / 7}%`,
                  }}
                  onClick={() => onOpen(block)}
                  onKeyDown={(event) => onKey(event, block)}
                >
                  <span className="sr">{name} </span>
                  <span dir="ltr">
                    {timeOf(block.from)}–{timeOf(block.to)}
                  </span>{' '}
                  <small>
                    <bdi>{nameOf(block.placeId)}</bdi>
                  </small>
                  <span className="sr"> {modesOf(block)}</span>
                  {block.season === 'RAMADAN' && <small> {t.inRamadan}</small>}
                </button>
              )),
            )}
          </div>
        </div>
      </div>
    </section>
  )
}

type DrawnProps = { drawing: Drawing; place: (start: number, end: number) => CSSProperties }

/** The hours that are being drawn. */
function Drawn({ drawing, place }: DrawnProps) {
  const { from, to } = drawn(drawing.start, drawing.end)
  return (
    <div className="hours-drawing" style={place(from, to)}>
      <span dir="ltr">
        {timeOf(from)}–{timeOf(to)}
      </span>
    </div>
  )
}
