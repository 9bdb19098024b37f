/** The texts of the pages about a patient's visits. */
export type Words = {
  list: { title: string; none: string; earlier: string; book: string; account: string }
  statuses: Record<'SCHEDULED' | 'CONFIRMED' | 'IN_PROGRESS' | 'COMPLETED' | 'CANCELLED' | 'NO_SHOW', string>
  visit: {
    title: string
    patient: string
    status: string
    join: string
    after: string
    nothing: string
    back: string
  }
  prescriptions: {
    heading: string
    unsigned: string
    open: string
    pharmacy: string
    delivery: string
    order: string
    noPharmacy: string
    cancelOrder: string
    orders: Record<'PENDING' | 'PREPARING' | 'READY' | 'DELIVERED' | 'CANCELLED' | 'REJECTED', string>
    usedUp: string
  }
  documents: { heading: string; certificate: string; attestation: string }
  /** The heading of the files that were shared in the room. */
  files: string
  invoices: {
    heading: string
    open: string
    due: string
    statuses: Record<'OPEN' | 'PARTIALLY_PAID' | 'PAID' | 'PARTIALLY_REFUNDED' | 'REFUNDED' | 'CANCELLED', string>
  }
  followUp: {
    heading: string
    noTime: string
    accept: string
    decline: string
    accepted: string
    visit: string
    book: string
  }
  review: {
    heading: string
    text: string
    rating: string
    ratings: readonly [string, string, string, string, string]
    comment: string
    commentHint: string
    button: string
    given(rating: number): string
  }
  faults: { changed: string; tooMany: string; failed: string; rating: string }
  notices: Record<'unknown' | 'foreign' | 'tooMany' | 'failed', { heading: string; text: string }>
}
