import type { ReactNode } from 'react'
import { Field } from './form.tsx'
import { clockOf, dayOf, instantOf, minutesOf } from './morocco.ts'

/** A day and time as clocks in Morocco show them: "2026-11-23T09:30". */
export const typedOf = (day: string, minutes: number): string => `${day}T${clockOf(minutes)}`
export const typedOfInstant = (ms: number): string => typedOf(dayOf(ms), minutesOf(ms))

/** The instant as ISO 8601 in UTC. Invalid input is returned unchanged, so that the server reports the error. */
export function isoOfTyped(typed: string): string {
  const [, day, hours, minutes] = /^(\d{4}-\d\d-\d\d)T(\d\d):(\d\d)/.exec(typed) ?? []
  return day ? new Date(instantOf(day, Number(hours) * 60 + Number(minutes))).toISOString() : typed
}

type ClockFieldProps = {
  label: string
  value: string
  onChange: (typed: string) => void
  fault?: ReactNode
  /** The step in seconds. One minute by default. */
  step?: number
}

/** Date and time in Morocco. */
export function ClockField({ label, value, onChange, fault, step = 60 }: ClockFieldProps) {
  return (
    <Field label={label} fault={fault}>
      {(props) => (
        <input
          {...props}
          type="datetime-local"
          step={step}
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  )
}
