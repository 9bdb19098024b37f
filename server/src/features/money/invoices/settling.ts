import type { Database } from '../../../db/database.ts'
import type { Services } from '../../../http/services.ts'
import { runInTransaction } from '../../../http/unit-of-work.ts'
import { newId } from '../../../lib/ids.ts'
import type { Keyed } from '../../../providers/payments/index.ts'
import { ABANDONED_AFTER_SEC } from './card-provider.ts'
import * as payments from './payments.ts'
import * as queries from './queries.ts'
import * as refunds from './refunds.ts'

/** Number of payments that are settled concurrently. */
const AT_ONCE = 10
const PER_RUN = 500
/** The time limit of a run. The task runs every minute, and a stopping server waits for it. */
const RUN_MS = 10_000

/**
 * Settles card payments and refunds whose requests ended without an outcome, after a crash or a timeout of the provider. A charge
 * that never arrived fails, and its amount is due again; a refund is completed. Each is settled only once, even if runs or
 * repeated requests are concurrent.
 * @param database connected as the worker, which reads all tenants
 */
export async function settleAbandoned(
  services: Services,
  database: Database,
  olderThanSec = ABANDONED_AFTER_SEC,
): Promise<void> {
  if (!services.payments) return
  const until = performance.now() + RUN_MS
  const abandoned = await queries.findAbandoned(database.reader(''), olderThanSec, PER_RUN)
  while (abandoned.length > 0 && performance.now() < until) {
    await Promise.all(
      abandoned.splice(0, AT_ONCE).map((one) =>
        settle(services, one).catch((error) => {
          services.log.error({ err: error, ...one }, 'cannot settle a payment or refund')
        }),
      ),
    )
  }
}

async function settle(services: Services, { kind, ...request }: Keyed & { kind: 'payments' | 'refunds' }) {
  if (kind === 'payments') {
    const verdict = await payments.resolve(services, request)
    if (verdict)
      await runInTransaction(services, trailOf(request, 'settlePayment'), async (ctx) => {
        await payments.settle(ctx, request, verdict)
        return true
      })
    return
  }
  const verdicts = await refunds.refundParts(services, request)
  await runInTransaction(services, trailOf(request, 'settleRefund'), async (ctx) => {
    await refunds.settle(ctx, request, verdicts)
    return true
  })
}

/** The audit log names the platform as the user. */
const trailOf = ({ tenantId }: Keyed, operation: string) => ({
  tenantId,
  userId: 'platform',
  clientId: 'worker',
  operation,
  address: null,
  requestId: newId('req'),
})
