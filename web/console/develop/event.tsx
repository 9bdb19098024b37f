import { useQuery } from '@tanstack/react-query'
import type { EventDelivery } from '../../../clients/javascript/src/medina.ts'
import { medina } from '../api.ts'
import { words } from '../language.ts'
import { Anchor } from '../parts/anchor.tsx'
import { Page, Section } from '../parts/page.tsx'
import { type Column, Loaded, Table } from '../parts/table.tsx'
import { Code, Copied, Json, Time } from '../parts/text.tsx'
import { DeliveryState } from './delivery-state.tsx'
import { webhooksQuery } from './queries.ts'
import { text } from './words/index.ts'

/** An event with the JSON that is sent, and its deliveries. */
export function Event({ id }: { id: string }) {
  const query = useQuery({ queryKey: ['events', id], queryFn: async () => medina.events.get(id) })
  const webhooks = useQuery(webhooksQuery)
  const { deliveries: t, event: e } = text()
  const addressOf = (webhookId: string) => webhooks.data?.find((webhook) => webhook.id === webhookId)?.url ?? webhookId
  const columns: Column<EventDelivery>[] = [
    {
      title: t.webhook,
      cell: (row) => (
        <Anchor href={`/deliveries/${row.id}`} className="row-link">
          <Code>{addressOf(row.webhookId)}</Code>
        </Anchor>
      ),
    },
    { title: t.state, cell: ({ state }) => <DeliveryState state={state} /> },
    { title: t.attempts, cell: ({ attempt }) => attempt, isNumber: true },
    { title: t.answer, cell: ({ lastStatus }) => (lastStatus === null ? '–' : String(lastStatus)) },
    { title: e.time, cell: ({ finishedAt }) => (finishedAt ? <Time at={finishedAt} withSeconds /> : '–') },
  ]
  return (
    <Page
      title={query.data?.event.event ?? e.id}
      above={{ href: '/events', title: words().screens.events }}
      lead={<Copied value={id} />}
    >
      <Loaded query={query}>
        {({ event, deliveries }) => (
          <>
            <p>
              <Time at={event.createdAt} withSeconds />
            </p>
            <Section title={e.content}>
              <Json value={event} />
            </Section>
            <Section title={e.deliveries}>
              {deliveries.length === 0 ? (
                <p>{e.noDeliveries}</p>
              ) : (
                <Table label={e.deliveries} columns={columns} rows={deliveries} keyOf={(row) => row.id} />
              )}
            </Section>
          </>
        )}
      </Loaded>
    </Page>
  )
}
