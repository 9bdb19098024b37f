import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react'
import type { Person } from '../../../../clients/javascript/src/medina.ts'
import { medina } from '../../api.ts'
import { count, fill } from '../../language.ts'
import { Failed } from '../../parts/failed.tsx'
import { number } from '../../parts/text.tsx'
import { text } from '../words/index.ts'

/** The API has no search for patients, so this many are searched in the browser. */
const SEARCHED = 500
const SHOWN = 8

const plain = (name: string): string => name.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

type PatientFieldProps = { value: Person | undefined; onChange: (patient: Person | undefined) => void; fault?: string }

/** Chooses a patient by a part of the name, or by id. */
export function PatientField({ value, onChange, fault }: PatientFieldProps) {
  const [typed, setTyped] = useState(value?.name ?? '')
  const isTyping = useRef(false)
  const [chosen, setChosen] = useState(0)
  const id = useId()
  const patients = useQuery({
    queryKey: ['patients', 'newest'],
    queryFn: async ({ signal }) => medina.patients.list({ pageSize: 100 }, { signal }).all(SEARCHED),
    staleTime: 60_000,
  })
  const t = text().agenda
  const found = useMemo(() => {
    const wanted = plain(typed.trim())
    if (wanted === '') return []
    if (/^usr_\w+$/.test(wanted)) return [{ id: typed.trim(), name: typed.trim() }]
    const words = wanted.split(/\s+/)
    return (patients.data ?? []).filter(({ name }) => words.every((word) => plain(name).includes(word))).slice(0, SHOWN)
  }, [typed, patients.data])
  // The value can change elsewhere, for example by a link or when all filters are cleared.
  const name = value?.name
  useEffect(() => {
    if (name !== undefined || !isTyping.current) setTyped(name ?? '')
    isTyping.current = false
  }, [name])
  const isOpen = value === undefined && typed.trim() !== '' && patients.data !== undefined

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
        {t.patientHint}
        {(patients.data?.length ?? 0) >= SEARCHED && ` ${fill(t.somePatients, { n: number(SEARCHED) })}`}
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
            </div>
          ))}
      </div>
      <p role="status" className={isOpen && found.length === 0 ? 'soft' : 'sr'}>
        {isOpen && (found.length === 0 ? t.noPatient : count(t.patientsFound, found.length))}
      </p>
    </div>
  )
}
