import type { Practitioner } from '../../../../pdf/content.ts'

/** Style and heading of a page. */
export type Verdict = 'genuine' | 'expired' | 'dispensed' | 'cancelled'

/** Why the page shows no document. */
export type Notice = 'unknown' | 'tooMany' | 'failed'

/** The texts of the page, by language. */
export type Words = {
  title: string
  headings: Record<Verdict, string>
  roles: Record<Practitioner['role'], string>
  /** Sentences below the heading. */
  genuine: string
  expired(day: string): string
  dispensed(times: number, days: string): string
  cancelled: Record<'invoice' | 'other', (day: string) => string>
  sandbox: string
  facts: Record<
    'serial' | 'issuedAt' | 'madeAt' | 'issuer' | 'practitioner' | 'licence' | 'patient' | 'validUntil',
    string
  >
  /** Advice about doubtful paper documents. */
  paper: string
  file: {
    heading: string
    text: string
    choose: string
    reading: string
    same: string
    other: string
    unread: string
    byHand(size: string): string
    command: string
    bytes(size: string): string
  }
  signature: {
    heading: string
    signed: string
    unsigned: string
    subject: string
    fingerprint: string
    selfSigned: string
  }
  ask: { heading: string; text: string; label: string; hint: string; button: string }
  notices: Record<Notice, { heading: string; text: string }>
}
