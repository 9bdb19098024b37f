import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import type { Person } from '../../../../clients/javascript/src/medina.ts'
import { medina } from '../../api.ts'
import { count } from '../../language.ts'
import { CalendarDay } from '../../parts/day.tsx'
import { Failed } from '../../parts/failed.tsx'
import { usePaused } from '../../parts/paused.ts'
import { useMay } from '../../permissions.ts'
import { patientFilters, SEES_CONTACTS } from '../people/patient-search.ts'
import { text } from './words/index.ts'

const SHOWN = 8

type Found = Person & { birthDate?: string | null }

type PatientFieldProps = {
  value: Person | undefined
  onChange: (patient: Person | undefined) => void
  fault?: ReactNode
}

/** Chooses a patient by name, number or birth date, or by id. */
export function PatientField({ value, onChange, fault }: PatientFieldProps) {
  const [typed, setTyped] = useState(value?.name ?? '')
  const isTyping = useRef(false)
  const [chosen, setChosen] = useState(0)
  const id = useId()
  const searched = usePaused(typed.trim())
  const seesContacts = useMay(SEES_CONTACTS)
  const isId = /^usr_\w+$/.test(searched)
  const filters = isId || value !== undefined ? undefined : patientFilters(searched, seesContacts)
  const patients = useQuery({
    queryKey: ['patients', 'found', searched],
    queryFn: async ({ signal }) => (await medina.patients.list({ ...filters, pageSize: SHOWN }, { signal })).items,
    enabled: filters !== undefined,
    placeholderData: (before) => before,
  })
  const t = text()
  const found: readonly Found[] = isId ? [{ id: searched, name: searched }] : filters ? (patients.data ?? []) : []
  // The value can change elsewhere, for example by a link or when all filters are cleared.
  const name = value?.name
  useEffect(() => {
    if (name !== undefined || !isTyping.current) setTyped(name ?? '')
    isTyping.current = false
  }, [name])
  const isFound = isId || (patients.data !== undefined && !patients.isPlaceholderData)
  const isOpen = value === undefined && typed.trim() !== '' && (found.length > 0 || isFound)

  const choose = (patient: Person | undefined) => {
    if (!patient) return
    onChange({ id: patient.id, name: patient.name })
    setTyped(patient.name)
  }
  const onKey = (event: KeyboardEvent) => {
    if (!isOpen || found.length === 0) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) {
      event.preventDefault()
      setChosen((chosen + step + found.length) % found.length)
    } else if (event.key === 'Enter') {
      event.preventDefault() // do not submit the form
      choose(found[chosen])
    }
  }
  return (
    <div className="field patient-field">
      <label htmlFor={id}>{t.patient}</label>
      <input
        id={id}
        value={typed}
        autoComplete="off"
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={isOpen && found.length > 0}
        aria-controls={`${id}-found`}
        aria-activedescendant={isOpen && found[chosen] ? `${id}-${chosen}` : undefined}
        aria-describedby={`${id}-hint ${id}-fault`}
        aria-invalid={fault !== undefined}
        onKeyDown={onKey}
        onChange={({ target }) => {
          isTyping.current = value !== undefined
          setTyped(target.value)
          setChosen(0)
          onChange(undefined)
        }}
      />
      <p className="hint" id={`${id}-hint`}>
        {seesContacts ? t.searchHint : t.searchHintOwn}. {t.patientHint}
      </p>
      <p className="fault" id={`${id}-fault`}>
        {fault}
      </p>
      {patients.error && <Failed error={patients.error} onRetry={() => patients.refetch()} />}
      <div
        className="found"
        id={`${id}-found`}
        role="listbox"
        aria-label={t.patient}
        hidden={!isOpen || found.length === 0}
      >
        {isOpen &&
          found.map((patient, at) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard chooses it in the field
            <div
              key={patient.id}
              id={`${id}-${at}`}
              role="option"
              tabIndex={-1}
              aria-selected={at === chosen}
              onClick={() => choose(patient)}
            >
              <bdi>{patient.name}</bdi>
              {patient.birthDate && (
                <span className="soft">
                  <CalendarDay date={patient.birthDate} />
                </span>
              )}
            </div>
          ))}
      </div>
      <p role="status" className={isOpen && found.length === 0 ? 'soft' : 'sr'}>
        {isOpen && (found.length === 0 ? t.noPatient : count(t.patientsFound, found.length))}
      </p>
    </div>
  )
}
