import type { Decision } from './desk.ts'
import type { Change } from './index.ts'

/** The ledger's change for each decision, the same for all providers. */
export const decisions: Record<Decision, Change> = {
  admit: { to: 'ADMITTED', from: ['WAITING', 'ADMITTED', 'DENIED'] },
  deny: { to: 'DENIED', from: ['WAITING', 'ADMITTED', 'DENIED'] },
  kick: { to: 'DENIED', from: ['WAITING', 'ADMITTED', 'DENIED'] },
  'to-lobby': { to: 'WAITING', from: ['WAITING', 'ADMITTED'] },
  allow: { to: 'WAITING', from: ['WAITING', 'DENIED'] },
}
