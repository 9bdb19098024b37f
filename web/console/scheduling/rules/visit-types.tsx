import { useState } from 'react'
import type { VisitType } from '../../../../clients/javascript/src/medina.ts'
import { count, words } from '../../language.ts'
import { useVisitTypes } from '../../organization/agenda/booking/offers.ts'
import { text as agendaText } from '../../organization/agenda/words/index.ts'
import { Button } from '../../parts/button.tsx'
import { Section } from '../../parts/page.tsx'
import { Empty, Loaded, Table } from '../../parts/table.tsx'
import { useProfessionals } from '../data.ts'
import { text } from '../words/index.ts'
import { offeredColumns } from './columns.tsx'
import { VisitTypeDialog } from './visit-type-dialog.tsx'

/** The visit types of the organisation. */
export function VisitTypes() {
  const query = useVisitTypes()
  const professionals = useProfessionals().data
  const [opened, setOpened] = useState<VisitType | 'new'>()
  const { types: t } = text()
  const nameOf = (id: string) => professionals?.find((one) => one.id === id)?.name ?? id
  return (
    <Section
      title={t.title}
      actions={
        <Button look="main" icon="plus" onClick={() => setOpened('new')}>
          {t.add}
        </Button>
      }
    >
      <Loaded query={query}>
        {(rows) =>
          rows.length === 0 ? (
            <Empty title={t.none}>
              <p>{t.noneText}</p>
            </Empty>
          ) : (
            <Table
              label={t.title}
              rows={rows}
              keyOf={({ id }) => id}
              columns={[
                { title: t.name, cell: ({ name }) => <bdi>{name}</bdi> },
                { title: t.mode, cell: ({ mode }) => words().visitModes[mode] ?? mode },
                { title: t.duration, cell: ({ durationMin }) => count(agendaText().minutes, durationMin) },
                {
                  title: t.bookableBy,
                  isMinor: true,
                  cell: ({ bookableBy, newPatientsOnly }) =>
                    newPatientsOnly ? t.newPatients : (t.bookers[bookableBy] ?? bookableBy),
                },
                {
                  title: t.professionals,
                  isMinor: true,
                  cell: ({ doctorIds }) => <bdi>{doctorIds?.map(nameOf).join(', ') ?? words().all}</bdi>,
                },
                ...offeredColumns(t, (row: VisitType) => setOpened(row)),
              ]}
            />
          )
        }
      </Loaded>
      {opened && <VisitTypeDialog {...(opened !== 'new' && { id: opened.id })} onClose={() => setOpened(undefined)} />}
    </Section>
  )
}
