import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { medina } from '../../api.ts'
import { Button } from '../../parts/button.tsx'
import { Section } from '../../parts/page.tsx'
import { Loaded } from '../../parts/table.tsx'
import { text } from '../words/index.ts'
import { GuardianshipForm, GuardianshipTable } from './guardianships.tsx'

/** A guardian has at most 10 dependants at a time, but ended guardianships stay in the lists. */
const SHOWN_AT_MOST = 100

/** The guardians and the dependants of a patient. */
export function Family({ id }: { id: string }) {
  const [isAdding, setAdding] = useState(false)
  const guardians = useQuery({
    queryKey: ['guardianships', 'guardians', id],
    queryFn: async () => medina.patients.listGuardians(id, { pageSize: 100 }).all(SHOWN_AT_MOST),
  })
  const dependants = useQuery({
    queryKey: ['guardianships', 'dependants', id],
    queryFn: async () => medina.patients.dependants.list(id, { pageSize: 100 }).all(SHOWN_AT_MOST),
  })
  const t = text().people.guardianships
  const lists = [
    { title: t.guardians, query: guardians, none: t.noGuardians },
    { title: t.dependants, query: dependants, none: t.noDependants },
  ]
  return (
    <>
      {lists.map(({ title, query, none }, at) => (
        <Section
          key={title}
          title={title}
          actions={at === 0 && <Button onClick={() => setAdding(true)}>{t.add}</Button>}
        >
          <Loaded query={query} rows={1}>
            {(rows) =>
              rows.length === 0 ? <p className="soft">{none}</p> : <GuardianshipTable label={title} rows={rows} />
            }
          </Loaded>
        </Section>
      ))}
      {isAdding && <GuardianshipForm patientId={id} onClose={() => setAdding(false)} />}
    </>
  )
}
