/** Consecutive failures without a wait, from one network and from all networks. */
const FREE_ATTEMPTS = { here: 3, anywhere: 20 }
const MAX_WAIT_SEC = { here: 60, anywhere: 30 }

/** Failed attempts on one account: from the caller's network, and from all networks. */
export type Failures = { here: number; anywhere: number }

/**
 * Seconds between a network's last attempt on an account and its next: 1, 2, 4 … after its own failures, and less when
 * other networks fail. The wait starts at the network's own last attempt, so an attacker slows down but never locks out
 * the owner.
 */
export function waitSec({ here, anywhere }: Failures): number {
  const own = here < FREE_ATTEMPTS.here ? 0 : Math.min(MAX_WAIT_SEC.here, 2 ** (here - FREE_ATTEMPTS.here))
  const shared =
    anywhere < FREE_ATTEMPTS.anywhere
      ? 0
      : Math.min(MAX_WAIT_SEC.anywhere, 2 ** Math.floor((anywhere - FREE_ATTEMPTS.anywhere) / FREE_ATTEMPTS.anywhere))
  return Math.max(own, shared)
}
