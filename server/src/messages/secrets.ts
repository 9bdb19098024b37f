import type { Vault } from '../lib/secrets.ts'
import { declarationOf } from './catalog.ts'

/** The message that secret values belong to. They cannot be decrypted for another message. */
export type Owner = { tenantId: string; templateCode: string; about: string[] }

type Texts = Record<string, string>

const placeOf = ({ tenantId, templateCode, about }: Owner, name: string) =>
  `messages/${tenantId}/${templateCode}/${about.join()}/${name}`

/** Encrypts the variables that a message's template declares secret, for storage. */
export const sealSecrets = (vault: Pick<Vault, 'seal'>, owner: Owner, variables: Texts): Texts =>
  eachSecret(owner, variables, (value, place) => vault.seal(value, place).toString('base64'))

/** The decrypted variables, for sending. @throws {Error} if they were sealed for another message */
export const openSecrets = (vault: Vault, owner: Owner, variables: Texts): Texts =>
  eachSecret(owner, variables, (value, place) => vault.open(Buffer.from(value, 'base64'), place))

function eachSecret(owner: Owner, variables: Texts, change: (value: string, place: string) => string): Texts {
  const secrets = declarationOf(owner.templateCode)?.secrets ?? []
  const named = secrets.filter((name) => variables[name] !== undefined)
  return {
    ...variables,
    ...Object.fromEntries(named.map((name) => [name, change(variables[name]!, placeOf(owner, name))])),
  }
}
