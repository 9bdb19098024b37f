import type { Vault } from '../../../lib/secrets.ts'

/** Additional data that binds a ciphertext to its row. Copied to another endpoint, the ciphertext cannot be decrypted. */
const placeOf = (endpointId: string, secretId: string) => `${endpointId}/${secretId}`

export const sealSecret = (vault: Pick<Vault, 'seal'>, endpointId: string, secretId: string, secret: string): Buffer =>
  vault.seal(secret, placeOf(endpointId, secretId))

export const openSecret = (vault: Vault, endpointId: string, secretId: string, sealed: Buffer): string =>
  vault.open(sealed, placeOf(endpointId, secretId))
