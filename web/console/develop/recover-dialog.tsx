import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { Webhook } from '../../../clients/javascript/src/medina.ts'
import { medina, queries } from '../api.ts'
import { Dialog } from '../parts/dialog.tsx'
import { faultOf } from '../parts/fault.tsx'
import { Choice, MutationForm } from '../parts/form.tsx'
import { MomentField, momentOf } from '../parts/moment.tsx'
import { say } from '../parts/toasts.tsx'
import { text } from './words/index.ts'

const DAY_MS = 86_400_000

/** Sends all failed deliveries since a time again. */
export function RecoverDialog({ webhooks, onClose }: { webhooks: readonly Webhook[]; onClose: () => void }) {
  const enabled = webhooks.filter(({ status }) => status === 'ENABLED')
  const [webhookId, setWebhookId] = useState(enabled[0]?.id ?? '')
  const [since, setSince] = useState(() => momentOf(Date.now() - DAY_MS))
  const recover = useMutation({
    mutationFn: async () => medina.webhooks.recover(webhookId, { since: since.at }),
    onSuccess: async () => {
      say(text().deliveries.recoverStarted)
      onClose()
      await queries.invalidateQueries({ queryKey: ['deliveries'] })
    },
  })
  const t = text().deliveries
  return (
    <Dialog title={t.recoverTitle} onClose={onClose}>
      <p>{t.recoverText}</p>
      <MutationForm mutation={recover} button={t.recoverButton}>
        <Choice
          label={t.webhook}
          value={webhookId}
          options={enabled.map(({ id, url }) => [id, url])}
          onChange={setWebhookId}
        />
        <MomentField label={t.recoverSince} value={since} onChange={setSince} fault={faultOf(recover.error, 'since')} />
      </MutationForm>
    </Dialog>
  )
}
