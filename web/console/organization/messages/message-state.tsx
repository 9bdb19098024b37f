import { State, type Tone } from '../../parts/state.tsx'
import { text } from '../words/index.ts'

const tones: Record<string, Tone> = { QUEUED: 'wait', SENT: 'good', DELIVERED: 'good', READ: 'good', FAILED: 'bad' }

export function MessageState({ status }: { status: string }) {
  return <State tone={tones[status] ?? 'off'}>{text().messages.statuses[status] ?? status}</State>
}

/** The explanation of a failed or delayed message, and the remedy. */
export function ErrorExplained({ error, isShort = false }: { error: string; isShort?: boolean }) {
  const [title, advice] = text().messages.errors[error] ?? [error, '']
  if (isShort) return title
  return (
    <>
      <strong>{title}.</strong> {advice}
    </>
  )
}
