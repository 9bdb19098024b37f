import { Choice } from '../parts/form.tsx'
import { eventKinds } from './event-kinds.ts'
import { text } from './words/index.ts'

/** Chooses an event kind. */
export const KindChoice = ({ value, onChange }: { value: string; onChange: (kind: string) => void }) => (
  <Choice
    label={text().event.kind}
    value={value}
    options={eventKinds.map((kind) => [kind, kind])}
    onChange={onChange}
  />
)
