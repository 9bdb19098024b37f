import { type ReactNode, useEffect, useState } from 'react'
import { ClockField, isoOfTyped, typedOfInstant } from './clock-field.tsx'

/** A time in Morocco as typed, and as ISO 8601 in UTC. */
export type Moment = { typed: string; at: string }

export const momentOf = (ms: number): Moment => ({ typed: typedOfInstant(ms), at: new Date(ms).toISOString() })

type MomentFieldProps = {
  label: string
  value: Moment
  onChange: (value: Moment) => void
  fault?: ReactNode
}

/** A field for a date and time in Morocco. */
export const MomentField = ({ value, onChange, ...field }: MomentFieldProps) => (
  <ClockField {...field} value={value.typed} onChange={(typed) => onChange({ typed, at: isoOfTyped(typed) })} />
)

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
  const [typed, setTyped] = useState(() => (at && !Number.isNaN(Date.parse(at)) ? typedOfInstant(Date.parse(at)) : ''))
  useEffect(() => {
    if (at === undefined) setTyped('')
  }, [at])
  return (
    <ClockField
      label={label}
      value={typed}
      onChange={(next) => {
        setTyped(next)
        onChange(next ? isoOfTyped(next) : undefined)
      }}
    />
  )
}
