import type { Declaration } from './catalog.ts'
import { countsIn, MalformedText, namedIn, type Part, partsOf } from './parts.ts'
import { RECIPIENT } from './render.ts'

/** One fault of a text: in which of its fields, and what to do about it. */
export type TextFault = { path: ['subject' | 'text']; message: string }

/** What is wrong with a text for a template that takes these variables. */
export function textFaultsOf(
  written: { subject: string; text: string },
  { variables, optional = {} }: Declaration,
): TextFault[] {
  const faults: TextFault[] = []
  const used = new Set<string>()
  for (const field of ['subject', 'text'] as const) {
    const say = (message: string) => faults.push({ path: [field], message })
    const parts = partsOrFault(written[field], say)
    if (!parts) return faults
    for (const name of namedIn(parts)) {
      used.add(name)
      if (name !== RECIPIENT && !Object.hasOwn({ ...variables, ...optional }, name))
        say(`names {${name}}, which is not a variable of this template`)
    }
    for (const name of countsIn(parts))
      if ({ ...variables, ...optional }[name] !== 'count') say(`makes a plural of {${name}}, which is not a count`)
    for (const name of outsideGroups(parts))
      if (Object.hasOwn(optional, name)) say(`names {${name}}, which may be absent, outside of [ and ]`)
  }
  const unused = Object.keys(variables).filter((name) => !used.has(name))
  return [...faults, ...unused.map((name): TextFault => ({ path: ['text'], message: `does not name {${name}}` }))]
}

function partsOrFault(text: string, say: (message: string) => void): Part[] | undefined {
  try {
    return partsOf(text)
  } catch (error) {
    if (!(error instanceof MalformedText)) throw error
    say(error.message)
    return undefined
  }
}

const outsideGroups = (parts: Part[]): string[] =>
  namedIn(parts.filter((part) => typeof part === 'string' || !('group' in part)))
