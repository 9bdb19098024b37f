import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Member } from '../../../../clients/javascript/src/medina.ts'
import { medina, queries } from '../../api.ts'
import { count, fill } from '../../language.ts'
import { Anchor } from '../../parts/anchor.tsx'
import { Button } from '../../parts/button.tsx'
import { Confirm } from '../../parts/confirm.tsx'
import { Day } from '../../parts/day.tsx'
import { List, useFilters } from '../../parts/list.tsx'
import { Section } from '../../parts/page.tsx'
import { type Column, Empty, Loaded, Table } from '../../parts/table.tsx'
import { Code } from '../../parts/text.tsx'
import { say } from '../../parts/toasts.tsx'
import { useMay } from '../../permissions.ts'
import { text } from '../words/index.ts'
import { GuardianshipTable } from './guardianships.tsx'

/** Professionals and guardianships whose documents must be checked. */
export function Verification() {
  const mayVerifyUsers = useMay('verifyUser')
  return (
    <>
      {mayVerifyUsers && <Professionals />}
      <Guardianships />
    </>
  )
}

function Professionals() {
  const filters = useFilters([])
  const [chosen, setChosen] = useState<Member>()
  const { verification: t, fields, roles } = text().people
  const columns: Column<Member>[] = [
    {
      title: fields.name,
      cell: ({ id, name }) => (
        <Anchor href={`/people/${id}`}>
          <bdi>{name}</bdi>
        </Anchor>
      ),
    },
    { title: fields.role, cell: ({ role }) => roles[role] ?? role },
    { title: fields.email, cell: ({ email }) => (email ? <Code>{email}</Code> : '–') },
    { title: fields.registered, cell: ({ createdAt }) => <Day at={createdAt} /> },
    {
      title: t.action,
      cell: (member) => (
        <Button onClick={() => setChosen(member)} aria-label={fill(t.verifyNamed, { name: member.name })}>
          {t.verify}
        </Button>
      ),
    },
  ]
  return (
    <Section title={t.professionals}>
      <p className="soft">{t.professionalsText}</p>
      <List
        name={['users', 'unverified']}
        filters={filters}
        fetchPage={(cursor, signal) => medina.users.list({ verified: false, pageSize: 50, ...cursor }, { signal })}
        empty={<Empty title={t.noProfessionals} />}
      >
        {(rows) => <Table label={t.professionals} columns={columns} rows={rows} keyOf={({ id }) => id} />}
      </List>
      {chosen && <VerifyDialog member={chosen} onClose={() => setChosen(undefined)} />}
    </Section>
  )
}

/** Confirms that the staff checked a professional's qualification. */
export function VerifyDialog({ member: { id, name, role }, onClose }: { member: Member; onClose: () => void }) {
  const { verification: t, roles } = text().people
  return (
    <Confirm
      title={fill(t.verifyNamed, { name })}
      button={t.verify}
      look="main"
      act={async () => medina.users.verify(id)}
      onDone={async () => {
        say(fill(t.verified, { name }))
        onClose()
        await queries.invalidateQueries({ queryKey: ['users'] })
      }}
      onClose={onClose}
    >
      <p>{fill(t.verifyText, { role: roles[role] ?? role })}</p>
    </Confirm>
  )
}

/** The API has no filter for unverified guardianships, so this many are read and filtered here. */
const READ_AT_MOST = 2000

function Guardianships() {
  const query = useQuery({
    queryKey: ['guardianships', 'all'],
    queryFn: async ({ signal }) => medina.guardianships.list({ pageSize: 100 }, { signal }).all(READ_AT_MOST),
  })
  const t = text().people.verification
  return (
    <Section title={t.guardianships}>
      <p className="soft">{t.guardianshipsText}</p>
      <Loaded query={query}>
        {(rows) => {
          const waiting = rows.filter(({ verified, active }) => active && !verified)
          return (
            <>
              {waiting.length === 0 ? (
                <Empty title={t.noGuardianships} />
              ) : (
                <GuardianshipTable label={t.guardianships} rows={waiting} />
              )}
              {rows.length === READ_AT_MOST && <p className="hint">{count(t.newest, READ_AT_MOST)}</p>}
            </>
          )
        }}
      </Loaded>
    </Section>
  )
}
