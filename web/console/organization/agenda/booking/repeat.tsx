import { faultOf } from '../../../parts/fault.tsx'
import { Check } from '../../../parts/fields.tsx'
import { Choice, TextField } from '../../../parts/form.tsx'
import { text } from './words/index.ts'

/** How a booking repeats, as typed. Without a frequency it is a single appointment. */
export type Repeat = { frequency: string; interval: string; count: string; skips: boolean }

export const single: Repeat = { frequency: '', interval: '1', count: '10', skips: false }

type RepeatFieldsProps = { value: Repeat; onChange: (value: Repeat) => void; error: unknown }

/** The frequency, interval and number of a series of appointments. */
export function RepeatFields({ value, onChange, error }: RepeatFieldsProps) {
  const { frequency, interval, count, skips } = value
  const { series: t } = text()
  const set = (change: Partial<Repeat>) => onChange({ ...value, ...change })
  const fault = (field: string) => faultOf(error, 'repeat', field)
  return (
    <>
      <Choice
        label={t.repeat}
        value={frequency}
        options={[['', t.once], ...Object.entries(t.frequencies)]}
        hint={frequency === 'MONTHLY' ? t.monthlyHint : undefined}
        onChange={(chosen) => set({ frequency: chosen })}
        fault={fault('frequency')}
      />
      {frequency !== '' && (
        <>
          <div className="side-by-side">
            <TextField
              label={t.intervals[frequency] ?? t.repeat}
              type="number"
              min={1}
              max={12}
              value={interval}
              onChange={(typed) => set({ interval: typed })}
              fault={fault('interval')}
            />
            <TextField
              label={t.count}
              type="number"
              min={2}
              max={52}
              value={count}
              onChange={(typed) => set({ count: typed })}
              fault={fault('count')}
            />
          </div>
          <Check label={t.skip} isChecked={skips} onChange={(isChecked) => set({ skips: isChecked })} />
        </>
      )}
    </>
  )
}
