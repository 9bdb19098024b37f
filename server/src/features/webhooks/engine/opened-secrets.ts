import type { Vault } from '../../../lib/secrets.ts'
import { openSecret } from '../secret.ts'
import type { Claimed, SecretState } from './claim.ts'

/** What signs a request: the current secret, and others where the endpoint is changing them. */
export type SigningSecrets = { CURRENT: string } & Partial<Record<SecretState, string>>

const REMEMBERED = 10_000

/** Opens endpoints' secrets, each once. */
export class OpenedSecrets {
  #vault: Vault
  #opened = new Map<string, { sealed: Buffer; secret: string }>()

  constructor(vault: Vault) {
    this.#vault = vault
  }

  /** @throws {Error} when there is no current secret, or one of them cannot be opened */
  of({ endpoint_id, secret_ids, secret_states, secrets_encrypted }: Claimed): SigningSecrets {
    const secrets: Partial<SigningSecrets> = {}
    // Without secrets the aggregates are null.
    for (const [at, state] of (secret_states ?? []).entries()) {
      secrets[state] = this.#open(endpoint_id, secret_ids[at]!, secrets_encrypted[at]!)
    }
    const { CURRENT } = secrets
    if (CURRENT === undefined) throw new Error('The endpoint has no secret.')
    return { ...secrets, CURRENT }
  }

  #open(endpointId: string, secretId: string, sealed: Buffer): string {
    const key = `${endpointId}/${secretId}`
    const known = this.#opened.get(key)
    if (known?.sealed.equals(sealed)) return known.secret
    const secret = openSecret(this.#vault, endpointId, secretId, sealed)
    if (this.#opened.size >= REMEMBERED) this.#opened.clear()
    this.#opened.set(key, { sealed, secret })
    return secret
  }
}
