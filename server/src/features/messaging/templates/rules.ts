import { conflict, type Fault, unprocessable } from '../../../errors.ts'
import { type Channel, type Kind, type Purpose, properties } from '../../../lib/channels.ts'
import { type Declaration, declarationOf, isPlatformText } from '../../../messages/catalog.ts'
import { RECIPIENT } from '../../../messages/render.ts'

/** Limit of codes of an organisation. Each code has at most nine texts. */
export const MAX_OWN_CODES = 200
export const MAX_VARIABLES = 20

export type Written = { subject?: string | null | undefined; text: string }
type GivenDeclaration = { variables?: Record<string, Kind> | undefined; purpose?: Purpose | undefined }

/** @throws {ApiError} 422 for a code that only the platform sends */
export function assertWritable(code: string): void {
  if (!isPlatformText(code)) return
  throw unprocessable([
    {
      path: ['code'],
      message: 'is sent only by the platform, with its own text, because people rely on its codes, links and notices',
    },
  ])
}

/** The validation faults of a text by the limits of its channel. */
export function channelFaults(channel: Channel, { subject, text }: Written): Fault[] {
  const faults: Fault[] = []
  if (channel === 'EMAIL' && !subject)
    faults.push({ path: ['subject'], message: 'is required for e-mails', code: 'required' })
  if (channel !== 'EMAIL' && subject) faults.push({ path: ['subject'], message: 'is only for e-mails' })
  const { longestWritten } = properties[channel]
  if (text.length > longestWritten)
    faults.push({ path: ['text'], message: `must have at most ${longestWritten} characters by ${channel}` })
  return faults
}

/** The validation faults of the declaration of an organisation's own code. */
export function declarationFaults({ variables = {}, purpose }: GivenDeclaration, isNew: boolean): Fault[] {
  const faults: Fault[] = []
  if (isNew && purpose === undefined)
    faults.push({ path: ['purpose'], message: 'is required for a new code: SERVICE or MARKETING' })
  if (purpose === 'CRITICAL')
    faults.push({
      path: ['purpose'],
      message: 'must be SERVICE or MARKETING: only templates of the platform are CRITICAL',
    })
  for (const [name, kind] of Object.entries(variables)) {
    const path = ['variables', name]
    if (name === RECIPIENT) faults.push({ path, message: 'is predefined and must not be declared' })
    if (kind === 'visits') faults.push({ path, message: 'must be text, name, time, day, count or link' })
  }
  return faults
}

/**
 * All texts of a code share variables and purpose.
 * @throws {ApiError} 409 for a different declaration
 */
export function assertSameDeclaration(
  code: string,
  declaration: Declaration,
  { variables, purpose }: GivenDeclaration,
): void {
  const differs =
    (purpose !== undefined && purpose !== declaration.purpose) ||
    (variables !== undefined && !sameKinds(variables, { ...declaration.variables, ...declaration.optional }))
  if (!differs) return
  const source = declarationOf(code) ? 'The platform declares' : 'Other texts have'
  throw conflict(`${source} other variables or another purpose for ${code}. Use those, or another code.`, {
    variables: { ...declaration.variables, ...declaration.optional },
    purpose: declaration.purpose,
  })
}

const sameKinds = (given: Record<string, string>, declared: Record<string, string>): boolean =>
  Object.keys(given).length === Object.keys(declared).length &&
  Object.entries(given).every(([name, kind]) => Object.hasOwn(declared, name) && declared[name] === kind)
