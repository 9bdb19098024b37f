import type { Client } from '../../../clients/javascript/src/medina.ts'
import { State } from '../parts/state.tsx'
import { text } from './words/index.ts'

export function ClientState({ client: { status, endedAt, actingAllowedAt } }: { client: Client }) {
  const t = text().clients
  if (endedAt) return <State tone="off">{t.ended}</State>
  if (status !== 'ENABLED') return <State tone="off">{t.disabled}</State>
  return actingAllowedAt ? <State tone="good">{t.active}</State> : <State tone="wait">{t.waiting}</State>
}
