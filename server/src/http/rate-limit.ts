import type { Actor, Burst, Plan } from '../actor.ts'
import type { Config, Quota } from '../config.ts'
import { networkOf } from '../lib/address.ts'
import type { Clock } from '../lib/clock.ts'
import type { Cache, Rule, Subject, Verdict } from '../providers/cache/index.ts'

/** A promise only where the counters are shared with other servers. */
type MaybePromise<T> = T | Promise<T>

type Client = Pick<Actor, 'tenantId' | 'clientId' | 'plan' | 'burst'>

/** By how much and for how long a plan may exceed its limit (specification: "Limits"). */
const bursts: Record<Plan, Burst> = {
  STARTER: { factor: 1.5, sec: 10 },
  PRO: { factor: 3, sec: 30 },
  ENTERPRISE: { factor: 1, sec: 0 },
}
const noBurst: Burst = { factor: 1, sec: 0 }

/** Counts requests of a client, user or address: a sliding minute with a burst, and a UTC day. */
export class RateLimits {
  #clock: Clock
  #cache: Cache
  #planRules: Record<Plan, Rule>
  #addressRule: Rule
  #formRule: Rule
  #guessRule: Rule
  #quotas: Config['quotas']

  constructor(
    clock: Clock,
    cache: Cache,
    settings: Pick<Config, 'quotas' | 'addressPerMinute' | 'formsPerMinute' | 'guessesPerMinute'>,
  ) {
    this.#clock = clock
    this.#cache = cache
    const { quotas } = settings
    this.#quotas = quotas
    this.#planRules = {
      STARTER: rule(quotas.STARTER, bursts.STARTER),
      PRO: rule(quotas.PRO, bursts.PRO),
      ENTERPRISE: rule(quotas.ENTERPRISE, bursts.ENTERPRISE),
    }
    this.#addressRule = perMinute(settings.addressPerMinute)
    this.#formRule = perMinute(settings.formsPerMinute)
    this.#guessRule = perMinute(settings.guessesPerMinute)
  }

  /** All tokens of one client share one count. */
  checkClient(client: Client): MaybePromise<Verdict> {
    return this.#judgeClient(client, true)
  }

  /** The verdict of `checkClient`, without counting. */
  peekClient(client: Client): MaybePromise<Verdict> {
    return this.#judgeClient(client, false)
  }

  checkAddress(address: string): MaybePromise<Verdict> {
    return this.#judge({ kind: 'address', name: networkOf(address) }, this.#addressRule, true)
  }

  /** The verdict of `checkAddress`, without counting. */
  peekAddress(address: string): MaybePromise<Verdict> {
    return this.#judge({ kind: 'address', name: networkOf(address) }, this.#addressRule, false)
  }

  checkForm(address: string): MaybePromise<Verdict> {
    return this.#judge({ kind: 'address', name: `forms/${networkOf(address)}` }, this.#formRule, true)
  }

  /**
   * Whether a secret from this address is accepted at all. Called after the secret is checked, so that concurrent guesses
   * get no more attempts than sequential ones. Only wrong ones are counted.
   */
  checkGuess(address: string, { wrong }: { wrong: boolean }): MaybePromise<Verdict> {
    return this.#judge({ kind: 'guess', name: networkOf(address) }, this.#guessRule, wrong)
  }

  #judgeClient({ tenantId, clientId, plan, burst }: Client, counts: boolean): MaybePromise<Verdict> {
    const agreed = burst ? rule(this.#quotas[plan], burst) : this.#planRules[plan]
    return this.#judge({ kind: 'client', name: `${tenantId}/${clientId}` }, agreed, counts)
  }

  #judge(subject: Subject, by: Rule, counts: boolean): MaybePromise<Verdict> {
    return this.#cache.count(subject, by, { nowMs: this.#clock.nowMs(), counts })
  }
}

function perMinute(uses: number): Rule {
  return rule({ perMinute: uses, perDay: Number.POSITIVE_INFINITY }, noBurst)
}

function rule({ perMinute, perDay }: Quota, { factor, sec }: Burst): Rule {
  // Rounded first: 1.15 × 100 is a little less than 115 in binary.
  return { perMinute, perDay, burstTo: Math.floor(Math.round(perMinute * factor * 1000) / 1000), burstMs: sec * 1000 }
}
