/** How many consecutive failures cause no wait, from one network and from all networks. */
const FREE_ATTEMPTS = { here: 3, anywhere: 20 }
const MAX_WAIT_SEC = { here: 60, anywhere: 30 }

/** Failed attempts on one account: from the caller's network, and from all networks. */
export type Failures = { here: number; anywhere: number }

/**
 * The seconds that a network must wait between its last attempt on an account and the next: 1, 2, 4 … after its own failures,
 * and a shorter time after failures of other networks. The wait starts at the network's own last attempt, so an attacker can
 * delay the owner but not lock them out.
 */
export function waitSec({ here, anywhere }: Failures): number {
  const own = here < FREE_ATTEMPTS.here ? 0 : Math.min(MAX_WAIT_SEC.here, 2 ** (here - FREE_ATTEMPTS.here))
  const shared =
    anywhere < FREE_ATTEMPTS.anywhere
      ? 0
      : Math.min(MAX_WAIT_SEC.anywhere, 2 ** Math.floor((anywhere - FREE_ATTEMPTS.anywhere) / FREE_ATTEMPTS.anywhere))
  return Math.max(own, shared)
}
