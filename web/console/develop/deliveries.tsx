import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Delivery } from '../../../clients/javascript/src/medina.ts'
import { medina, queries } from '../api.ts'
import { count, words } from '../language.ts'
import { Anchor } from '../parts/anchor.tsx'
import { Button } from '../parts/button.tsx'
import { Failed } from '../parts/failed.tsx'
import { Filters } from '../parts/filters.tsx'
import { List, useFilters } from '../parts/list.tsx'
import { Page } from '../parts/page.tsx'
import { type Column, Empty, Table } from '../parts/table.tsx'
import { Code, Time } from '../parts/text.tsx'
import { say } from '../parts/toasts.tsx'
import { DeliveryState } from './delivery-state.tsx'
import { eventKinds } from './event-kinds.ts'
import { webhooksQuery } from './queries.ts'
import { RecoverDialog } from './recover-dialog.tsx'
import { text } from './words/index.ts'

const UPDATED_EVERY_MS = 10_000

/** All deliveries, with filters. Sends again selected deliveries, or all failed ones since a time. */
export function Deliveries() {
  const filters = useFilters(['state', 'event', 'webhookId', 'from', 'to'])
  const { state, event, webhookId, from, to } = filters.values
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [isRecovering, setRecovering] = useState(false)
  const webhooks = useQuery(webhooksQuery)
  const resend = useMutation({
    mutationFn: async (ids: readonly string[]) => {
      const outcomes = await Promise.allSettled(ids.map((id) => medina.webhooks.deliveries.resend(id)))
      const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))
      return { sent: ids.length - refused.length, refused }
    },
    onSuccess: async ({ sent }) => {
      setSelected(new Set())
      if (sent > 0) say(count(text().deliveries.resent, sent))
      await queries.invalidateQueries({ queryKey: ['deliveries'] })
    },
  })
  const { deliveries: t, states } = text()
  /** The URL without `https://`, so that its end is visible. */
  const addressOf = (id: string) =>
    webhooks.data?.find((webhook) => webhook.id === id)?.url.replace(/^https?:\/\//, '') ?? id

  const columns: Column<Delivery>[] = [
    {
      title: text().event.kind,
      cell: ({ id, event, test }) => (
        <>
          <Anchor href={`/deliveries/${id}`} className="row-link">
            <Code>{event}</Code>
          </Anchor>
          {test && <span className="tag">{text().test}</span>}
        </>
      ),
    },
    { title: t.state, cell: ({ state }) => <DeliveryState state={state} /> },
    { title: t.webhook, cell: (row) => <Code>{addressOf(row.webhookId)}</Code>, isMinor: true },
    { title: t.attempts, cell: ({ attempt }) => attempt, isNumber: true },
    {
      title: t.answer,
      cell: ({ lastStatus, lastError }) =>
        lastStatus ?? (lastError ? (text().errors[lastError]?.[0] ?? lastError) : '–'),
    },
    { title: text().event.time, cell: ({ createdAt }) => <Time at={createdAt} withSeconds /> },
  ]

  return (
    <Page
      title={words().screens.deliveries}
      lead={t.lead}
      actions={
        <>
          {selected.size > 0 && (
            <Button look="main" icon="again" isBusy={resend.isPending} onClick={() => resend.mutate([...selected])}>
              {count(t.resendSelected, selected.size)}
            </Button>
          )}
          <Button icon="clock" onClick={() => setRecovering(true)}>
            {t.recover}
          </Button>
        </>
      }
    >
      <Filters
        filters={filters}
        choices={[
          { name: 'state', label: t.state, options: Object.entries(states) },
          { name: 'event', label: text().event.kind, options: eventKinds.map((kind) => [kind, kind]) },
          {
            name: 'webhookId',
            label: t.webhook,
            options: (webhooks.data ?? []).map(({ id, url }) => [id, url]),
          },
        ]}
        times
      />
      {resend.data && resend.data.refused.length > 0 && (
        <>
          <p>{count(t.notResent, resend.data.refused.length)}</p>
          <Failed error={resend.data.refused[0]} />
        </>
      )}
      <List
        name={['deliveries', filters.values]}
        filters={filters}
        every={UPDATED_EVERY_MS}
        fetchPage={(cursor, signal) =>
          medina.webhooks.deliveries.list(
            {
              ...(state && { state: [state] }),
              ...(event && { event: [event] }),
              ...{ webhookId, from, to, pageSize: 50, ...cursor },
            },
            { signal },
          )
        }
        empty={
          <Empty title={t.empty}>
            <p>{t.emptyText}</p>
            <p>
              <Anchor href="/webhooks">{words().screens.webhooks}</Anchor>
            </p>
          </Empty>
        }
      >
        {(rows) => (
          <Table
            label={words().screens.deliveries}
            columns={columns}
            rows={rows}
            keyOf={({ id }) => id}
            selection={{ selected, onChange: setSelected, nameOf: ({ event, id }) => `${event} ${id}` }}
          />
        )}
      </List>
      {isRecovering && <RecoverDialog webhooks={webhooks.data ?? []} onClose={() => setRecovering(false)} />}
    </Page>
  )
}
