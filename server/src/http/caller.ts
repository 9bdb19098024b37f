import { ApiError } from '../errors.ts'
import { networkOf } from '../lib/address.ts'

/** The caller as a genuine token or secret identifies it, or a visitor. */
export type Caller = { tenantId: string; userId: string; clientId: string }

/** A caller without a token, identified by address. */
export const visitorFrom = (address: string, tenantId: string): Caller => ({
  tenantId,
  userId: 'visitor',
  clientId: `address/${networkOf(address)}`,
})

const callers = new WeakMap<ApiError, Caller>()

/** Attaches the refused caller to an error. Only the audit log uses it. */
export function withCaller(caller: Caller, refusal: ApiError): ApiError {
  callers.set(refusal, caller)
  return refusal
}

/** The refused caller, if a genuine token identified it. */
export const refusedCaller = (refusal: unknown): Caller | undefined =>
  refusal instanceof ApiError ? callers.get(refusal) : undefined
