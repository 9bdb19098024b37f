import { type ReactNode, useEffect, useState } from 'react'
import { Field } from './form.tsx'
import { clockOf, dayOf, instantOf, minutesOf } from './morocco.ts'

/** A time in Morocco as typed, and as ISO 8601 in UTC. */
export type Moment = { typed: string; at: string }

/** "2026-11-23T09:30". */
const typedOf = (ms: number): string => `${dayOf(ms)}T${clockOf(minutesOf(ms))}`

export const momentOf = (ms: number): Moment => ({ typed: typedOf(ms), at: new Date(ms).toISOString() })

/** Converts typed text to ISO 8601 in UTC. Invalid text is returned unchanged, so that the server reports the error. */
function atOfTyped(typed: string): string {
  const [, day, hours, minutes] = /^(\d{4}-\d\d-\d\d)T(\d\d):(\d\d)$/.exec(typed) ?? []
  return day ? new Date(instantOf(day, Number(hours) * 60 + Number(minutes))).toISOString() : typed
}

type MomentFieldProps = {
  label: string
  value: Moment
  onChange: (value: Moment) => void
  fault?: ReactNode
}

/** A field for a date and time in Morocco. */
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

/** A field for an optional time, for filters. */
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
