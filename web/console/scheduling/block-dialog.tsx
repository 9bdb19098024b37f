import { useState } from 'react'
import { fill, words } from '../language.ts'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { Checks, Choice, Form, TextField } from '../parts/form.tsx'
import { weekdays } from '../parts/weekdays.ts'
import { type Block, minutesOf, timeOf } from './week.ts'
import { text } from './words/index.ts'

type BlockDialogProps = {
  block: Block
  places: readonly { id: string; name: string }[]
  isNew: boolean
  onApply: (block: Block) => void
  onRemove: () => void
  onClose: () => void
}

const TIME = /^([0-2]\d|3[0-5]):[0-5]\d$|^36:00$/

/** Edits hours of one weekday. */
export function BlockDialog({ block, places, isNew, onApply, onRemove, onClose }: BlockDialogProps) {
  const [given, setGiven] = useState({ ...block, from: timeOf(block.from), to: timeOf(block.to) })
  const [faults, setFaults] = useState<{ times?: string; modes?: string }>({})
  const t = text().hours
  const days = weekdays()
  const set = (changes: Partial<typeof given>) => setGiven((before) => ({ ...before, ...changes }))
  const apply = () => {
    const [from, to] = [minutesOf(given.from), minutesOf(given.to)]
    const isValid = TIME.test(given.from) && TIME.test(given.to) && from < 1440 && to > from
    const found = { ...(!isValid && { times: t.badTimes }), ...(given.modes.length === 0 && { modes: t.noModes }) }
    setFaults(found)
    if (Object.keys(found).length === 0) onApply({ ...given, from, to })
  }
  const dayName = days.find(({ weekday }) => weekday === given.weekday)!.name
  return (
    <Dialog title={isNew ? t.add : fill(t.edit, { day: dayName })} onClose={onClose}>
      <Form
        onSubmit={apply}
        isBusy={false}
        button={t.apply}
        beside={
          !isNew && (
            <Button look="danger" onClick={onRemove}>
              {t.remove}
            </Button>
          )
        }
      >
        <Choice
          label={t.weekday}
          value={String(given.weekday)}
          options={days.map(({ weekday, name }) => [String(weekday), name])}
          onChange={(weekday) => set({ weekday: Number(weekday) })}
        />
        <div className="side-by-side">
          <TextField
            label={t.from}
            dir="ltr"
            inputMode="numeric"
            value={given.from}
            onChange={(from) => set({ from })}
          />
          <TextField
            label={t.to}
            dir="ltr"
            inputMode="numeric"
            hint={t.toHint}
            value={given.to}
            onChange={(to) => set({ to })}
            fault={faults.times}
          />
        </div>
        <Choice
          label={text().place}
          value={given.placeId}
          options={places.map(({ id, name }) => [id, name])}
          onChange={(placeId) => set({ placeId })}
        />
        <Checks
          label={t.modes}
          values={given.modes}
          options={Object.entries(words().visitModes)}
          onChange={(modes) => set({ modes })}
          fault={faults.modes}
        />
        <div className="side-by-side">
          <TextField
            label={t.validFrom}
            type="date"
            value={given.validFrom ?? ''}
            onChange={(day) => set({ validFrom: day || null })}
          />
          <TextField
            label={t.validUntil}
            type="date"
            value={given.validUntil ?? ''}
            onChange={(day) => set({ validUntil: day || null })}
          />
        </div>
        <label className="switch">
          <input
            type="checkbox"
            checked={given.season === 'RAMADAN'}
            onChange={({ target }) => set({ season: target.checked ? 'RAMADAN' : null })}
          />
          {t.ramadan}
        </label>
      </Form>
    </Dialog>
  )
}
