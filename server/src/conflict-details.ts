import { z } from 'zod'

const one = z.object({ id: z.string() }).meta({ id: 'Reference' })
const withStatus = z.object({ id: z.string(), status: z.string() }).meta({ id: 'ReferenceWithStatus' })
const time = z.string().meta({ format: 'date-time' })

/** The possible `details` of a 409. `conflict` accepts nothing else, so that the contract lists every field. */
export const conflictDetails = z
  .object({
    overlap: z.object({ id: z.string().nullable() }).meta({
      id: 'OverlapConflict',
      description: 'The overlapping appointment or hold (hld_…); null for one that the caller may not read.',
    }),
    occurrence: z.object({ number: z.int(), startTime: time }).meta({
      id: 'Occurrence',
      description: 'The appointment of the series that is refused; the first has the number 1.',
    }),
    slot: z
      .object({ reason: z.enum(['NOT_OFFERED', 'NO_VISIT_TYPE', 'STAFF_ONLY', 'NEW_PATIENTS_ONLY']) })
      .meta({ id: 'SlotConflict', description: 'Why the caller cannot book the time as a slot.' }),
    hold: z.object({ id: z.string(), expired: z.boolean() }).meta({
      id: 'HoldConflict',
      description: 'The hold, and whether it has expired; otherwise it was extended before.',
    }),
    state: z
      .object({ from: z.string(), to: z.string(), allowed: z.array(z.string()).readonly() })
      .meta({ id: 'StateConflict', description: 'The refused transition and the allowed ones.' }),
    current: z
      .object({ startTime: time, endTime: time })
      .meta({ id: 'ProposedTime', description: 'The currently proposed time, which the patient has not seen.' }),
    limit: z
      .object({
        kind: z.string().meta({ description: 'The limit that was reached.', example: 'WITH_PROFESSIONAL' }),
        max: z.int(),
        open: z.int().meta({ description: 'The current count.' }),
      })
      .meta({ id: 'ReachedLimit', description: 'A limit that was reached.' }),
    order: one.meta({ description: 'The conflicting pharmacy order.' }),
    dispensing: z
      .object({ left: z.int() })
      .meta({ id: 'DispensingConflict', description: 'The quantity that may still be dispensed.' }),
    lot: one.meta({ description: 'The existing lot with the same number.' }),
    stock: z
      .object({ quantity: z.int() })
      .meta({ id: 'StockConflict', description: 'The quantity of the lot in stock.' }),
    due: z.int().meta({ description: 'Amount due on the invoice, in centimes.' }),
    refundable: z.int().meta({ description: 'Amount that can still be refunded, in centimes.' }),
    payment: withStatus.meta({ description: 'The payment that did not succeed.' }),
    refund: withStatus.meta({ description: 'The refund that did not succeed.' }),
    price: one.meta({ description: 'The price that is already scheduled for that time.' }),
    service: one.meta({ description: 'The service that already has the code.' }),
    review: one.meta({ description: 'The existing review.' }),
    webhook: withStatus.meta({ description: 'The webhook that is not enabled.' }),
    recovery: one.meta({ description: 'The recovery that is running.' }),
    now: time.meta({ description: 'The time of the sandbox’s clock.' }),
    variables: z.record(z.string(), z.string()).meta({ description: 'The variables of the template.' }),
    purpose: z.string().meta({ description: 'The purpose of the template.' }),
    guardianship: one.meta({ description: 'The guardianship in force.' }),
    unverifiedGuardianships: z
      .array(z.string())
      .meta({ description: 'Guardianships that the front desk must verify or end first.' }),
    openDisputes: z.array(z.string()).meta({ description: 'The open disputes about the two identities.' }),
    survivorId: z.string().meta({ description: 'The record to which both ids lead since the merge.' }),
    appointmentId: z.string().meta({ description: 'The consultation in progress.' }),
    conflictingIdentity: z.array(z.string()).meta({ description: 'The fields in which the identities differ.' }),
    bothSignIn: z.boolean().meta({ description: 'Whether both records have a login.' }),
    unproved: z
      .string()
      .meta({ description: 'The record that would get a login although its person has not proved that it is theirs.' }),
    duplicates: z
      .array(
        z
          .object({
            id: z.string(),
            name: z.string(),
            birthDate: z.string().nullable().meta({ format: 'date' }),
            unverifiedGuardian: z.literal(true).optional(),
          })
          .meta({ id: 'ConflictingRecord' }),
      )
      .meta({ description: 'Records that may be of the same person and that the caller may see.' }),
    open: z
      .object({ appointments: z.int(), orders: z.int(), labOrders: z.int() })
      .meta({ id: 'OpenWork', description: 'The open work of the member who would leave.' }),
    hidden: z.int().meta({ description: 'The number of further ones, which the caller may not see.' }),
  })
  .partial()
  .meta({
    id: 'ConflictDetails',
    description: 'What the request conflicts with. Which fields are present depends on the conflict.',
  })

export type ConflictDetails = z.input<typeof conflictDetails>
