import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Invoice, Person } from '../../../../clients/javascript/src/medina.ts'
import { medina } from '../../api.ts'
import { words } from '../../language.ts'
import { Anchor } from '../../parts/anchor.tsx'
import { Button } from '../../parts/button.tsx'
import { Filters } from '../../parts/filters.tsx'
import { List, useFilters } from '../../parts/list.tsx'
import { Page } from '../../parts/page.tsx'
import { type Column, Empty, Table } from '../../parts/table.tsx'
import { money, Time } from '../../parts/text.tsx'
import { useMay } from '../../permissions.ts'
import { PatientField } from '../agenda/patient-field.tsx'
import { text } from '../words/index.ts'
import { CreateDialog } from './create-dialog.tsx'
import { MoneyState } from './invoice-state.tsx'

const statuses = ['OPEN', 'PARTIALLY_PAID', 'PAID', 'PARTIALLY_REFUNDED', 'REFUNDED', 'CANCELLED']

/** The invoices that the user may see, with filters. */
export function Invoices() {
  const filters = useFilters(['status', 'doctorId', 'patientId', 'from', 'to'])
  const { status, doctorId, patientId, from, to } = filters.values
  const [patient, setPatient] = useState<Person>()
  const [isCreating, setCreating] = useState(false)
  const mayCreate = useMay('createInvoice')
  const mayListDoctors = useMay('listDoctors')
  const mayListPatients = useMay('listPatients')
  const doctors = useQuery({
    queryKey: ['doctors', 'all'],
    queryFn: async () => medina.doctors.list({ pageSize: 100 }).all(500),
    enabled: mayListDoctors,
    staleTime: 300_000,
  })
  const t = text().invoices
  const columns: Column<Invoice>[] = [
    {
      title: t.number,
      cell: ({ id, number }) => (
        <Anchor href={`/invoices/${id}`} className="row-link">
          <bdi dir="ltr">{number}</bdi>
        </Anchor>
      ),
    },
    { title: t.patient, cell: ({ patient }) => <bdi>{patient.name}</bdi> },
    { title: t.professional, cell: ({ doctor }) => (doctor ? <bdi>{doctor.name}</bdi> : '–'), isMinor: true },
    { title: t.status, cell: ({ status }) => <MoneyState status={status} /> },
    { title: t.amount, cell: ({ amountMAD }) => money(amountMAD), isNumber: true },
    { title: t.due, cell: ({ dueMAD }) => money(dueMAD), isNumber: true },
    { title: t.created, cell: ({ createdAt }) => <Time at={createdAt} /> },
  ]
  return (
    <Page
      title={words().screens.invoices}
      lead={t.lead}
      actions={
        <>
          <Button onClick={() => print()}>{t.print}</Button>
          {mayCreate && (
            <Button look="main" icon="plus" onClick={() => setCreating(true)}>
              {t.create}
            </Button>
          )}
        </>
      }
    >
      <Filters
        filters={filters}
        choices={[
          { name: 'status', label: t.status, options: statuses.map((one) => [one, t.statuses[one] ?? one]) },
          ...(mayListDoctors
            ? [
                {
                  name: 'doctorId' as const,
                  label: t.professional,
                  options: (doctors.data ?? []).map(({ id, name }) => [id, name] as const),
                },
              ]
            : []),
        ]}
        times
      />
      {mayListPatients && (
        <div className="invoice-patient">
          <PatientField
            value={
              patientId === undefined
                ? undefined
                : patient?.id === patientId
                  ? patient
                  : { id: patientId, name: patientId }
            }
            onChange={(chosen) => {
              setPatient(chosen)
              filters.set({ patientId: chosen?.id })
            }}
          />
        </div>
      )}
      <List
        name={['invoices', filters.values]}
        filters={filters}
        fetchPage={(cursor, signal) =>
          medina.invoices.list(
            { ...(status && { status: [status] }), doctorId, patientId, from, to, pageSize: 50, ...cursor },
            { signal },
          )
        }
        empty={
          <Empty title={t.empty}>
            <p>{t.emptyText}</p>
          </Empty>
        }
      >
        {(rows) => <Table label={words().screens.invoices} columns={columns} rows={rows} keyOf={({ id }) => id} />}
      </List>
      {isCreating && <CreateDialog onClose={() => setCreating(false)} />}
    </Page>
  )
}
