import type { Vault } from '../lib/secrets.ts'
import { declarationOf } from './catalog.ts'

/** A message as far as its secret values are kept for it: nowhere else do they open. */
export type Of = { tenantId: string; templateCode: string; about: string[] }

type Texts = Record<string, string>

const placeOf = ({ tenantId, templateCode, about }: Of, name: string) =>
  `messages/${tenantId}/${templateCode}/${about.join()}/${name}`

/** A message's variables as they may be kept: what its template declares secret is encrypted. */
export const sealSecrets = (vault: Vault, of: Of, variables: Texts): Texts =>
  eachSecret(of, variables, (value, place) => vault.seal(value, place).toString('base64'))

/** The same as they were given, for the moment of sending. @throws {Error} where they were sealed for another message */
export const openSecrets = (vault: Vault, of: Of, variables: Texts): Texts =>
  eachSecret(of, variables, (value, place) => vault.open(Buffer.from(value, 'base64'), place))

function eachSecret(of: Of, variables: Texts, change: (value: string, place: string) => string): Texts {
  const secrets = declarationOf(of.templateCode)?.secrets ?? []
  const named = secrets.filter((name) => variables[name] !== undefined)
  return {
    ...variables,
    ...Object.fromEntries(named.map((name) => [name, change(variables[name]!, placeOf(of, name))])),
  }
}
