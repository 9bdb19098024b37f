import { ApiError } from '../errors.ts'
import { networkOf } from '../lib/address.ts'

/** Who calls: whom a genuine token or secret named, or a visitor. */
export type Caller = { tenantId: string; userId: string; clientId: string }

/** Somebody without a token, known by their address alone. */
export const visitorFrom = (address: string, tenantId: string): Caller => ({
  tenantId,
  userId: 'visitor',
  clientId: `address/${networkOf(address)}`,
})

const callers = new WeakMap<ApiError, Caller>()

/** Keeps who a refusal turns away beside it: for the audit log, never for the answer. */
export function turningAway(caller: Caller, refusal: ApiError): ApiError {
  callers.set(refusal, caller)
  return refusal
}

/** Who was turned away, if a genuine token said who it was. */
export const turnedAway = (refusal: unknown): Caller | undefined =>
  refusal instanceof ApiError ? callers.get(refusal) : undefined
