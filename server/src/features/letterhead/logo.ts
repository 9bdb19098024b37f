import { SaxesParser, type SaxesTagNS } from 'saxes'
import * as drawing from './drawing.ts'
import { declarationsOf, excerpt, referenceIn } from './painting.ts'
import { assertSized } from './size.ts'
import { refuse, Unfit } from './unfit.ts'

export const MAX_LOGO_BYTES = 32 * 1024
const MAX_ELEMENTS = 2000
const MAX_DEPTH = 32
/** Each is drawn anew wherever it clips. */
const MAX_CLIPPED = 30

type Reference = { by: string; to: string }

/** What has been seen of a drawing. */
type Seen = {
  /** What elements are open around the place, outermost first. */
  open: string[]
  elements: number
  clipped: number
  /** The element of each id. */
  ids: Map<string, string>
  references: Reference[]
  /** From which gradient each takes what it does not say itself. */
  parents: Map<string, string>
}

/**
 * Why an SVG text cannot be a logo; undefined where it can. What passes is shapes alone: it loads, runs and repeats
 * nothing wherever it is shown, and every document can be made with it.
 */
export function logoFault(svg: string): string | undefined {
  try {
    assertDrawing(svg)
    return undefined
  } catch (error) {
    if (error instanceof Unfit) return error.message
    throw error
  }
}

function assertDrawing(svg: string): void {
  if (Buffer.byteLength(svg) > MAX_LOGO_BYTES) refuse(`has more than ${MAX_LOGO_BYTES / 1024} kB`, 'simplify it')
  const seen: Seen = { open: [], elements: 0, clipped: 0, ids: new Map(), references: [], parents: new Map() }
  const parser = new SaxesParser({ xmlns: true })
  parser.on('error', ({ message }) => refuse(`is not well-formed XML (${message})`, 'save it as plain SVG'))
  parser.on('doctype', () => refuse('has a DOCTYPE', 'remove that line'))
  parser.on('processinginstruction', ({ target }) => refuse(`has the instruction ${excerpt(target)}`))
  parser.on('cdata', () => refuse('has a CDATA section'))
  parser.on('opentag', (tag) => enter(seen, tag))
  parser.on('closetag', () => void seen.open.pop())
  parser.write(svg).close()
  assertReferences(seen)
}

function enter(seen: Seen, tag: SaxesTagNS): void {
  const element = tag.local
  if (tag.uri !== drawing.SVG || !drawing.elements.has(element))
    refuse(`has the element ${excerpt(tag.name)}, which a logo cannot have`)
  const outermost = seen.open.length === 0
  if (outermost !== (element === 'svg')) refuse('svg must be the outermost element, and no other')
  if (++seen.elements > MAX_ELEMENTS) refuse(`has more than ${MAX_ELEMENTS} elements`, 'simplify it')
  seen.open.push(element)
  if (seen.open.length > MAX_DEPTH) refuse(`its elements lie more than ${MAX_DEPTH} deep`, 'ungroup them')
  const said = new Map<string, string>()
  for (const { name, local, uri, value } of Object.values(tag.attributes)) {
    if (uri === drawing.XMLNS || (uri === drawing.XML && local === 'space')) continue
    if (local === 'href' && (uri === '' || uri === drawing.XLINK)) said.set('href', value)
    else if (uri === '' && local === 'style')
      for (const [property, given] of declarationsOf(value)) said.set(property, given)
    else if (uri === '' && drawing.attributes.has(local)) said.set(local, value)
    else refuse(`has the attribute ${excerpt(name)} at ${element}, which a logo cannot have`)
  }
  if (outermost) assertSized(said)
  for (const [name, value] of said) look(seen, element, name, value, said.get('id'))
}

/** Looks at what an element says of itself. */
function look(seen: Seen, element: string, name: string, value: string, id: string | undefined): void {
  if (name === 'id') identify(seen, element, value)
  else if (name === 'href') inherit(seen, element, value, id)
  else if (!drawing.names.has(name)) paint(seen, name, value)
}

function identify(seen: Seen, element: string, id: string): void {
  if (seen.ids.has(id)) refuse(`has the id ${excerpt(id)} twice`, 'give each its own')
  seen.ids.set(id, element)
}

/** A gradient may take what it does not say from another one; nothing else refers to anything by `href`. */
function inherit(seen: Seen, element: string, href: string, id: string | undefined): void {
  const target = /^#(\S+)$/.exec(href)?.[1]
  if (!target || !drawing.gradients.has(element)) refuse(`has the reference ${excerpt(href)} at ${element}`)
  seen.references.push({ by: 'href', to: target })
  if (id !== undefined) seen.parents.set(id, target)
}

function paint(seen: Seen, name: string, value: string): void {
  const to = referenceIn(name, value)
  if (to === undefined) return
  if (!drawing.referring.has(name)) refuse(`has a reference to ${excerpt(to)} as its ${name}`)
  if (name === 'clip-path') assertClips(seen)
  seen.references.push({ by: name, to })
}

function assertClips(seen: Seen): void {
  if (seen.open.includes('clipPath')) refuse('has a clipping that is clipped itself', 'release one of the two')
  if (++seen.clipped > MAX_CLIPPED)
    refuse(`has more than ${MAX_CLIPPED} elements that are clipped`, 'clip them as a group')
}

/** @throws {Unfit} for a reference to nothing, or to what cannot serve, and for gradients in a circle */
function assertReferences({ ids, references, parents }: Seen): void {
  for (const { by, to } of references) {
    const element = ids.get(to)
    const serves = by === 'clip-path' ? element === 'clipPath' : drawing.gradients.has(element ?? '')
    if (!serves)
      refuse(`${by} refers to ${excerpt(to)}, which is no ${by === 'clip-path' ? 'clipPath' : 'gradient'} of it`)
  }
  const cleared = new Set<string>() // each gradient is walked once, however many begin a chain through it
  for (const start of parents.keys()) {
    const passed = new Set<string>()
    for (let at: string | undefined = start; at !== undefined && !cleared.has(at); at = parents.get(at)) {
      if (passed.has(at)) refuse(`the gradient ${excerpt(at)} refers to itself`, 'give it stops of its own')
      passed.add(at)
    }
    for (const gradient of passed) cleared.add(gradient)
  }
}
