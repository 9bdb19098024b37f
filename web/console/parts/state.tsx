export type Tone = 'good' | 'bad' | 'wait' | 'off'

/** The state of a record. The colour repeats what the text says. */
export function State({ tone, children }: { tone: Tone; children: string }) {
  return <span className={`state ${tone}`}>{children}</span>
}
