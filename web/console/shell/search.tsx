import { useQuery } from '@tanstack/react-query'
import { type FormEvent, type KeyboardEvent, type RefObject, useId, useState } from 'react'
import { useLocation } from 'wouter'
import { medina } from '../api.ts'
import { words } from '../language.ts'
import { patientFilters, SEES_CONTACTS } from '../organization/people/patient-search.ts'
import { CalendarDay } from '../parts/day.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { Icon } from '../parts/icon.tsx'
import { usePaused } from '../parts/paused.ts'
import { useMay } from '../permissions.ts'
import type { Screen } from '../screens.ts'

/** The screen for the records of each id prefix. */
const recordScreens: readonly (readonly [prefix: string, screen: Screen['name']])[] = [
  ['evt_', 'events'],
  ['dlv_', 'deliveries'],
  ['whk_', 'webhooks'],
  ['usr_', 'people'],
  ['inv_', 'invoices'],
  ['msg_', 'messages'],
]

type Target = { title: string; icon: Screen['name']; path: string; birthDate?: string | null }

function targetsOf(typed: string, screens: readonly Screen[]): Target[] {
  const given = typed.trim()
  const titles = words().screens
  const own = new Map(screens.map((screen) => [screen.name, screen]))
  const records = recordScreens.flatMap(([prefix, name]) => {
    const screen = own.get(name)
    return screen?.record && given.startsWith(prefix)
      ? [{ title: given, icon: name, path: `${screen.path}/${encodeURIComponent(given)}` }]
      : []
  })
  const wanted = given.toLowerCase()
  const named = screens
    .map(({ name, path }) => ({ title: titles[name], icon: name, path }))
    .filter(({ title }) => title.toLowerCase().includes(wanted))
  return [...records, ...named]
}

const SHOWN = 5

/** Patients by name, number or birth date, for users who may list them. */
function usePatients(typed: string, screens: readonly Screen[]): Target[] {
  const mayList = useMay('listPatients')
  const seesContacts = useMay(SEES_CONTACTS)
  const searched = usePaused(typed.trim())
  const people = screens.find(({ name }) => name === 'people')
  const filters = people && mayList && searched.length > 1 ? patientFilters(searched, seesContacts) : undefined
  const { data } = useQuery({
    queryKey: ['patients', 'found', searched, SHOWN],
    queryFn: async ({ signal }) => (await medina.patients.list({ ...filters, pageSize: SHOWN }, { signal })).items,
    enabled: filters !== undefined,
    retry: false,
  })
  if (!people || !filters || searched !== typed.trim()) return []
  return (data ?? []).map(({ id, name, birthDate }) => ({
    title: name,
    icon: people.name,
    path: `${people.path}/${id}`,
    birthDate,
  }))
}

type SearchProps = {
  screens: readonly Screen[]
  /** The text typed before the field appeared. */
  typedAhead: RefObject<string>
  onClose: () => void
}

/** Opens a screen by its name, a record by its id, or a patient. */
export function Search({ screens, typedAhead, onClose }: SearchProps) {
  const [typed, setTyped] = useState(typedAhead.current)
  const patients = usePatients(typed, screens)
  const [chosen, setChosen] = useState(0)
  const [, goTo] = useLocation()
  const id = useId()
  const text = words().search
  const targets = [...targetsOf(typed, screens), ...patients]
  const open = (target: Target | undefined) => {
    if (!target) return
    onClose()
    goTo(target.path)
  }
  const move = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step === undefined || targets.length === 0) return
    event.preventDefault()
    setChosen((chosen + step + targets.length) % targets.length)
  }
  return (
    <Dialog title={text.title} onClose={onClose}>
      <form
        className="search"
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          open(targets[chosen])
        }}
      >
        <label htmlFor={`${id}-typed`}>{text.label}</label>
        <input
          id={`${id}-typed`}
          value={typed}
          autoComplete="off"
          role="combobox"
          aria-expanded="true"
          aria-controls={`${id}-found`}
          aria-activedescendant={targets[chosen] && `${id}-${chosen}`}
          aria-describedby={`${id}-hint`}
          onKeyDown={move}
          onChange={({ target }) => {
            setTyped(target.value)
            setChosen(0)
          }}
        />
        <p className="hint" id={`${id}-hint`}>
          {text.hint}
        </p>
      </form>
      <div className="found" id={`${id}-found`} role="listbox" aria-label={text.title}>
        {targets.map((target, at) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard chooses it in the field
          <div
            key={target.path}
            id={`${id}-${at}`}
            role="option"
            tabIndex={-1}
            aria-selected={at === chosen}
            onClick={() => open(target)}
          >
            <Icon name={target.icon} />
            <bdi>{target.title}</bdi>
            {target.birthDate && (
              <span className="soft">
                <CalendarDay date={target.birthDate} />
              </span>
            )}
          </div>
        ))}
      </div>
      {targets.length === 0 && <p role="status">{text.none}</p>}
    </Dialog>
  )
}
