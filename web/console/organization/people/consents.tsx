import { useQuery } from '@tanstack/react-query'
import type { Consent } from '../../../../clients/javascript/src/medina.ts'
import { medina } from '../../api.ts'
import { Day } from '../../parts/day.tsx'
import { Section } from '../../parts/page.tsx'
import { State } from '../../parts/state.tsx'
import { type Column, Loaded, Table } from '../../parts/table.tsx'
import { useMay } from '../../permissions.ts'
import { text } from '../words/index.ts'

/** The consents of a patient. Read-only, because only the patient changes them. */
export function Consents({ id }: { id: string }) {
  const mayRead = useMay('readConsents')
  const query = useQuery({
    queryKey: ['consents', id],
    queryFn: async () => medina.patients.consents.get(id),
    enabled: mayRead,
  })
  const { consents, consentStates: t } = text().people
  const columns: Column<Consent>[] = [
    { title: t.consent, cell: ({ name }) => consents[name] ?? name },
    {
      title: t.answer,
      cell: ({ granted, version }) => (
        <State tone={granted ? 'good' : 'off'}>{version === 0 ? t.unanswered : granted ? t.granted : t.refused}</State>
      ),
    },
    { title: t.since, cell: ({ at }) => (at ? <Day at={at} /> : '–') },
  ]
  if (!mayRead) return null
  return (
    <Section title={t.title}>
      <Loaded query={query} rows={4}>
        {(rows) => <Table label={t.title} columns={columns} rows={rows} keyOf={({ name }) => name} />}
      </Loaded>
    </Section>
  )
}
