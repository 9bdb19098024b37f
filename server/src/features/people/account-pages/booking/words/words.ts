import type { Mode } from '../../../../../lib/visit-modes.ts'

/** The texts of the booking pages. */
export type Words = {
  title: string
  search: {
    title: string
    intro: string
    specialty: string
    city: string
    spoken: string
    mode: string
    any: string
    button: string
    none: string
    next: string
    all: string
  }
  modes: Record<Mode, string>
  doctor: {
    title(name: string): string
    type: string
    choose: string
    none: string
    later: string
    wait: string
    back: string
  }
  time: { title: string; text: string; button: string; taken: string }
  confirm: {
    title: string
    held(until: string): string
    patient: string
    self(name: string): string
    reason: string
    reasonHint: string
    code(address: string): string
    codeLabel: string
    again: string
    button: string
  }
  details: { when: string; with: string; what: string; where: string }
  done: { title: string; text: string; join: string; calendar: string; account: string; waitlist: string }
  waitlist: {
    title: string
    none: string
    waiting(until: string): string
    offered(until: string): string
    accept: string
    decline: string
    leave: string
  }
  faults: Record<
    'slot' | 'expired' | 'limit' | 'missed' | 'elsewhere' | 'code' | 'tooMany' | 'failed' | 'role' | 'waitLimit',
    string
  >
  notices: Record<'unknown' | 'foreign' | 'tooMany' | 'failed', { heading: string; text: string }>
}
