import type { ReactNode } from 'react'
import { useState } from 'react'
import type { Webhook } from '../../../clients/javascript/src/medina.ts'
import { faultOf } from '../parts/fault.tsx'
import { Checks, Choice, Form, TextField } from '../parts/form.tsx'
import { eventKinds } from './event-kinds.ts'
import { text } from './words/index.ts'

export type WebhookInput = { url: string; description: string; events: string[]; clientId: string }

type WebhookFormProps = {
  webhook?: Webhook
  /** The clients to choose from, for a new webhook. */
  clients?: readonly { id: string; name: string }[]
  onSubmit: (input: WebhookInput) => void
  isBusy: boolean
  error: unknown
  button: string
  beside?: ReactNode
}

/** The URL, description and event kinds of a webhook. */
export function WebhookForm({ webhook, clients, onSubmit, isBusy, error, button, beside }: WebhookFormProps) {
  const [url, setUrl] = useState(webhook?.url ?? 'https://')
  const [description, setDescription] = useState(webhook?.description ?? '')
  const [events, setEvents] = useState<string[]>(webhook?.events ?? [])
  const [clientId, setClientId] = useState(clients?.[0]?.id ?? '')
  const t = text().webhooks
  return (
    <Form onSubmit={() => onSubmit({ url, description, events, clientId })} {...{ isBusy, error, button, beside }}>
      <TextField
        label={t.url}
        hint={t.urlHint}
        type="url"
        dir="ltr"
        required
        value={url}
        onChange={setUrl}
        fault={faultOf(error, 'url')}
      />
      {clients && (
        <Choice
          label={t.client}
          hint={t.clientHint}
          value={clientId}
          options={clients.map(({ id, name }) => [id, name])}
          onChange={setClientId}
          fault={faultOf(error, 'clientId')}
        />
      )}
      <TextField
        label={t.description}
        value={description}
        onChange={setDescription}
        fault={faultOf(error, 'description')}
      />
      <Checks
        label={t.kinds}
        hint={t.kindsHint}
        values={events}
        options={eventKinds.map((kind) => [kind, kind])}
        onChange={setEvents}
        fault={faultOf(error, 'events')}
      />
    </Form>
  )
}
