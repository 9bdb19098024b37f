import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { z } from 'zod'
import type { Services } from '../../../http/services.ts'
import { sha256 } from '../../../lib/secrets.ts'

// WebAuthn, Level 3. The library is loaded when the first passkey is used.

/** EdDSA, ES256, RS256. */
const ALGORITHMS = [-8, -7, -257]

/** The relying party: the public address, where pages ask for credentials. */
function partyOf({ publicUrl }: Services['config']) {
  const { hostname, origin } = new URL(publicUrl)
  return { rpID: hostname, origin }
}

/** The user handle of a login. It contains no personal data (WebAuthn, section 14.6.1). */
const handleOf = (loginId: string): Buffer => sha256(`passkey ${loginId}`)

type Person = { loginId: string; email: string; name: string }

/** Options for a new passkey with user verification. It is discoverable, so that it can sign in without an e-mail address. */
export async function creationOptions(
  config: Services['config'],
  { loginId, email, name }: Person,
  challenge: Buffer,
  existing: readonly string[],
) {
  const { generateRegistrationOptions } = await import('@simplewebauthn/server')
  return generateRegistrationOptions({
    rpName: 'Medina Care',
    rpID: partyOf(config).rpID,
    userID: new Uint8Array(handleOf(loginId)),
    userName: email,
    userDisplayName: name,
    challenge: new Uint8Array(challenge),
    attestationType: 'none',
    excludeCredentials: existing.map((id) => ({ id })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: ALGORITHMS,
  })
}

/** Options for a sign-in with any passkey of this site. */
export async function requestOptions(config: Services['config'], challenge: Buffer) {
  const { generateAuthenticationOptions } = await import('@simplewebauthn/server')
  return generateAuthenticationOptions({
    rpID: partyOf(config).rpID,
    challenge: new Uint8Array(challenge),
    userVerification: 'required',
  })
}

const response = z.looseObject({ clientDataJSON: z.string() })
const credential = z.looseObject({ id: z.string(), type: z.literal('public-key'), response })
const clientData = z.looseObject({ challenge: z.string(), crossOrigin: z.boolean().optional() })

/** Parses a credential from a browser, with the challenge that it answers. Undefined for any other text. */
export function readCredential(text: string): { id: string; challenge: Buffer; json: object } | undefined {
  try {
    const json = credential.parse(JSON.parse(text))
    const data = clientData.parse(JSON.parse(Buffer.from(json.response.clientDataJSON, 'base64url').toString()))
    // Our pages are never in a frame of another site.
    return data.crossOrigin ? undefined : { id: json.id, challenge: Buffer.from(data.challenge, 'base64url'), json }
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof z.ZodError) return undefined
    throw error
  }
}

type Needs = Pick<Services, 'config' | 'log'>

/** Verifies a new credential. @returns undefined if it is invalid */
export async function verifyCreation({ config, log }: Needs, json: object, challenge: Buffer) {
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
  const { rpID, origin } = partyOf(config)
  const verified = await verifyRegistrationResponse({
    response: json as RegistrationResponseJSON, // the library checks its fields
    expectedChallenge: challenge.toString('base64url'),
    expectedOrigin: origin,
    expectedRPID: rpID,
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch((error) => refused(log, error))
  return verified?.registrationInfo?.credential
}

type Known = { id: string; publicKey: Buffer; counter: number }

/**
 * Verifies a credential at sign-in: signature, challenge, origin, relying party, user verification and a higher counter.
 * @returns the new counter; undefined if the credential is invalid
 */
export async function verifyUse(
  { config, log }: Needs,
  json: object,
  challenge: Buffer,
  { id, publicKey, counter }: Known,
): Promise<number | undefined> {
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
  const { rpID, origin } = partyOf(config)
  const verified = await verifyAuthenticationResponse({
    response: json as AuthenticationResponseJSON, // the library checks its fields
    expectedChallenge: challenge.toString('base64url'),
    expectedOrigin: origin,
    expectedRPID: rpID,
    credential: { id, publicKey: new Uint8Array(publicKey), counter },
    requireUserVerification: true,
  }).catch((error) => refused(log, error))
  return verified?.verified ? verified.authenticationInfo.newCounter : undefined
}

/** Logs the reason for which the library refused a credential. The library throws for all invalid input. */
function refused(log: Services['log'], error: unknown): undefined {
  log.info({ err: error }, 'a passkey was refused')
  return undefined
}

const handle = z.looseObject({ response: z.looseObject({ userHandle: z.string() }) })

/** Whether a credential names the login: a discoverable credential contains the user handle of its login. */
export function namesLogin(json: object, loginId: string): boolean {
  const named = handle.safeParse(json)
  return named.success && Buffer.from(named.data.response.userHandle, 'base64url').equals(handleOf(loginId))
}
