import type { Services } from '../../context.ts'
import type { Database } from '../../db/database.ts'
import { attend } from '../../http/unit-of-work.ts'
import { newId } from '../../lib/ids.ts'
import type { Keyed } from '../../providers/payments/index.ts'
import { FORGOTTEN_SEC } from './card-provider.ts'
import * as payments from './payments.ts'
import * as queries from './queries.ts'
import * as refunds from './refunds.ts'

/** How many the provider is asked about at once. */
const AT_ONCE = 10
const PER_RUN = 500
/** How long a run goes on: well within its minute, and a server that stops waits for it. */
const RUN_MS = 10_000

/**
 * Settles card payments and refunds whose callers are gone: a server was killed, or the provider gave no verdict in time.
 * A charge that never arrived is closed and due again; a refund is carried out until it has ended. Run twice at once, or
 * beside a repeat of the call, it settles each of them once.
 * @param database the worker's
 */
export async function settleForgotten(
  services: Services,
  database: Database,
  olderThanSec = FORGOTTEN_SEC,
): Promise<void> {
  if (!services.payments) return
  const until = performance.now() + RUN_MS
  const forgotten = await queries.findForgotten(database.reader(''), olderThanSec, PER_RUN)
  while (forgotten.length > 0 && performance.now() < until) {
    await Promise.all(
      forgotten.splice(0, AT_ONCE).map((one) =>
        settle(services, one).catch((error) => {
          services.log.error({ err: error, ...one }, 'a payment could not be settled')
        }),
      ),
    )
  }
}

async function settle(services: Services, { kind, ...request }: Keyed & { kind: 'payments' | 'refunds' }) {
  if (kind === 'payments') {
    const verdict = await payments.look(services, request)
    if (verdict)
      await attend(services, trailOf(request, 'settlePayment'), async (ctx) => {
        await payments.settle(ctx, request, verdict)
        return true
      })
    return
  }
  const verdicts = await refunds.sendBack(services, request)
  await attend(services, trailOf(request, 'settleRefund'), async (ctx) => {
    await refunds.settle(ctx, request, verdicts)
    return true
  })
}

/** The platform's own doing. */
const trailOf = ({ tenantId }: Keyed, operation: string) => ({
  tenantId,
  userId: 'platform',
  clientId: 'worker',
  operation,
  address: null,
  requestId: newId('req'),
})
