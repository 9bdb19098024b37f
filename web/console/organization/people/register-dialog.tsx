import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Conflict, type PatientRegistration } from '../../../../clients/javascript/src/medina.ts'
import { medina, queries } from '../../api.ts'
import { count, fill } from '../../language.ts'
import { Anchor } from '../../parts/anchor.tsx'
import { Button } from '../../parts/button.tsx'
import { CalendarDay } from '../../parts/day.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { faultOf } from '../../parts/fault.tsx'
import { Choice, Form, TextField } from '../../parts/form.tsx'
import { say } from '../../parts/toasts.tsx'
import { useMay } from '../../permissions.ts'
import { text } from '../words/index.ts'

type Possible = { id: string; name: string; birthDate: string | null }

/** The possible duplicates in an error of the server. */
function duplicatesIn(error: unknown): { duplicates: Possible[]; hidden: number } | undefined {
  if (!(error instanceof Conflict)) return undefined
  const { duplicates, hidden } = error.details as { duplicates?: Possible[]; hidden?: number }
  return duplicates && { duplicates, hidden: hidden ?? 0 }
}

const reveal = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' })

const emptyForm = {
  name: '',
  nameAr: '',
  birthDate: '',
  sex: '',
  nationalId: '',
  phone: '',
  email: '',
  language: '',
  insurer: '',
  insuranceNumber: '',
  professionalId: '',
}

/** Registers a patient. Shows possible duplicates before anything is saved. */
export function RegisterDialog({ onClose, onRegistered }: { onClose: () => void; onRegistered: (id: string) => void }) {
  const [given, setGiven] = useState(emptyForm)
  const mayChoose = useMay('listDuplicates')
  const professionals = useQuery({
    queryKey: ['doctors', 'verified'],
    queryFn: async () => medina.doctors.list({ verified: true, pageSize: 100 }).all(500),
    enabled: mayChoose,
  })
  const register = useMutation({
    mutationFn: async (differentPerson: boolean) => {
      const { name, birthDate, ...optional } = given
      const filled = Object.fromEntries(Object.entries(optional).filter(([, value]) => value !== ''))
      const body: PatientRegistration = { name, birthDate, ...filled }
      return medina.patients.register(differentPerson ? { ...body, differentPerson } : body)
    },
    onSuccess: async ({ id, name }) => {
      say(fill(t.registered, { name }))
      onRegistered(id)
      await queries.invalidateQueries({ queryKey: ['patients'] })
    },
  })
  const { register: t, fields, sexes, languages } = text().people
  const found = duplicatesIn(register.error)
  const change = (name: keyof typeof emptyForm) => (value: string) => {
    setGiven({ ...given, [name]: value })
    if (found) register.reset() // the duplicates of the previous input
  }
  const line = (name: keyof typeof emptyForm) => ({
    label: fields[name],
    value: given[name],
    onChange: change(name),
    fault: faultOf(register.error, name),
    autoComplete: 'off',
  })
  return (
    <Dialog title={t.title} onClose={onClose}>
      <p className="soft">{t.required}</p>
      <Form
        onSubmit={() => register.mutate(false)}
        isBusy={register.isPending}
        error={found ? undefined : register.error}
        button={t.button}
      >
        <TextField {...line('name')} dir="auto" required />
        <TextField {...line('nameAr')} dir="rtl" />
        <TextField {...line('birthDate')} type="date" required />
        <Choice {...line('sex')} options={[['', '–'], ...Object.entries(sexes)]} />
        <TextField {...line('nationalId')} dir="ltr" hint={t.nationalIdHint} />
        <TextField {...line('phone')} type="tel" dir="ltr" />
        <TextField {...line('email')} type="email" dir="ltr" />
        <Choice {...line('language')} options={[['', '–'], ...Object.entries(languages)]} />
        <TextField {...line('insurer')} dir="auto" />
        <TextField {...line('insuranceNumber')} dir="ltr" />
        {mayChoose && (
          <Choice
            {...line('professionalId')}
            hint={t.professionalHint}
            options={[['', '–'], ...(professionals.data ?? []).map(({ id, name }) => [id, name] as const)]}
          />
        )}
        {found && (
          <div className="possible" role="alert" ref={reveal}>
            <p>
              <strong>{t.duplicates}</strong> {t.duplicatesText}
            </p>
            <ul>
              {found.duplicates.map(({ id, name, birthDate }) => (
                <li key={id}>
                  <Anchor href={`/people/${id}`}>
                    <bdi>{name}</bdi>
                  </Anchor>{' '}
                  {birthDate && (
                    <span className="soft">
                      <CalendarDay date={birthDate} />
                    </span>
                  )}
                </li>
              ))}
            </ul>
            {found.hidden > 0 && <p>{count(t.hidden, found.hidden)}</p>}
            <div className="form-foot">
              <Button isBusy={register.isPending} onClick={() => register.mutate(true)}>
                {t.different}
              </Button>
            </div>
          </div>
        )}
      </Form>
    </Dialog>
  )
}
