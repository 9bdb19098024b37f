import type { Declaration } from './catalog.ts'
import { countsIn, MalformedText, type Part, partsOf, variablesIn } from './parts.ts'
import { RECIPIENT } from './render.ts'

/** A fault of a text's subject or body. */
export type TextFault = { path: ['subject' | 'text']; message: string }

/** Checks a text against the variables of its template. */
export function textFaultsOf(
  written: { subject: string; text: string },
  { variables, optional = {}, added = [] }: Declaration,
): TextFault[] {
  const faults: TextFault[] = []
  const used = new Set<string>()
  for (const field of ['subject', 'text'] as const) {
    const report = (message: string) => faults.push({ path: [field], message })
    const parts = partsOrFault(written[field], report)
    if (!parts) return faults
    for (const name of variablesIn(parts)) {
      used.add(name)
      if (name !== RECIPIENT && !Object.hasOwn({ ...variables, ...optional }, name))
        report(`uses {${name}}, which is not a variable of this template`)
    }
    for (const name of countsIn(parts))
      if ({ ...variables, ...optional }[name] !== 'count') report(`uses {${name}} in a plural, but it is not a count`)
    for (const name of outsideGroups(parts))
      if (Object.hasOwn(optional, name)) report(`uses the optional {${name}} outside of [ and ]`)
    for (const name of added)
      if (isAttached(written[field], name)) report(`must have spaces or line breaks around {${name}}`)
  }
  const unused = Object.keys(variables).filter((name) => !used.has(name))
  return [...faults, ...unused.map((name): TextFault => ({ path: ['text'], message: `does not use {${name}}` }))]
}

/** Whether a variable touches other characters, as in `https://example.com/?{joinLink}`, which would send it elsewhere. */
const isAttached = (text: string, name: string): boolean =>
  new RegExp(`[^ \\n]\\{${name}\\}|\\{${name}\\}[^ \\n]`).test(text.replace(/[[\]]/g, ''))

function partsOrFault(text: string, report: (message: string) => void): Part[] | undefined {
  try {
    return partsOf(text)
  } catch (error) {
    if (!(error instanceof MalformedText)) throw error
    report(error.message)
    return undefined
  }
}

const outsideGroups = (parts: Part[]): string[] =>
  variablesIn(parts.filter((part) => typeof part === 'string' || !('group' in part)))
