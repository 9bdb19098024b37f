export type Tone = 'good' | 'bad' | 'wait' | 'off'

/** The state of a record, as a text with a colour. */
export function State({ tone, children }: { tone: Tone; children: string }) {
  return <span className={`state ${tone}`}>{children}</span>
}
