import { useQuery } from '@tanstack/react-query'
import type { Delivery, Webhook } from '../../../clients/javascript/src/medina.ts'
import { medina } from '../api.ts'
import { count, fill, words } from '../language.ts'
import { Anchor } from '../parts/anchor.tsx'
import { Bars, Figure } from '../parts/bars.tsx'
import { Lines } from '../parts/lines.tsx'
import { Page, Section } from '../parts/page.tsx'
import { type Column, Empty, Loaded, Table } from '../parts/table.tsx'
import { Code, Copied, number, Time } from '../parts/text.tsx'
import { DeliveryCharts } from './delivery-charts.tsx'
import { DeliveryState } from './delivery-state.tsx'
import { webhooksQuery } from './queries.ts'
import { hoursOf, total, towardsLimit } from './usage.ts'
import { WebhookState } from './webhook-state.tsx'
import { text } from './words/index.ts'

const UPDATED_EVERY_MS = 15_000
const FAILURES_SHOWN = 5
/** The share of a limit from which a client is listed as near it. */
const NEARLY = 0.8

/** Current failures, the use of the limits, and first steps. */
export function Overview() {
  const webhooks = useQuery({ ...webhooksQuery, refetchInterval: UPDATED_EVERY_MS })
  const failures = useQuery({
    queryKey: ['deliveries', 'failed'],
    queryFn: async () => (await medina.webhooks.deliveries.list({ state: ['FAILED'], pageSize: FAILURES_SHOWN })).items,
    refetchInterval: UPDATED_EVERY_MS,
  })
  const usage = useQuery({
    queryKey: ['usage', '24h'],
    queryFn: async () => medina.usage.get({ period: '24h' }),
    refetchInterval: UPDATED_EVERY_MS,
  })
  const t = text().overview
  const u = text().usage
  return (
    <Page title={words().screens.overview} lead={t.lead}>
      <Loaded query={webhooks} rows={3}>
        {(all) => {
          if (all.length === 0) return <FirstSteps />
          const troubled = all.filter(({ status, failingSince }) => status !== 'ENABLED' || failingSince)
          return (
            <Section title={t.webhooks} actions={<Anchor href="/webhooks">{words().screens.webhooks}</Anchor>}>
              {troubled.length === 0 ? (
                <p className="good-news">{count(t.allWell, all.length)}</p>
              ) : (
                <Table label={t.webhooks} columns={webhookColumns()} rows={troubled} keyOf={({ id }) => id} />
              )}
            </Section>
          )
        }}
      </Loaded>
      <Section title={t.failures} actions={<Anchor href="/deliveries?state=FAILED">{t.allFailures}</Anchor>}>
        <Loaded query={failures} rows={3}>
          {(rows) =>
            rows.length === 0 ? (
              <p className="good-news">{t.noFailures}</p>
            ) : (
              <Table label={t.failures} columns={failureColumns()} rows={rows} keyOf={({ id }) => id} />
            )
          }
        </Loaded>
      </Section>
      {(webhooks.data?.length ?? 0) > 0 && (
        <Section title={text().charts.title} actions={<Anchor href="/deliveries">{words().screens.deliveries}</Anchor>}>
          <DeliveryCharts />
        </Section>
      )}
      <Section title={u.title} actions={<Anchor href="/requests">{words().screens.requests}</Anchor>}>
        <Loaded query={usage} rows={3}>
          {(record) => {
            const { perDay } = record.limits
            const [busiest] = record.clients
            const near = record.clients.filter(({ today }) => perDay !== null && today > perDay * NEARLY)
            return (
              <>
                <dl className="figures">
                  <Figure name={u.plan}>{record.plan}</Figure>
                  <Figure name={u.requests}>{number(total(record, 'requests'))}</Figure>
                  <Figure name={u.errors} {...(total(record, 'errors') > 0 && { tone: 'bad' as const })}>
                    {number(total(record, 'errors'))}
                  </Figure>
                </dl>
                {near.map(({ clientId, today }) => (
                  <p key={clientId} className="notice">
                    <Code>{clientId}</Code> {fill(u.ofLimit, { n: number(today), limit: number(perDay ?? 0) })}
                  </p>
                ))}
                <div className="charts">
                  <Bars label={u.chart} bars={hoursOf(record, '24h')} head={[u.hour, u.requests, u.errors]} />
                  {busiest && perDay !== null && (
                    <Lines
                      label={fill(u.towardsLimit, { client: busiest.clientId })}
                      points={towardsLimit(busiest, perDay, Date.now())}
                      head={[u.hour, u.requests, u.limit]}
                      format={number}
                    />
                  )}
                </div>
              </>
            )
          }}
        </Loaded>
      </Section>
    </Page>
  )
}

const webhookColumns = (): Column<Webhook>[] => [
  {
    title: text().webhooks.url,
    cell: ({ id, url }) => (
      <Anchor href={`/webhooks/${id}`} className="row-link">
        <Code>{url}</Code>
      </Anchor>
    ),
  },
  { title: text().deliveries.state, cell: (webhook) => <WebhookState webhook={webhook} /> },
  {
    title: text().webhooks.failingSince,
    cell: ({ failingSince }) => (failingSince ? <Time at={failingSince} /> : '–'),
  },
]

const failureColumns = (): Column<Delivery>[] => [
  {
    title: text().event.kind,
    cell: ({ id, event }) => (
      <Anchor href={`/deliveries/${id}`} className="row-link">
        <Code>{event}</Code>
      </Anchor>
    ),
  },
  { title: text().deliveries.state, cell: ({ state }) => <DeliveryState state={state} /> },
  {
    title: text().deliveries.answer,
    cell: ({ lastError, lastStatus }) => lastStatus ?? (lastError ? (text().errors[lastError]?.[0] ?? lastError) : '–'),
  },
  { title: text().event.time, cell: ({ createdAt }) => <Time at={createdAt} /> },
]

/** The steps to the first delivered event, for an organisation without webhooks. */
function FirstSteps() {
  const t = text().overview
  return (
    <Empty title={t.start}>
      <ol className="steps">
        <li>
          <Anchor href="/clients">{t.startClient}</Anchor>
        </li>
        <li>
          {t.startCall} <Copied value={`curl ${location.origin}/api/users/me -H "Authorization: Bearer $TOKEN"`} />
        </li>
        <li>
          <Anchor href="/webhooks">{t.startWebhook}</Anchor>
        </li>
      </ol>
    </Empty>
  )
}
