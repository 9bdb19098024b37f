import { useQuery } from '@tanstack/react-query'
import type { AuditEntry } from '../../../../clients/javascript/src/medina.ts'
import { medina } from '../../api.ts'
import { fill, words } from '../../language.ts'
import { Anchor } from '../../parts/anchor.tsx'
import { Filters } from '../../parts/filters.tsx'
import { List, useFilters } from '../../parts/list.tsx'
import { Page, Section } from '../../parts/page.tsx'
import { State } from '../../parts/state.tsx'
import { type Column, Empty, Table } from '../../parts/table.tsx'
import { Code, Copied, textOfTime } from '../../parts/text.tsx'
import { useSetting } from '../../settings.ts'
import { text } from '../words/index.ts'

const names = ['patientId', 'userId', 'clientId', 'operation', 'outcome', 'subjectId', 'from', 'to'] as const

/** Who read or changed what, and what was refused; for a patient: who saw them. */
export function Audit() {
  const filters = useFilters(names)
  const { patientId } = filters.values
  const { audit: t } = text()
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
    { title: t.outcome, cell: ({ outcome }) => <Outcome outcome={outcome} /> },
    {
      title: t.record,
      cell: ({ subjectId, patientIds }) => (
        <span className="ids">
          {subjectId && <Code>{subjectId}</Code>}
          {patientIds
            .filter((id) => id !== subjectId)
            .map((id) => (
              <Anchor key={id} href={`/audit?patientId=${encodeURIComponent(id)}`}>
                <Code>{id}</Code>
              </Anchor>
            ))}
          {!subjectId && patientIds.length === 0 && '–'}
        </span>
      ),
    },
    {
      title: t.from,
      cell: ({ clientId, address }) => (
        <span className="ids">
          <Code>{clientId}</Code>
          {address && <Code>{address}</Code>}
        </span>
      ),
      isMinor: true,
    },
    {
      title: t.sealed,
      cell: ({ sealed }) => (sealed ? <State tone="good">{words().yes}</State> : <State tone="wait">{t.soon}</State>),
      isMinor: true,
    },
  ]
  return (
    <Page title={words().screens.audit} lead={t.lead}>
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
        <h2 className="who-saw">{patient.data ? fill(t.whoSawNamed, { name: patient.data }) : t.whoSaw}</h2>
      )}
      <List
        name={['audit', filters.values]}
        filters={filters}
        fetchPage={(cursor, signal) => medina.audit.list({ ...filters.values, pageSize: 50, ...cursor }, { signal })}
        empty={<Empty title={t.empty} />}
      >
        {(rows) => <Table label={words().screens.audit} columns={columns} rows={rows} keyOf={({ id }) => id} />}
      </List>
      <Section title={t.verify}>
        <p>{t.verifyText}</p>
        <Copied value="npm run verify-audit" />
        <p className="hint">{t.verifyHint}</p>
      </Section>
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

/** Entries are kept for years: the time has its year. */
function Moment({ at }: { at: string }) {
  const utc = useSetting('utc')
  return (
    <time dateTime={at} title={at}>
      {textOfTime(at, utc, format)}
      {utc && ' UTC'}
    </time>
  )
}

function Who({ entry: { userId, userName } }: { entry: AuditEntry }) {
  if (userName)
    return (
      <Anchor href={`/people/${userId}`}>
        <bdi>{userName}</bdi>
      </Anchor>
    )
  const { platform } = text().audit
  return userId === 'platform' ? platform : <Code>{userId}</Code>
}

function Outcome({ outcome }: { outcome: string }) {
  const known = text().audit.outcomes[outcome] ?? outcome
  return <State tone={outcome === 'OK' || outcome === 'REPLAYED' ? 'good' : 'bad'}>{known}</State>
}
