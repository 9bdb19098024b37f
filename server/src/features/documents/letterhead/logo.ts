import { SaxesParser, type SaxesTagNS } from 'saxes'
import * as drawing from './drawing.ts'
import { declarationsOf, excerpt, referenceIn } from './painting.ts'
import { assertUsableSize } from './size.ts'
import { refuse, UnusableLogo } from './unusable-logo.ts'

export const MAX_LOGO_BYTES = 32 * 1024
const MAX_ELEMENTS = 2000
const MAX_DEPTH = 32
/** Limits rendering time: a clipPath is rendered again for each element that it clips. */
const MAX_CLIPPED = 30

type Reference = { by: string; to: string }

/** The state of the parser. */
type State = {
  /** The open elements, outermost first. */
  open: string[]
  elements: number
  clipped: number
  /** The element of each id. */
  ids: Map<string, string>
  references: Reference[]
  /** The gradient from which each gradient inherits. */
  parents: Map<string, string>
}

/**
 * The validation fault of an SVG logo, if any. Accepted logos contain only shapes: they load no resources, run no scripts, and
 * can be rendered in every document.
 */
export function logoFault(svg: string): string | undefined {
  try {
    assertUsable(svg)
    return undefined
  } catch (error) {
    if (error instanceof UnusableLogo) return error.message
    throw error
  }
}

function assertUsable(svg: string): void {
  if (Buffer.byteLength(svg) > MAX_LOGO_BYTES) refuse(`has more than ${MAX_LOGO_BYTES / 1024} kB`, 'simplify it')
  const state: State = { open: [], elements: 0, clipped: 0, ids: new Map(), references: [], parents: new Map() }
  const parser = new SaxesParser({ xmlns: true })
  parser.on('error', ({ message }) => refuse(`is not well-formed XML (${message})`, 'save it as plain SVG'))
  parser.on('doctype', () => refuse('has a DOCTYPE', 'remove that line'))
  parser.on('processinginstruction', ({ target }) => refuse(`has the instruction ${excerpt(target)}`))
  parser.on('cdata', () => refuse('has a CDATA section'))
  parser.on('opentag', (tag) => openElement(state, tag))
  parser.on('closetag', () => void state.open.pop())
  parser.write(svg).close()
  assertReferences(state)
}

function openElement(state: State, tag: SaxesTagNS): void {
  const element = tag.local
  if (tag.uri !== drawing.SVG || !drawing.elements.has(element))
    refuse(`has the element ${excerpt(tag.name)}, which logos must not have`)
  const outermost = state.open.length === 0
  if (outermost !== (element === 'svg')) refuse('must have svg as its root element, and nowhere else')
  if (++state.elements > MAX_ELEMENTS) refuse(`has more than ${MAX_ELEMENTS} elements`, 'simplify it')
  state.open.push(element)
  if (state.open.length > MAX_DEPTH) refuse(`is nested deeper than ${MAX_DEPTH} levels`, 'ungroup them')
  const values = new Map<string, string>()
  for (const { name, local, uri, value } of Object.values(tag.attributes)) {
    if (uri === drawing.XMLNS || (uri === drawing.XML && local === 'space')) continue
    if (local === 'href' && (uri === '' || uri === drawing.XLINK)) values.set('href', value)
    else if (uri === '' && local === 'style')
      for (const [property, given] of declarationsOf(value)) values.set(property, given)
    else if (uri === '' && drawing.attributes.has(local)) values.set(local, value)
    else refuse(`has the attribute ${excerpt(name)} at ${element}, which logos must not have`)
  }
  if (outermost) assertUsableSize(values)
  for (const [name, value] of values) checkAttribute(state, element, name, value, values.get('id'))
}

function checkAttribute(state: State, element: string, name: string, value: string, id: string | undefined): void {
  if (name === 'id') recordId(state, element, value)
  else if (name === 'href') recordParent(state, element, value, id)
  else if (!drawing.names.has(name)) checkPainting(state, name, value)
}

function recordId(state: State, element: string, id: string): void {
  if (state.ids.has(id)) refuse(`has the id ${excerpt(id)} twice`, 'make ids unique')
  state.ids.set(id, element)
}

/** Gradients may inherit from another gradient; no other element may have an `href`. */
function recordParent(state: State, element: string, href: string, id: string | undefined): void {
  const target = /^#(\S+)$/.exec(href)?.[1]
  if (!target || !drawing.gradients.has(element)) refuse(`has the reference ${excerpt(href)} at ${element}`)
  state.references.push({ by: 'href', to: target })
  if (id !== undefined) state.parents.set(id, target)
}

function checkPainting(state: State, name: string, value: string): void {
  const to = referenceIn(name, value)
  if (to === undefined) return
  if (!drawing.referencing.has(name)) refuse(`has a reference to ${excerpt(to)} as its ${name}`)
  if (name === 'clip-path') assertClips(state)
  state.references.push({ by: name, to })
}

function assertClips(state: State): void {
  if (state.open.includes('clipPath')) refuse('has a clipPath that is clipped', 'release one of the two')
  if (++state.clipped > MAX_CLIPPED) refuse(`has more than ${MAX_CLIPPED} clipped elements`, 'clip them as a group')
}

/** @throws {UnusableLogo} for a reference to a missing or wrong element, and for circular gradients */
function assertReferences({ ids, references, parents }: State): void {
  for (const { by, to } of references) {
    const element = ids.get(to)
    const isSuitable = by === 'clip-path' ? element === 'clipPath' : drawing.gradients.has(element ?? '')
    if (!isSuitable)
      refuse(`${by} refers to ${excerpt(to)}, which is not a ${by === 'clip-path' ? 'clipPath' : 'gradient'} in it`)
  }
  const acyclic = new Set<string>() // gradients without a cycle, so that shared chains are walked once
  for (const start of parents.keys()) {
    const visited = new Set<string>()
    for (let at: string | undefined = start; at !== undefined && !acyclic.has(at); at = parents.get(at)) {
      if (visited.has(at)) refuse(`the gradient ${excerpt(at)} refers to itself`, 'give it stops of its own')
      visited.add(at)
    }
    for (const gradient of visited) acyclic.add(gradient)
  }
}
