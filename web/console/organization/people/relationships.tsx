import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { CareRelationship } from '../../../../clients/javascript/src/medina.ts'
import { medina, queries } from '../../api.ts'
import { fill } from '../../language.ts'
import { Anchor } from '../../parts/anchor.tsx'
import { Button } from '../../parts/button.tsx'
import { Confirm } from '../../parts/confirm.tsx'
import { Day } from '../../parts/day.tsx'
import { Section } from '../../parts/page.tsx'
import { State } from '../../parts/state.tsx'
import { type Column, Loaded, Table } from '../../parts/table.tsx'
import { say } from '../../parts/toasts.tsx'
import { text } from '../words/index.ts'

const SHOWN_AT_MOST = 200

/** The professionals with a current or ended care relationship to a patient. */
export function Relationships({ id }: { id: string }) {
  const query = useQuery({
    queryKey: ['relationships', id],
    queryFn: async () => medina.patients.relationships.list(id, { pageSize: 100 }).all(SHOWN_AT_MOST),
  })
  const [ending, setEnding] = useState<CareRelationship>()
  const { relationships: t, fields, verification } = text().people
  const columns: Column<CareRelationship>[] = [
    {
      title: fields.name,
      cell: ({ professional }) => (
        <Anchor href={`/people/${professional.id}`}>
          <bdi>{professional.name}</bdi>
        </Anchor>
      ),
    },
    { title: t.bases, cell: ({ bases }) => bases.map((basis) => t.grounds[basis] ?? basis).join(', ') },
    {
      title: t.access,
      cell: ({ active, until }) => (
        <>
          <State tone={active ? 'good' : 'off'}>{active ? t.active : t.ended}</State>{' '}
          <span className="soft">
            {t.until} <Day at={until} />
          </span>
        </>
      ),
    },
    {
      title: verification.action,
      cell: (relationship) =>
        relationship.active && (
          <Button
            aria-label={fill(t.endNamed, { name: relationship.professional.name })}
            onClick={() => setEnding(relationship)}
          >
            {t.end}
          </Button>
        ),
    },
  ]
  return (
    <Section title={t.title}>
      <Loaded query={query} rows={2}>
        {(rows) =>
          rows.length === 0 ? (
            <p className="soft">{t.none}</p>
          ) : (
            <Table label={t.title} columns={columns} rows={rows} keyOf={({ professional }) => professional.id} />
          )
        }
      </Loaded>
      {ending && <EndDialog id={id} professional={ending.professional} onClose={() => setEnding(undefined)} />}
    </Section>
  )
}

type EndProps = { id: string; professional: CareRelationship['professional']; onClose: () => void }

function EndDialog({ id, professional, onClose }: EndProps) {
  const t = text().people.relationships
  return (
    <Confirm
      title={fill(t.endNamed, { name: professional.name })}
      button={t.end}
      act={async () => medina.patients.relationships.end(id, professional.id)}
      onDone={async () => {
        say(fill(t.endedMessage, { name: professional.name }))
        onClose()
        await queries.invalidateQueries({ queryKey: ['relationships', id] })
      }}
      onClose={onClose}
    >
      <p>{t.endText}</p>
    </Confirm>
  )
}
