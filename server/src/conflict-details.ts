import { z } from 'zod'

const one = z.object({ id: z.string() }).meta({ id: 'Reference' })
const withStatus = z.object({ id: z.string(), status: z.string() }).meta({ id: 'ReferenceWithStatus' })
const time = z.string().meta({ format: 'date-time' })

/** What the `details` of a 409 may have: `conflict` accepts nothing else, so that the contract names all of it. */
export const conflictDetails = z
  .object({
    overlap: z.object({ id: z.string().nullable() }).meta({
      id: 'OverlapConflict',
      description: 'The overlapping appointment; null for one that the caller may not read.',
    }),
    state: z
      .object({ from: z.string(), to: z.string(), allowed: z.array(z.string()).readonly() })
      .meta({ id: 'StateConflict', description: 'The refused transition and the allowed ones.' }),
    current: z
      .object({ startTime: time, endTime: time })
      .meta({ id: 'ProposedTime', description: 'The proposed time as it is now, which the patient has not seen.' }),
    limit: z
      .object({
        kind: z.string().meta({ description: 'What is limited.', example: 'WITH_PROFESSIONAL' }),
        max: z.int(),
        open: z.int().meta({ description: 'How many count now.' }),
      })
      .meta({ id: 'ReachedLimit', description: 'The limit that is reached.' }),
    order: one.meta({ description: 'The conflicting pharmacy order.' }),
    dispensing: z
      .object({ left: z.int() })
      .meta({ id: 'DispensingConflict', description: 'What the prescription has left.' }),
    lot: one.meta({ description: 'The lot of the same number.' }),
    stock: z.object({ quantity: z.int() }).meta({ id: 'StockConflict', description: 'What the lot has.' }),
    due: z.int().meta({ description: 'Amount due on the invoice, in centimes.' }),
    refundable: z.int().meta({ description: 'Amount that can still be refunded, in centimes.' }),
    payment: withStatus.meta({ description: 'The payment that did not succeed.' }),
    refund: withStatus.meta({ description: 'The refund that did not succeed.' }),
    price: one.meta({ description: 'The price that is scheduled for that time.' }),
    service: one.meta({ description: 'The service that has the code.' }),
    review: one.meta({ description: 'The review that exists.' }),
    webhook: withStatus.meta({ description: 'The webhook that is not enabled.' }),
    recovery: one.meta({ description: 'The recovery that is running.' }),
    now: time.meta({ description: 'The time of the sandbox’s clock.' }),
    variables: z.record(z.string(), z.string()).meta({ description: 'The variables that the template has.' }),
    purpose: z.string().meta({ description: 'The purpose that the template has.' }),
    guardianship: one.meta({ description: 'The guardianship in force.' }),
    unverifiedGuardianships: z
      .array(z.string())
      .meta({ description: 'Guardianships that the front desk verifies or ends first.' }),
    openDisputes: z.array(z.string()).meta({ description: 'The open disputes of both identities.' }),
    survivorId: z.string().meta({ description: 'The one record of both ids.' }),
    appointmentId: z.string().meta({ description: 'The consultation that is going on.' }),
    conflictingIdentity: z.array(z.string()).meta({ description: 'The fields in which the identities differ.' }),
    bothSignIn: z.boolean().meta({ description: 'Whether both records have a login.' }),
    unproved: z
      .string()
      .meta({ description: 'The record whose person did not prove that it is theirs, which a login would get.' }),
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
      .meta({ description: 'Records that may be of the same person, as far as the caller may see them.' }),
    open: z
      .object({ appointments: z.int(), orders: z.int(), labOrders: z.int() })
      .meta({ id: 'OpenWork', description: 'What a member who leaves still has to do.' }),
    hidden: z.int().meta({ description: 'How many more there are, which the caller may not see.' }),
  })
  .partial()
  .meta({ id: 'ConflictDetails', description: 'What the request conflicts with: the fields of its kind.' })

export type ConflictDetails = z.input<typeof conflictDetails>
