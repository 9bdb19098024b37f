import { useState } from 'react'
import type { Place } from '../../../../clients/javascript/src/medina.ts'
import { usePlaces } from '../../organization/agenda/booking/offers.ts'
import { Button } from '../../parts/button.tsx'
import { Section } from '../../parts/page.tsx'
import { Empty, Loaded, Table } from '../../parts/table.tsx'
import { text } from '../words/index.ts'
import { offeredColumns } from './columns.tsx'
import { PlaceDialog } from './place-dialog.tsx'

/** The places of the organisation. */
export function Places() {
  const query = usePlaces()
  const [opened, setOpened] = useState<Place | 'new'>()
  const { places: t } = text()
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
            <Empty title={t.none} />
          ) : (
            <Table
              label={t.title}
              rows={rows}
              keyOf={({ id }) => id}
              columns={[
                { title: t.name, cell: ({ name }) => <bdi>{name}</bdi> },
                {
                  title: t.address,
                  cell: ({ address, city }) => <bdi>{[address, city].filter(Boolean).join(', ')}</bdi>,
                },
                { title: t.phone, isMinor: true, cell: ({ phone }) => phone && <bdi dir="ltr">{phone}</bdi> },
                ...offeredColumns(t, (row: Place) => setOpened(row)),
              ]}
            />
          )
        }
      </Loaded>
      {opened && <PlaceDialog {...(opened !== 'new' && { id: opened.id })} onClose={() => setOpened(undefined)} />}
    </Section>
  )
}
