import type { Webhook } from '../../../clients/javascript/src/medina.ts'
import { State, type Tone } from '../parts/state.tsx'
import { text } from './words/index.ts'

const tones: Record<string, Tone> = { ENABLED: 'good', DISABLED_USER: 'off', DISABLED_AUTO: 'bad', GONE: 'bad' }

export function WebhookState({ webhook: { status, failingSince } }: { webhook: Webhook }) {
  const t = text().webhooks
  if (status === 'ENABLED' && failingSince) return <State tone="bad">{t.failing}</State>
  return <State tone={tones[status] ?? 'off'}>{t.statuses[status] ?? status}</State>
}
