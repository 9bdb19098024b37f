import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type { Platform } from '../../../../testing/harness.ts'
import type { Role } from '../../../actor.ts'
import { PASSWORD } from '../sign-in/browser-testing.ts'
import { newSignedIn } from './second-factors-testing.ts'

const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest()

/** The head of a CBOR item (RFC 8949, section 3). */
function head(major: number, size: number): Buffer {
  if (size < 24) return Buffer.from([(major << 5) | size])
  if (size < 256) return Buffer.from([(major << 5) | 24, size])
  return Buffer.from([(major << 5) | 25, size >> 8, size & 255])
}
const bytes = (value: Buffer) => Buffer.concat([head(2, value.length), value])
const text = (value: string) => Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
const int = (value: number) => (value < 0 ? head(1, -1 - value) : head(0, value))
const map = (...entries: [Buffer, Buffer][]) => Buffer.concat([head(5, entries.length), ...entries.flat()])

/** How an attacker's browser or device deviates. */
export type Deviation = {
  origin?: string
  rpId?: string
  isVerified?: boolean
  counter?: number
  crossOrigin?: boolean
}

type Options = { challenge: string; rp?: { id: string }; rpId?: string; user?: { id: string } }

/** An authenticator in software (WebAuthn, section 6): one discoverable ES256 credential. */
export class Authenticator {
  readonly #origin: string
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  readonly #id = randomBytes(32)
  #userHandle = ''
  counter = 0

  constructor({ url }: Pick<Platform, 'url'>) {
    this.#origin = new URL(url).origin
  }

  /** Answers creation options. */
  create(options: Options, deviation: Deviation = {}): string {
    this.#userHandle = options.user!.id
    const { x, y } = this.#keys.publicKey.export({ format: 'jwk' })
    const coordinate = (value: string | undefined) => bytes(Buffer.from(value!, 'base64url'))
    const key = map(
      [int(1), int(2)],
      [int(3), int(-7)],
      [int(-1), int(1)],
      [int(-2), coordinate(x)],
      [int(-3), coordinate(y)],
    )
    const size = Buffer.from([this.#id.length >> 8, this.#id.length & 255])
    const attested = Buffer.concat([Buffer.alloc(16), size, this.#id, key])
    const data = this.#data(options.rp!.id, 0x40, attested, deviation)
    const attestation = map([text('fmt'), text('none')], [text('attStmt'), map()], [text('authData'), bytes(data)])
    return this.#credential({
      clientDataJSON: this.#clientData('webauthn.create', options, deviation).toString('base64url'),
      attestationObject: attestation.toString('base64url'),
      transports: ['internal'],
    })
  }

  /** Answers request options. */
  get(options: Options, deviation: Deviation & { userHandle?: string } = {}): string {
    this.counter += 1
    const data = this.#data(options.rpId!, 0, Buffer.alloc(0), deviation)
    const clientData = this.#clientData('webauthn.get', options, deviation)
    const signature = sign('sha256', Buffer.concat([data, sha256(clientData)]), this.#keys.privateKey)
    return this.#credential({
      clientDataJSON: clientData.toString('base64url'),
      authenticatorData: data.toString('base64url'),
      signature: signature.toString('base64url'),
      userHandle: deviation.userHandle ?? this.#userHandle,
    })
  }

  #data(rpId: string, flags: number, attested: Buffer, { isVerified = true, ...deviation }: Deviation): Buffer {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(deviation.counter ?? this.counter)
    const present = 1 | (isVerified ? 4 : 0)
    return Buffer.concat([sha256(deviation.rpId ?? rpId), Buffer.from([flags | present]), counter, attested])
  }

  #clientData(type: string, { challenge }: Options, { origin = this.#origin, crossOrigin = false }: Deviation): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin }))
  }

  #credential(response: object): string {
    const id = this.#id.toString('base64url')
    const rest = { clientExtensionResults: {}, authenticatorAttachment: 'platform' }
    return JSON.stringify({ id, rawId: id, type: 'public-key', response, ...rest })
  }
}

export const passkeyOptionsOf = async (platform: Platform, token: string) => {
  const answer = await platform.call('POST', '/api/users/me/passkeys/options', { token, body: { password: PASSWORD } })
  if (answer.status !== 200) throw new Error(`No options: ${answer.text}`)
  return answer.body.options
}

/** Registers a passkey in a session. */
export async function addPasskey(platform: Platform, token: string, name = 'Phone') {
  const authenticator = new Authenticator(platform)
  const credential = authenticator.create(await passkeyOptionsOf(platform, token))
  const answer = await platform.call('POST', '/api/users/me/passkeys', { token, body: { name, credential } })
  if (answer.status !== 200) throw new Error(`Not registered: ${answer.text}`)
  return { authenticator, passkey: answer.body.passkey, recoveryCodes: answer.body.recoveryCodes as string[] }
}

/** A person who has started registering a passkey, and its credential. */
export async function newPasskeyBegun(platform: Platform, tenantId: string, role?: Role) {
  const caller = await newSignedIn(platform, tenantId, role)
  const credential = new Authenticator(platform).create(await passkeyOptionsOf(platform, caller.token))
  return { caller, body: { name: 'Phone', credential } }
}

/** A person with a passkey, and the body that removes it. */
export async function newWithPasskey(platform: Platform, tenantId: string, role?: Role) {
  const caller = await newSignedIn(platform, tenantId, role)
  const { passkey } = await addPasskey(platform, caller.token)
  return { caller, id: passkey.id as string, body: { password: PASSWORD } }
}
