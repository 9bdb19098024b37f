import type { Vault } from '../../../lib/secrets.ts'
import { openSecret } from '../secret.ts'
import type { Claimed } from './claim.ts'

type State = 'CURRENT' | 'NEXT' | 'PREVIOUS'

/** What signs a request: the current secret, and others where the endpoint is changing them. */
export type SigningSecrets = { CURRENT: string } & Partial<Record<State, string>>

const REMEMBERED = 10_000

/** Opens endpoints' secrets, each once. */
export class OpenedSecrets {
  #vault: Vault
  /** By all that they are made of: what is stored otherwise is opened anew. */
  #opened = new Map<string, SigningSecrets>()

  constructor(vault: Vault) {
    this.#vault = vault
  }

  /** @throws {Error} when there is no current secret, or one of them cannot be opened */
  of({ endpoint_id: endpointId, secrets }: Pick<Claimed, 'endpoint_id' | 'secrets'>): SigningSecrets {
    const key = `${endpointId} ${secrets}`
    const known = this.#opened.get(key)
    if (known) return known
    const fresh = this.#open(endpointId, secrets ?? '')
    if (this.#opened.size >= REMEMBERED) this.#opened.clear()
    this.#opened.set(key, fresh)
    return fresh
  }

  #open(endpointId: string, secrets: string): SigningSecrets {
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
