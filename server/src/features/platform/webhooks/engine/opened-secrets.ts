import type { Vault } from '../../../../lib/secrets.ts'
import { openSecret } from '../secret.ts'
import type { Claimed } from './claim.ts'

type State = 'CURRENT' | 'NEXT' | 'PREVIOUS'

/** The secrets that sign a request: the current one, and others during a rotation. */
export type SigningSecrets = { CURRENT: string } & Partial<Record<State, string>>

const MAX_CACHED = 10_000

/** Decrypts endpoints' secrets and caches them. */
export class OpenedSecrets {
  #vault: Vault
  /** By endpoint and ciphertexts, so that a changed secret is decrypted again. */
  #opened = new Map<string, SigningSecrets>()

  constructor(vault: Vault) {
    this.#vault = vault
  }

  /** @throws {Error} without a current secret, or when one cannot be decrypted */
  open({ endpoint_id: endpointId, secrets }: Pick<Claimed, 'endpoint_id' | 'secrets'>): SigningSecrets {
    const key = `${endpointId} ${secrets}`
    const cached = this.#opened.get(key)
    if (cached) return cached
    const decrypted = this.#decrypt(endpointId, secrets ?? '')
    if (this.#opened.size >= MAX_CACHED) this.#opened.clear()
    this.#opened.set(key, decrypted)
    return decrypted
  }

  #decrypt(endpointId: string, secrets: string): SigningSecrets {
    const opened: Partial<SigningSecrets> = {}
    for (const [state, id, sealed] of secrets.split(',').map((secret) => secret.split(' '))) {
      if (id === undefined || sealed === undefined) continue
      opened[state as State] = openSecret(this.#vault, endpointId, id, Buffer.from(sealed, 'hex')) // as the column's check has it
    }
    const { CURRENT } = opened
    if (CURRENT === undefined) throw new Error('The endpoint has no secret.')
    return { ...opened, CURRENT }
  }
}
