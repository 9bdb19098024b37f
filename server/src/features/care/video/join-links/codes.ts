import { createHmac } from 'node:crypto'
import type { Language } from '../../../../lib/channels.ts'
import { sha256, type Vault } from '../../../../lib/secrets.ts'

/** A participant of an appointment: the patient, a guardian of the patient, or the practitioner. */
export type LinkKey = { tenantId: string; appointmentId: string; userId: string }

/** A stored link. `generation`: the number of revocations. */
export type StoredLink = { generation: number; codeSha256: Buffer }

/** 128 bits: 22 characters, short enough for an SMS. */
const CODE_BYTES = 16

/** The code of a link, with each master key, the newest first. It can be derived again, so that no secret is stored. */
function codesOf(vault: Vault, { tenantId, appointmentId, userId }: LinkKey, generation: number): string[] {
  const link = JSON.stringify([tenantId, appointmentId, userId, generation])
  return vault
    .deriveRing('join links')
    .map(({ secret }) =>
      createHmac('sha256', secret).update(link).digest().subarray(0, CODE_BYTES).toString('base64url'),
    )
}

/** The code of a link, and whether it must be stored. After a rotation of the master key, a stored link keeps its code. */
export function codeOf(vault: Vault, key: LinkKey, stored: StoredLink | undefined): { code: string; isNew: boolean } {
  const codes = codesOf(vault, key, stored?.generation ?? 0)
  const known = codes.find((code) => stored?.codeSha256.equals(sha256(code)))
  return known === undefined ? { code: codes[0]!, isNew: true } : { code: known, isNew: false }
}

/** The code of a new generation. */
export const nextCode = (vault: Vault, key: LinkKey, generation: number): string => codesOf(vault, key, generation)[0]!

/**
 * The code of six digits that proves the telephone of a link's person, with each master key, the newest first. It is derived like the
 * link and lasts as long, so that the page can send it again when it needs another token.
 */
export function telephoneCodes(
  vault: Vault,
  { tenantId, appointmentId, userId }: LinkKey,
  generation: number,
): string[] {
  const link = JSON.stringify([tenantId, appointmentId, userId, generation])
  return vault.deriveRing('join link codes').map(({ secret }) => {
    const number = createHmac('sha256', secret).update(link).digest().readUInt32BE()
    return String(number % 1_000_000).padStart(6, '0')
  })
}

/** The URL of a link, in the language of its recipient. */
export const joinUrl = (publicUrl: string, language: Language, code: string): string =>
  `${publicUrl}/${language}/join/${code}`
