import { conflict, type Fault } from '../../errors.ts'
import { type Declaration, declarationOf, type Kind } from '../../messages/catalog.ts'
import type { Channel, Purpose } from '../../messages/channels.ts'
import { RECIPIENT } from '../../messages/render.ts'

/** Codes that an organisation may make. Each has nine texts at most. */
export const MAX_OWN_CODES = 200
export const MAX_VARIABLES = 20

/** Letters of a text: an SMS is sent in parts of about 150, and WhatsApp takes no more than this. */
export const longest: Record<Channel, number> = { SMS: 480, WHATSAPP: 1024, EMAIL: 10_000 }

export type Written = { subject?: string | null | undefined; text: string }
type Given = { variables?: Record<string, Kind> | undefined; purpose?: Purpose | undefined }

/** What a channel does not take, whatever the text says. */
export function channelFaults(channel: Channel, { subject, text }: Written): Fault[] {
  const faults: Fault[] = []
  if (channel === 'EMAIL' && !subject) faults.push({ path: ['subject'], message: 'is required of e-mails' })
  if (channel !== 'EMAIL' && subject) faults.push({ path: ['subject'], message: 'is of e-mails alone' })
  if (text.length > longest[channel])
    faults.push({ path: ['text'], message: `must have at most ${longest[channel]} characters by ${channel}` })
  return faults
}

/** What is wrong with what an organisation's own code is to take. */
export function declarationFaults({ variables = {}, purpose }: Given, isNew: boolean): Fault[] {
  const faults: Fault[] = []
  if (isNew && purpose === undefined)
    faults.push({ path: ['purpose'], message: 'is required of a code that you make: SERVICE or MARKETING' })
  if (purpose === 'CRITICAL')
    faults.push({ path: ['purpose'], message: 'must be SERVICE or MARKETING: only the platform’s own are CRITICAL' })
  for (const [name, kind] of Object.entries(variables)) {
    const path = ['variables', name]
    if (name === RECIPIENT) faults.push({ path, message: 'is there for every text and is not declared' })
    if (kind === 'visits') faults.push({ path, message: 'must be text, time, day, count or link' })
  }
  return faults
}

/**
 * All texts of a code take the same.
 * @throws {ApiError} 409 where a request says otherwise
 */
export function assertSame(code: string, declaration: Declaration, { variables, purpose }: Given): void {
  const differs =
    (purpose !== undefined && purpose !== declaration.purpose) ||
    (variables !== undefined && !sameKinds(variables, { ...declaration.variables, ...declaration.optional }))
  if (!differs) return
  const whose = declarationOf(code) ? 'The platform declares' : 'Other texts share'
  throw conflict(`${whose} the variables and the purpose of ${code}.`, {
    variables: { ...declaration.variables, ...declaration.optional },
    purpose: declaration.purpose,
  })
}

const sameKinds = (given: Record<string, string>, declared: Record<string, string>): boolean =>
  Object.keys(given).length === Object.keys(declared).length &&
  Object.entries(given).every(([name, kind]) => Object.hasOwn(declared, name) && declared[name] === kind)
