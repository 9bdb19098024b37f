import { useEffect, useState } from 'react'
import { words } from '../language.ts'
import { Choice, TextField } from './form.tsx'
import type { useFilters } from './list.tsx'
import { OptionalMoment } from './moment.tsx'

type FiltersProps<Name extends string> = {
  filters: Pick<ReturnType<typeof useFilters<Name>>, 'values' | 'set' | 'isFiltered' | 'clear'>
  choices?: readonly { name: Name; label: string; options: readonly (readonly [string, string])[] }[]
  texts?: readonly { name: Name; label: string }[]
  /** A text filter that is always shown. */
  search?: { name: Name; label: string; placeholder: string }
  /** Whether `from` and `to` are filters. */
  times?: boolean
}

/** The filters above a list. On a phone they are collapsed. */
export function Filters<Name extends string>({
  filters,
  choices = [],
  texts = [],
  search,
  times = false,
}: FiltersProps<Name>) {
  const { list, all } = words()
  const { values, set, clear } = filters
  const change = (name: string, value: string | undefined) =>
    set({ [name]: value } as Partial<Record<Name, string | undefined>>)
  const given = values as Record<string, string | undefined>
  const [isOpen, setOpen] = useState(() => filters.isFiltered || matchMedia('(min-width: 45rem)').matches)
  const folded = (
    <details className="filters-box" open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{list.filters}</summary>
      <search className="filters" aria-label={list.filters}>
        {texts.map(({ name, label }) => (
          <TextFilter
            key={name}
            label={label}
            value={values[name] ?? ''}
            onChange={(value) => change(name, value || undefined)}
          />
        ))}
        {choices.map(({ name, label, options }) => (
          <Choice
            key={name}
            label={label}
            value={values[name] ?? ''}
            options={[['', all], ...options]}
            onChange={(value) => change(name, value || undefined)}
          />
        ))}
        {times && (
          <>
            <OptionalMoment label={list.from} at={given.from} onChange={(at) => change('from', at)} />
            <OptionalMoment label={list.to} at={given.to} onChange={(at) => change('to', at)} />
          </>
        )}
        {filters.isFiltered && (
          <button type="button" className="button quiet" onClick={clear}>
            {list.clear}
          </button>
        )}
      </search>
    </details>
  )
  if (!search) return folded
  return (
    <div className="filters-beside">
      <TextFilter
        label={search.label}
        placeholder={search.placeholder}
        value={values[search.name] ?? ''}
        onChange={(value) => change(search.name, value || undefined)}
      />
      {folded}
    </div>
  )
}

/** The list is read after a pause in typing, because each read is audited. */
const PAUSE_MS = 400

type TextFilterProps = {
  label: string
  placeholder?: string
  value: string
  onChange: (value: string) => void
}

function TextFilter({ label, placeholder, value, onChange }: TextFilterProps) {
  const [typed, setTyped] = useState(value)
  useEffect(() => setTyped(value), [value])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the filter is set once, after the last letter
  useEffect(() => {
    const wanted = typed.trim()
    if (wanted === value) return
    const timer = setTimeout(() => onChange(wanted), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed])
  return <TextField label={label} placeholder={placeholder} value={typed} onChange={setTyped} />
}
