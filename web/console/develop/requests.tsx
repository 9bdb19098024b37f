import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ClientUsage, LoggedRequest, Usage as UsageRecord } from '../../../clients/javascript/src/medina.ts'
import { medina } from '../api.ts'
import { fill, words } from '../language.ts'
import { Anchor } from '../parts/anchor.tsx'
import { Bars, Figure } from '../parts/bars.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { Fact, Facts } from '../parts/facts.tsx'
import { Filters } from '../parts/filters.tsx'
import { Choice } from '../parts/form.tsx'
import { List, useFilters } from '../parts/list.tsx'
import { Page, Section } from '../parts/page.tsx'
import { State } from '../parts/state.tsx'
import { type Column, Empty, Loaded, Table } from '../parts/table.tsx'
import { Code, Copied, number, Time } from '../parts/text.tsx'
import { clientsQuery } from './queries.ts'
import { hoursOf, total } from './usage.ts'
import { text } from './words/index.ts'

const UPDATED_EVERY_MS = 10_000
const STATUSES = ['2xx', '4xx', '5xx', '401', '403', '404', '409', '422', '429']

/** The requests of clients, and their use of the limits. */
export function Requests() {
  const filters = useFilters(['clientId', 'status', 'operation', 'from', 'to'])
  const [shown, setShown] = useState<LoggedRequest>()
  const clients = useQuery(clientsQuery)
  const t = text().requests
  const columns: Column<LoggedRequest>[] = [
    {
      title: t.status,
      cell: ({ status }) => (
        <State tone={status < 400 ? 'good' : status < 500 ? 'wait' : 'bad'}>{String(status)}</State>
      ),
    },
    {
      title: t.request,
      cell: (request) => (
        <button type="button" className="row-button" onClick={() => setShown(request)}>
          <Code>{`${request.method} ${request.path}`}</Code>
        </button>
      ),
    },
    { title: t.client, cell: ({ clientId }) => <Code>{clientId}</Code>, isMinor: true },
    {
      title: t.error,
      cell: ({ code, faultPaths }) => (code ? <Code>{[code, ...faultPaths].join(' ')}</Code> : '–'),
      isMinor: true,
    },
    { title: t.duration, cell: ({ durationMs }) => milliseconds(durationMs), isNumber: true },
    { title: text().event.time, cell: ({ at }) => <Time at={at} withSeconds /> },
  ]
  return (
    <Page title={words().screens.requests} lead={t.lead}>
      <Usage />
      <Section title={t.title}>
        <Filters
          filters={filters}
          choices={[
            { name: 'clientId', label: t.client, options: (clients.data ?? []).map(({ id, name }) => [id, name]) },
            { name: 'status', label: t.status, options: STATUSES.map((status) => [status, status]) },
          ]}
          texts={[{ name: 'operation', label: t.operation }]}
          times
        />
        <List
          name={['requests', filters.values]}
          filters={filters}
          every={UPDATED_EVERY_MS}
          fetchPage={(cursor, signal) =>
            medina.requests.list({ ...filters.values, pageSize: 50, ...cursor }, { signal })
          }
          empty={
            <Empty title={t.empty}>
              <p>{t.emptyText}</p>
            </Empty>
          }
        >
          {(rows) => <Table label={t.title} columns={columns} rows={rows} keyOf={({ id }) => id} />}
        </List>
      </Section>
      {shown && (
        <Dialog title={`${shown.method} ${shown.path}`} onClose={() => setShown(undefined)}>
          <Facts>
            <Fact name={t.status}>{String(shown.status)}</Fact>
            <Fact name={t.operation}>{shown.operation && <Code>{shown.operation}</Code>}</Fact>
            <Fact name={t.client}>
              <Code>{shown.clientId}</Code>
            </Fact>
            <Fact name={t.error}>{shown.code && <Code>{[shown.code, ...shown.faultPaths].join(' ')}</Code>}</Fact>
            <Fact name={t.duration}>{milliseconds(shown.durationMs)}</Fact>
            <Fact name={text().event.time}>
              <Time at={shown.at} withSeconds />
            </Fact>
            <Fact name={t.requestId}>
              <Copied value={shown.requestId} />
            </Fact>
          </Facts>
          <p className="hint">{t.requestIdHint}</p>
        </Dialog>
      )}
    </Page>
  )
}

const milliseconds = (n: number) => number(n, { style: 'unit', unit: 'millisecond' })

/** Requests by hour, and the use of the limits by each client. */
function Usage() {
  const [period, setPeriod] = useState<'24h' | '7d'>('24h')
  const query = useQuery({
    queryKey: ['usage', period],
    queryFn: async () => medina.usage.get({ period }),
    refetchInterval: UPDATED_EVERY_MS * 3,
  })
  const t = text().usage
  return (
    <Section
      title={t.title}
      actions={
        <Choice
          label={t.period}
          value={period}
          options={[
            ['24h', t.day],
            ['7d', t.week],
          ]}
          onChange={(value) => setPeriod(value as typeof period)}
        />
      }
    >
      <Loaded query={query} rows={3}>
        {(usage) => (
          <>
            <dl className="figures">
              <Figure name={t.plan}>{usage.plan}</Figure>
              <Figure name={t.requests}>{number(total(usage, 'requests'))}</Figure>
              <Figure name={t.errors} {...(total(usage, 'errors') > 0 && { tone: 'bad' as const })}>
                {number(total(usage, 'errors'))}
              </Figure>
              <Figure name={t.webhooks}>
                {fill(t.ofLimit, { n: number(usage.webhooks), limit: number(usage.limits.webhooks) })}
              </Figure>
            </dl>
            {usage.clients.length > 0 && (
              <>
                <Bars label={t.chart} bars={hoursOf(usage, period)} head={[t.hour, t.requests, t.errors]} />
                <Table
                  label={t.byClient}
                  columns={usageColumns(usage)}
                  rows={usage.clients}
                  keyOf={({ clientId }) => clientId}
                />
              </>
            )}
          </>
        )}
      </Loaded>
    </Section>
  )
}

const usageColumns = ({ limits }: UsageRecord): Column<ClientUsage>[] => {
  const t = text().usage
  const used = (n: number, limit: number | null) =>
    limit === null ? number(n) : fill(t.ofLimit, { n: number(n), limit: number(limit) })
  return [
    {
      title: text().requests.client,
      cell: ({ clientId }) => (
        <Anchor href={`/clients/${encodeURIComponent(clientId)}`} className="row-link">
          <Code>{clientId}</Code>
        </Anchor>
      ),
    },
    { title: t.minute, cell: ({ thisMinute }) => used(thisMinute, limits.perMinute), isNumber: true },
    { title: t.today, cell: ({ today }) => used(today, limits.perDay), isNumber: true },
    { title: t.requests, cell: ({ requests }) => number(requests), isNumber: true },
    { title: t.errors, cell: ({ errors }) => number(errors), isNumber: true },
  ]
}
