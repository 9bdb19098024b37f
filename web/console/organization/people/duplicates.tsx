import type { DuplicatePair, PossibleDuplicate } from '../../../../clients/javascript/src/medina.ts'
import { medina } from '../../api.ts'
import { Anchor } from '../../parts/anchor.tsx'
import { CalendarDay, Day } from '../../parts/day.tsx'
import { List, useFilters } from '../../parts/list.tsx'
import { Section } from '../../parts/page.tsx'
import { type Column, Empty, Table } from '../../parts/table.tsx'
import { Code } from '../../parts/text.tsx'
import { useMay } from '../../permissions.ts'
import { text } from '../words/index.ts'

/** Pairs of patients who may be the same person. */
export function Duplicates() {
  const filters = useFilters([])
  const mayMerge = useMay('mergePatients')
  const { duplicates: t } = text().people
  const columns: Column<DuplicatePair>[] = [
    { title: t.older, cell: ({ patients }) => <Possible patient={patients[0]!} /> },
    { title: t.newer, cell: ({ patients }) => <Possible patient={patients[1]!} /> },
    {
      title: t.same,
      cell: ({ sameNationalId, sameNameAndBirthDate }) =>
        [sameNationalId && t.sameNationalId, sameNameAndBirthDate && t.sameNameAndBirthDate].filter(Boolean).join(', '),
    },
  ]
  if (mayMerge)
    columns.push({
      title: t.action,
      cell: ({ patients: [older, newer] }) => (
        <Anchor href={mergeAddress(older!.id, newer!.id)} className="button">
          {t.compare}
        </Anchor>
      ),
    })
  return (
    <Section title={t.title}>
      <p className="soft">{mayMerge ? t.lead : t.leadDesk}</p>
      <List
        name={['duplicates']}
        filters={filters}
        fetchPage={(cursor, signal) => medina.patients.listDuplicates({ pageSize: 50, ...cursor }, { signal })}
        empty={
          <Empty title={t.empty}>
            <p>{t.emptyText}</p>
          </Empty>
        }
      >
        {(rows) => (
          <Table
            label={t.title}
            columns={columns}
            rows={rows}
            keyOf={({ patients }) => patients.map(({ id }) => id).join(' ')}
          />
        )}
      </List>
    </Section>
  )
}

export const mergeAddress = (id: string, other: string): string =>
  `/people?${new URLSearchParams({ tab: 'merge', id, other })}`

function Possible({ patient: { id, name, birthDate, nationalId, createdAt } }: { patient: PossibleDuplicate }) {
  return (
    <>
      <Anchor href={`/people/${id}`}>
        <bdi>{name}</bdi>
      </Anchor>
      <br />
      {birthDate && <CalendarDay date={birthDate} />} {nationalId && <Code>{nationalId}</Code>}
      <br />
      <span className="soft">
        {text().people.fields.registered} <Day at={createdAt} />
      </span>
    </>
  )
}
