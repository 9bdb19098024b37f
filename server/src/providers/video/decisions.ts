import type { Change } from './index.ts'

/** What the practitioner says about somebody. */
export type Decision = 'admit' | 'deny' | 'kick' | 'to-lobby' | 'allow'

/** What the ledger is told of it, whichever provider hears it. */
export const decisions: Record<Decision, Change> = {
  admit: { to: 'ADMITTED', from: ['WAITING', 'ADMITTED', 'DENIED'] },
  deny: { to: 'DENIED', from: ['WAITING', 'ADMITTED', 'DENIED'] },
  kick: { to: 'DENIED', from: ['WAITING', 'ADMITTED', 'DENIED'] },
  'to-lobby': { to: 'WAITING', from: ['WAITING', 'ADMITTED'] },
  allow: { to: 'WAITING', from: ['WAITING', 'DENIED'] },
}
