const MAX_TENANTS = 10_000

/** Numbers the commits of this process, to tell whether a tenant wrote something since. */
export class Commits {
  readonly #last = new Map<string, number>()
  #number = 0
  /** For the tenants that are not in `#last`. */
  #ofOthers = 0

  /** Call it before the caller knows of the commit. @param tenantId undefined if it may concern any tenant */
  note(tenantId: string | undefined): void {
    this.#number++
    if (tenantId === undefined || this.#last.size >= MAX_TENANTS) {
      this.#last.clear()
      this.#ofOthers = this.#number
    } else this.#last.set(tenantId, this.#number)
  }

  /** The number of the tenant's last commit. Compare for equality only. */
  lastOf(tenantId: string): number {
    return this.#last.get(tenantId) ?? this.#ofOthers
  }
}
