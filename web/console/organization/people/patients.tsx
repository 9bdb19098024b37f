import { useState } from 'react'
import { useLocation } from 'wouter'
import type { Patient } from '../../../../clients/javascript/src/medina.ts'
import { medina } from '../../api.ts'
import { Anchor } from '../../parts/anchor.tsx'
import { Button } from '../../parts/button.tsx'
import { CalendarDay, Day } from '../../parts/day.tsx'
import { Filters } from '../../parts/filters.tsx'
import { List, useFilters } from '../../parts/list.tsx'
import { Section } from '../../parts/page.tsx'
import { type Column, Empty, Table } from '../../parts/table.tsx'
import { Code } from '../../parts/text.tsx'
import { useMay } from '../../permissions.ts'
import { text as agendaText } from '../agenda/words/index.ts'
import { text } from '../words/index.ts'
import { patientFilters, SEES_CONTACTS } from './patient-search.ts'
import { RegisterDialog } from './register-dialog.tsx'

/** The patients that the user may see: found by name, number or birth date, or the newest first. */
export function Patients() {
  const filters = useFilters(['search', 'consent'])
  const { search = '', consent } = filters.values
  const [isRegistering, setRegistering] = useState(false)
  const [, goTo] = useLocation()
  const mayRegister = useMay('registerPatient')
  const seesContacts = useMay(SEES_CONTACTS)
  const { patients: t, consents, fields } = text().people
  const register = (
    <Button look="main" icon="plus" onClick={() => setRegistering(true)}>
      {t.register}
    </Button>
  )
  const columns: Column<Patient>[] = [
    {
      title: fields.name,
      cell: ({ id, name }) => (
        <Anchor href={`/people/${id}`} className="row-link">
          <bdi>{name}</bdi>
        </Anchor>
      ),
    },
    { title: fields.birthDate, cell: ({ birthDate }) => (birthDate ? <CalendarDay date={birthDate} /> : '–') },
    { title: fields.email, cell: ({ email }) => (email ? <Code>{email}</Code> : '–') },
    { title: fields.registered, cell: ({ createdAt }) => <Day at={createdAt} /> },
    { title: fields.id, cell: ({ id }) => <Code>{id}</Code>, isMinor: true },
  ]
  return (
    <Section title={t.title} actions={mayRegister && register}>
      <Filters
        filters={filters}
        search={{
          name: 'search',
          label: t.search,
          placeholder: seesContacts ? agendaText().searchHint : agendaText().searchHintOwn,
        }}
        choices={[{ name: 'consent', label: t.consent, options: Object.entries(consents) }]}
      />
      <List
        name={['patients', search, consent]}
        filters={filters}
        fetchPage={(cursor, signal) =>
          medina.patients.list(
            { ...patientFilters(search, seesContacts), consent, pageSize: 50, ...cursor },
            { signal },
          )
        }
        empty={
          <Empty title={t.empty}>
            <p>{t.emptyText}</p>
            {mayRegister && register}
          </Empty>
        }
      >
        {(rows) => <Table label={t.title} columns={columns} rows={rows} keyOf={({ id }) => id} />}
      </List>
      {isRegistering && (
        <RegisterDialog onClose={() => setRegistering(false)} onRegistered={(id) => goTo(`/people/${id}`)} />
      )}
    </Section>
  )
}
