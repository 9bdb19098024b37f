import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { AuditEntry } from '../../../../clients/javascript/src/medina.ts'
import { medina } from '../../api.ts'
import { count, fill, words } from '../../language.ts'
import { Anchor } from '../../parts/anchor.tsx'
import { Button } from '../../parts/button.tsx'
import { Filters } from '../../parts/filters.tsx'
import { List, useFilters } from '../../parts/list.tsx'
import { Page } from '../../parts/page.tsx'
import { State } from '../../parts/state.tsx'
import { type Column, Empty, Table } from '../../parts/table.tsx'
import { Code, textOfTime } from '../../parts/text.tsx'
import { useMay } from '../../permissions.ts'
import { useSetting } from '../../settings.ts'
import { text } from '../words/index.ts'
import { Verification } from './verification.tsx'

const names = ['patientId', 'userId', 'clientId', 'operation', 'outcome', 'subjectId', 'from', 'to'] as const

/** The audit log: reads, changes and refused calls, optionally of one patient. */
export function Audit() {
  const filters = useFilters(names)
  const { patientId } = filters.values
  const { audit: t } = text()
  const mayVerify = useMay('verifyAudit')
  const [isVerifying, setVerifying] = useState(false)
  const patient = useQuery({
    queryKey: ['users', patientId, 'name'],
    queryFn: async () => medina.users.get(patientId!),
    enabled: patientId !== undefined && /^usr_\w{4,}$/.test(patientId),
    select: ({ name }) => name,
  })
  const columns: Column<AuditEntry>[] = [
    { title: t.at, cell: ({ at }) => <Moment at={at} /> },
    { title: t.user, cell: (entry) => <Who entry={entry} /> },
    {
      title: t.operation,
      cell: ({ operation }) => (
        <>
          {t.operations[operation] && (
            <>
              {t.operations[operation]}
              <br />
            </>
          )}
          <span className="soft">
            <Code>{operation}</Code>
          </span>
        </>
      ),
    },
    { title: t.outcome, cell: (entry) => <Outcome entry={entry} /> },
    { title: t.record, cell: (entry) => <Records entry={entry} /> },
  ]
  return (
    <Page
      title={words().screens.audit}
      lead={t.lead}
      actions={mayVerify && <Button onClick={() => setVerifying(true)}>{t.verify}</Button>}
    >
      <Filters
        filters={filters}
        texts={[
          { name: 'patientId', label: t.patientId },
          { name: 'userId', label: t.userId },
          { name: 'operation', label: t.operationId },
          { name: 'subjectId', label: t.recordId },
          { name: 'clientId', label: t.clientId },
        ]}
        choices={[{ name: 'outcome', label: t.outcome, options: Object.entries(t.outcomes) }]}
        times
      />
      {patientId && (
        <h2 className="who-saw">
          {patient.data ? fill(t.accessHistoryNamed, { name: patient.data }) : t.accessHistory}
        </h2>
      )}
      <List
        name={['audit', filters.values]}
        filters={filters}
        fetchPage={(cursor, signal) => medina.audit.list({ ...filters.values, pageSize: 50, ...cursor }, { signal })}
        empty={<Empty title={t.empty} />}
      >
        {(rows) => <Table label={words().screens.audit} columns={columns} rows={rows} keyOf={({ id }) => id} />}
      </List>
      {isVerifying && <Verification onClose={() => setVerifying(false)} />}
    </Page>
  )
}

const format: Intl.DateTimeFormatOptions = {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
}

/** The time of an entry with its year, because entries are kept for years. */
function Moment({ at }: { at: string }) {
  const utc = useSetting('utc')
  return (
    <time dateTime={at} title={at}>
      {textOfTime(at, utc, format)}
      {utc && ' UTC'}
    </time>
  )
}

function Who({ entry: { userId, userName, clientId, address } }: { entry: AuditEntry }) {
  const { platform } = text().audit
  return (
    <span className="ids">
      {userName && (
        <Anchor href={`/people/${userId}`}>
          <bdi>{userName}</bdi>
        </Anchor>
      )}
      {!userName && (userId === 'platform' ? platform : <Code>{userId}</Code>)}
      <span className="soft">
        <Code>{clientId}</Code> {address && <Code>{address}</Code>}
      </span>
    </span>
  )
}

/** The number of patients shown for an entry about a list. */
const SHOWN_AT_MOST = 3

function Records({ entry: { subjectId, patientIds } }: { entry: AuditEntry }) {
  const others = patientIds.filter((id) => id !== subjectId)
  const patient = (id: string) => (
    <Anchor key={id} href={`/audit?patientId=${encodeURIComponent(id)}`}>
      <Code>{id}</Code>
    </Anchor>
  )
  if (!subjectId && others.length === 0) return '–'
  return (
    <span className="ids">
      {subjectId && <Code>{subjectId}</Code>}
      {others.slice(0, SHOWN_AT_MOST).map(patient)}
      {others.length > SHOWN_AT_MOST && (
        <details className="ids">
          <summary>{count(text().audit.more, others.length - SHOWN_AT_MOST)}</summary>
          <span className="ids">{others.slice(SHOWN_AT_MOST).map(patient)}</span>
        </details>
      )}
    </span>
  )
}

function Outcome({ entry: { outcome, sealed } }: { entry: AuditEntry }) {
  const t = text().audit
  return (
    <span className="ids">
      <span>
        <State tone={outcome === 'OK' || outcome === 'REPLAYED' ? 'good' : 'bad'}>
          {t.outcomes[outcome] ?? outcome}
        </State>
      </span>
      {!sealed && <span className="soft">{t.unsealed}</span>}
    </span>
  )
}
