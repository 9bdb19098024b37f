import { properties } from './drawing.ts'
import { refuse } from './unusable-logo.ts'

/** Allowed characters of drawing values. They cannot form a URL, an escape sequence or a comment. */
const CHARACTERS = /^[\w\s.,#%()'"+-]*$/
const NUMBER = /[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?/gi
/** Limit of numbers, to avoid overflows in renderers. */
const MAX_NUMBER = 1_000_000
const REFERENCE = /^url\(\s*(['"]?)#([^'"()\s]+)\1\s*\)/

/**
 * Checks the value of an attribute or style property.
 * @returns the id that it references
 * @throws {UnusableLogo} for a value with disallowed characters or numbers
 */
export function referenceIn(name: string, value: string): string | undefined {
  const reference = REFERENCE.exec(value)
  const rest = reference ? value.slice(reference[0].length) : value
  if (!CHARACTERS.test(rest) || /url\s*\(/i.test(rest))
    refuse(`${name} has the value ${excerpt(value)}, which is not allowed in logos`)
  if (name === 'stroke-dasharray' && value.trim() !== 'none') refuse('has dashed strokes', 'turn them into paths')
  // Digits in colours and ids are not numbers.
  for (const [number] of rest.replace(/#\w+/g, '').matchAll(NUMBER))
    if (Math.abs(Number(number)) > MAX_NUMBER) refuse(`${name} has the number ${number}`, 'draw it at a usual size')
  return reference?.[2]
}

/**
 * The declarations of a `style`.
 * @throws {UnusableLogo} for properties that do not paint
 */
export function declarationsOf(style: string): [name: string, value: string][] {
  return style.split(';').flatMap((declaration) => {
    if (declaration.trim() === '') return []
    const colon = declaration.indexOf(':')
    const name = declaration.slice(0, Math.max(colon, 0)).trim()
    if (!properties.has(name)) refuse(`a style has ${excerpt(declaration.trim())}, which logos must not have`)
    return [[name, declaration.slice(colon + 1).trim()]]
  })
}

export const excerpt = (value: string): string => JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}…` : value)
