export type Filters = {
  patientId?: string | undefined
  /** All ids of a merged patient. The same applies to the plural fields below. */
  patientIds?: string[] | undefined
  byUserId?: string | undefined
  byUserIds?: string[] | undefined
  clientId?: string | undefined
  operation?: string | undefined
  /** The outcome `OK`. */
  ok?: true | undefined
  /** Any other outcome. */
  otherOutcome?: string | undefined
  subjectId?: string | undefined
  subjectIds?: string[] | undefined
  from?: Date | undefined
  to?: Date | undefined
}

/** The filters, bounds on the ids (which contain the time), and the sealing position that was read before the query. */
export type ListValues = Filters & { fromId: string; beforeId: string; position: string }

/** The filters with an index in the order of the log, and their columns. */
export const indexed = {
  patientId: 'patient_id',
  patientIds: 'patient_id',
  byUserId: 'user_id',
  byUserIds: 'user_id',
  clientId: 'client_id',
  operation: 'operation',
  otherOutcome: 'outcome',
  subjectId: 'subject_id',
  subjectIds: 'subject_id',
} as const
export type Indexed = keyof typeof indexed
