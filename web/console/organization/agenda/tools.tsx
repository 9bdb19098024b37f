import type { Person } from '../../../../clients/javascript/src/medina.ts'
import { Button } from '../../parts/button.tsx'
import { Checks, Choice, Field } from '../../parts/form.tsx'
import { addDays, dayOf, isDay } from '../../parts/morocco.ts'
import type { useAgendaAddress } from './address.ts'
import { textOfDay } from './texts.ts'
import { text } from './words/index.ts'

type ToolsProps = {
  address: ReturnType<typeof useAgendaAddress>
  isNarrow: boolean
  days: readonly string[]
  doctors: readonly Person[]
  shown: readonly Person[]
}

/** Chooses the days and the professionals. */
export function Tools({ address, isNarrow, days, doctors, shown }: ToolsProps) {
  const { day, set } = address
  const view = isNarrow ? 'day' : address.view
  const t = text()
  const step = view === 'week' ? 7 : 1
  const today = dayOf(Date.now())
  const title =
    view === 'day'
      ? textOfDay(day)
      : `${textOfDay(days[0]!, { day: 'numeric', month: 'long' })} – ${textOfDay(days.at(-1)!, { day: 'numeric', month: 'long', year: 'numeric' })}`
  return (
    <>
      <div className="agenda-tools">
        <div className="agenda-steps">
          <Button icon="previous" aria-label={t.previous[view]} onClick={() => set({ date: addDays(day, -step) })} />
          <Button onClick={() => set({ date: today })} aria-disabled={days.includes(today)}>
            {t.today}
          </Button>
          <Button icon="next" aria-label={t.next[view]} onClick={() => set({ date: addDays(day, step) })} />
        </div>
        <Field label={t.date}>
          {(props) => (
            <input
              {...props}
              type="date"
              value={day}
              onChange={({ target }) => {
                if (isDay(target.value)) set({ date: target.value })
              }}
            />
          )}
        </Field>
        {!isNarrow && (
          <fieldset className="agenda-views">
            <legend className="sr">{t.view}</legend>
            {(['day', 'week'] as const).map((one) => (
              <Button key={one} aria-pressed={one === view} onClick={() => set({ view: one })}>
                {t[one]}
              </Button>
            ))}
          </fieldset>
        )}
        {isNarrow && doctors.length > 1 && (
          <Choice
            label={t.professional}
            value={shown[0]?.id ?? ''}
            options={doctors.map(({ id, name }) => [id, name])}
            onChange={(id) => set({ doctors: id })}
          />
        )}
        {!isNarrow && doctors.length > 1 && (
          <details className="agenda-doctors">
            <summary className="button">
              {t.professionals} ({shown.length})
            </summary>
            <div>
              <Checks
                label={t.professionals}
                values={shown.map(({ id }) => id)}
                options={doctors.map(({ id, name }) => [id, name])}
                onChange={(ids) => set({ doctors: ids.join() })}
              />
            </div>
          </details>
        )}
        <label className="switch">
          <input
            type="checkbox"
            checked={address.showsCancelled}
            onChange={({ target }) => set({ cancelled: target.checked ? undefined : 'no' })}
          />
          {t.showCancelled}
        </label>
      </div>
      <h2 className="agenda-title" aria-live="polite">
        {title}
      </h2>
    </>
  )
}
