import { State, type Tone } from '../parts/state.tsx'
import { text } from './words/index.ts'

const tones: Record<string, Tone> = {
  SUCCEEDED: 'good',
  FAILED: 'bad',
  PENDING: 'wait',
  SENDING: 'wait',
  HELD: 'off',
  CANCELLED: 'off',
}

export function DeliveryState({ state }: { state: string }) {
  return <State tone={tones[state] ?? 'off'}>{text().states[state] ?? state}</State>
}

/** The explanation of an error, and the remedy. */
export function ErrorExplained({ error }: { error: string }) {
  const [title, advice] = text().errors[error] ?? [error, '']
  return (
    <>
      <strong>{title}.</strong> {advice}
    </>
  )
}
