import { properties } from './drawing.ts'
import { refuse } from './unfit.ts'

/** Signs that values of drawing are written with: nothing that could name an address, escape or comment. */
const SIGNS = /^[\w\s.,#%()'"+-]*$/
const NUMBER = /[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?/gi
/** Beyond it, arithmetic of drawing is no longer that of numbers. */
const GREATEST = 1_000_000
const REFERENCE = /^url\(\s*(['"]?)#([^'"()\s]+)\1\s*\)/

/**
 * Looks at what an attribute, or a declaration of a style, says.
 * @returns the id that it refers to
 * @throws {Unfit} for what is no value of drawing
 */
export function referenceIn(name: string, value: string): string | undefined {
  const named = REFERENCE.exec(value)
  const rest = named ? value.slice(named[0].length) : value
  if (!SIGNS.test(rest) || /url\s*\(/i.test(rest)) refuse(`${name} has a value that draws nothing, ${excerpt(value)}`)
  if (name === 'stroke-dasharray' && value.trim() !== 'none') refuse('has dashed strokes', 'turn them into paths')
  // In colours and ids digits are no numbers.
  for (const [number] of rest.replace(/#\w+/g, '').matchAll(NUMBER))
    if (Math.abs(Number(number)) > GREATEST) refuse(`${name} has the number ${number}`, 'draw it at a usual size')
  return named?.[2]
}

/**
 * The declarations of a `style`, as far as they are simple ones.
 * @throws {Unfit} for properties that paint nothing
 */
export function declarationsOf(style: string): [name: string, value: string][] {
  return style.split(';').flatMap((declaration) => {
    if (declaration.trim() === '') return []
    const colon = declaration.indexOf(':')
    const name = declaration.slice(0, Math.max(colon, 0)).trim()
    if (!properties.has(name)) refuse(`a style has ${excerpt(declaration.trim())}, which a logo cannot have`)
    return [[name, declaration.slice(colon + 1).trim()]]
  })
}

export const excerpt = (value: string): string => JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}…` : value)
