import { useEffect, useState } from 'react'
import { Field } from './form.tsx'
import { MOROCCO } from './text.tsx'

/** A time in Morocco as typed, and the same as ISO 8601 in UTC. */
export type Moment = { typed: string; at: string }

const parts = new Intl.DateTimeFormat('sv-SE', {
  timeZone: MOROCCO,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
})

/** "2026-11-23T09:30", the time in Morocco. */
const typedOf = (ms: number): string => parts.format(ms).replace(' ', 'T')

export const momentOf = (ms: number): Moment => ({ typed: typedOf(ms), at: new Date(ms).toISOString() })

/** The time that a clock in Morocco shows. During the hour that a change of the clock skips, the time after it. */
export function atOfTyped(typed: string): string {
  const asUtc = Date.parse(`${typed}Z`)
  if (Number.isNaN(asUtc)) return typed // the platform names the fault
  const offset = (ms: number) => Date.parse(`${typedOf(ms)}Z`) - Math.floor(ms / 60_000) * 60_000
  const guess = asUtc - offset(asUtc)
  return new Date(asUtc - offset(guess)).toISOString()
}

type MomentFieldProps = {
  label: string
  value: Moment
  onChange: (value: Moment) => void
  fault?: string | undefined
}

/** Date and time in Morocco. */
export function MomentField({ label, value, onChange, fault }: MomentFieldProps) {
  return (
    <Field label={label} fault={fault}>
      {(props) => (
        <input
          {...props}
          type="datetime-local"
          value={value.typed}
          onChange={({ target }) => onChange({ typed: target.value, at: atOfTyped(target.value) })}
        />
      )}
    </Field>
  )
}

/** A time that may be absent, for filters. */
export function OptionalMoment({
  label,
  at,
  onChange,
}: {
  label: string
  at: string | undefined
  onChange: (at: string | undefined) => void
}) {
  const [typed, setTyped] = useState(() => (at && !Number.isNaN(Date.parse(at)) ? typedOf(Date.parse(at)) : ''))
  useEffect(() => {
    if (at === undefined) setTyped('')
  }, [at])
  return (
    <Field label={label}>
      {(props) => (
        <input
          {...props}
          type="datetime-local"
          value={typed}
          onChange={({ target }) => {
            setTyped(target.value)
            onChange(target.value ? atOfTyped(target.value) : undefined)
          }}
        />
      )}
    </Field>
  )
}
