import type { Actor } from '../../../actor.ts'
import { notFound } from '../../../errors.ts'
import type { Answer, On } from '../../../http/operation.ts'
import type { UnitOfWork } from '../../../unit-of-work.ts'
import * as actions from './actions.ts'
import { cancel, type WithdrawOrders } from './cancelling.ts'
import * as contract from './contract.ts'
import { leftOf } from './dispensing.ts'
import { ALGORITHM, pemOf } from './jws.ts'
import * as queries from './queries.ts'
import { validUntilOf, withDefaults } from './rules.ts'
import { isSigned, replaceKey, sign, verifySignature, type WithSignature } from './signing.ts'

export const prescriptionRoutes = (withdrawOrders: WithdrawOrders) => (on: On) => {
  on(contract.listPrescriptions, async (ctx, actor, { query }) => {
    const { rows, pagination } = await ctx.readPage(queries.listing(actor.role, query), query, query)
    return { prescriptions: rows.map(present), pagination }
  })

  on(contract.issuePrescription, async (ctx, actor, { body }) => {
    return read(ctx, actor, await actions.issue(ctx, actor, body))
  })

  on(contract.readPrescription, (ctx, actor, { params }) => read(ctx, actor, params))

  for (const cancelling of [contract.cancelPrescription, contract.updatePrescription])
    on(cancelling, async (ctx, actor, { params, body }) =>
      read(ctx, actor, await cancel(ctx, actor, params.id, body, withdrawOrders)),
    )

  on(contract.signPrescription, async (ctx, actor, { params }) => read(ctx, actor, await sign(ctx, actor, params.id)))

  on(contract.readPrescriptionSignature, async (ctx, actor, { params }) => {
    const row = await ctx.readOne(queries.oneSigned(actor.role), params, params.id)
    if (!row) throw notFound('Prescription')
    if (!isSigned(row)) throw notFound('Signature')
    return { signature: presentSignature(row, verifySignature(ctx, row)) }
  })

  on(contract.replaceSigningKey, async (ctx, actor) => {
    const { publicJwk, createdAt } = await replaceKey(ctx, actor)
    return {
      signingKey: { kid: publicJwk.kid!, publicKey: publicJwk as PublicKey, createdAt: createdAt.toISOString() },
    }
  })
}

async function read(ctx: UnitOfWork, actor: Actor, { id }: { id: string }) {
  const row = await ctx.readOne(queries.one(actor.role), { id }, id)
  if (!row) throw notFound('Prescription')
  return { prescription: present(row) }
}

const present = (row: queries.Row) => ({
  ...presentStatus(row),
  ...presentFirst(row),
  patientId: row.patient_id,
  doctorId: row.doctor_id,
  appointmentId: row.appointment_id,
  items: presentLines(row),
  patientWeightKg: row.patient_weight_g === null ? null : row.patient_weight_g / 1000,
  issuedAt: row.issued_at.toISOString(),
  validUntil: validUntilOf(row).toISOString(),
  cancelReason: row.cancel_reason,
  timesDelivered: row.deliveries.length,
  doctor: { id: row.doctor_id, name: row.doctor_name },
  patient: { id: row.patient_id, name: row.patient_name },
})

function presentLines({ items, deliveries }: queries.Row) {
  const left = leftOf(items, deliveries)
  return items.map((line, at) => ({ ...withDefaults(line), left: left[at]! }))
}

const presentFirst = ({ items: [first] }: queries.Row) => ({
  medication: first!.medication,
  dosage: first!.dosage,
  instructions: first!.instructions,
})

const presentStatus = (row: queries.Row) => ({
  id: row.id,
  status: row.status,
  signature: row.signature,
  signedAt: row.signed_at?.toISOString() ?? null,
})

/** `newKeyPair` creates all keys in this form. */
type PublicKey = Answer<typeof contract.replaceSigningKey>['signingKey']['publicKey']

const presentSignature = (row: WithSignature, { canonical, valid }: ReturnType<typeof verifySignature>) => ({
  digest: row.signature,
  algorithm: ALGORITHM,
  kid: row.kid,
  value: row.jws,
  canonical,
  publicKey: row.public_jwk as PublicKey,
  publicKeyPem: pemOf(row.public_jwk),
  signedAt: row.signed_at.toISOString(),
  valid,
})
