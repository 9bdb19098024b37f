import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'wouter'
import type { Webhook, WebhookWithSecret } from '../../../clients/javascript/src/medina.ts'
import { medina, queries } from '../api.ts'
import { words } from '../language.ts'
import { Anchor } from '../parts/anchor.tsx'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { List, useFilters } from '../parts/list.tsx'
import { Page } from '../parts/page.tsx'
import { SecretOnce } from '../parts/secret.tsx'
import { type Column, Empty, Table } from '../parts/table.tsx'
import { Code, Time } from '../parts/text.tsx'
import { clientsQuery } from './queries.ts'
import { WebhookForm, type WebhookInput } from './webhook-form.tsx'
import { WebhookState } from './webhook-state.tsx'
import { text } from './words/index.ts'

/** The webhooks of the organisation, and a dialog to register one. */
export function Webhooks() {
  const filters = useFilters([])
  const [isAdding, setAdding] = useState(false)
  const t = text().webhooks
  const columns: Column<Webhook>[] = [
    {
      title: t.url,
      cell: ({ id, url }) => (
        <Anchor href={`/webhooks/${id}`} className="row-link">
          <Code>{url}</Code>
        </Anchor>
      ),
    },
    { title: text().deliveries.state, cell: (webhook) => <WebhookState webhook={webhook} /> },
    { title: t.description, cell: ({ description }) => <bdi>{description ?? '–'}</bdi>, isMinor: true },
    {
      title: t.kinds,
      cell: ({ events }) => (events.length === 0 ? words().all : String(events.length)),
      isMinor: true,
    },
    {
      title: t.lastSuccess,
      cell: ({ lastSuccessAt }) => (lastSuccessAt ? <Time at={lastSuccessAt} /> : '–'),
    },
  ]
  const add = (
    <Button look="main" icon="plus" onClick={() => setAdding(true)}>
      {t.add}
    </Button>
  )
  return (
    <Page title={words().screens.webhooks} lead={t.lead} actions={add}>
      <List
        name={['webhooks', 'list']}
        filters={filters}
        fetchPage={(cursor, signal) => medina.webhooks.list({ pageSize: 50, ...cursor }, { signal })}
        empty={
          <Empty title={t.empty}>
            <p>{t.emptyText}</p>
            {add}
          </Empty>
        }
      >
        {(rows) => <Table label={words().screens.webhooks} columns={columns} rows={rows} keyOf={({ id }) => id} />}
      </List>
      {isAdding && <AddWebhook onClose={() => setAdding(false)} />}
    </Page>
  )
}

function AddWebhook({ onClose }: { onClose: () => void }) {
  const clients = useQuery(clientsQuery)
  const [added, setAdded] = useState<WebhookWithSecret>()
  const [, goTo] = useLocation()
  const register = useMutation({
    mutationFn: async ({ url, description, events, clientId }: WebhookInput) =>
      medina.webhooks.register({ url, events, clientId, ...(description && { description }) }),
    onSuccess: async ({ webhook }) => {
      setAdded(webhook)
      await queries.invalidateQueries({ queryKey: ['webhooks'] })
    },
  })
  const t = text().webhooks
  if (added?.secret)
    return (
      <SecretOnce title={t.added} name={t.secret} secret={added.secret} onClose={() => goTo(`/webhooks/${added.id}`)} />
    )
  return (
    <Dialog title={t.add} onClose={onClose}>
      {clients.data && (
        <WebhookForm
          clients={clients.data.filter(({ status, endedAt }) => status === 'ENABLED' && !endedAt)}
          onSubmit={register.mutate}
          isBusy={register.isPending}
          error={register.error}
          button={t.add}
        />
      )}
    </Dialog>
  )
}
