import { globSync, readFileSync } from 'node:fs'
import { basename, resolve } from 'node:path'

/** A replacement of the text between two offsets of a file. */
export type Mistake = {
  file: string
  start: number
  end: number
  /** The text in place of `source`. */
  text: string
  source: string
  line: number
  kind: string
}

const SOURCES = 'server/src/{features,access,http,messages,events,audit}/**/*.ts'

/** Tests, samples, texts and descriptions. */
const EXCLUDED =
  /\.test\.ts$|-testing\.ts$|contract\.ts$|\/(sandbox|words|texts|openapi|descriptions|reference|pages)\/|\/(words|page|prose|openapi|documentation|specialties|common-passwords|create-organization)\.ts$/

/** All possible mistakes in the files below a folder. */
export function mistakesUnder(root: string, under: string): Mistake[] {
  return globSync(SOURCES, { cwd: root })
    .filter((file) => file.startsWith(under) && !EXCLUDED.test(file))
    .sort()
    .flatMap((file) => mistakesOf(resolve(root, file)))
}

/** The conditions of SQL, guards and assertions in the files below a folder. */
export const conditionsUnder = (root: string, under: string): Mistake[] =>
  mistakesUnder(root, under).filter(({ kind }) => /^drop (condition|guard|assertion)/.test(kind))

function mistakesOf(file: string): Mistake[] {
  const source = readFileSync(file, 'utf8')
  const ofRules = /(rules|actions|checks)\.ts$/.test(basename(file))
  return [
    ...droppedConditions(source),
    ...droppedGuards(source),
    ...droppedStatements(source),
    ...longerDurations(source),
    ...(ofRules ? [...comparisons(source), ...operators(source)] : []),
  ]
    .filter(({ start }) => !isComment(source, start))
    .map((one) => ({
      ...one,
      file,
      source: source.slice(one.start, one.end),
      line: source.slice(0, one.start).split('\n').length,
    }))
}

type Change = Omit<Mistake, 'file' | 'source' | 'line'>

/**
 * Drops conditions of SQL, except those of the tenant: row-level security hides that mistake, and `without-tenant-filter.test.ts`
 * checks them. Joins by key stay too, because ids are unique.
 */
function* droppedConditions(source: string): Generator<Change> {
  for (const { index, 0: found, 1: word } of source.matchAll(/^[ ]+(and|where) (?=\S)/gm)) {
    const start = index + found.length
    const end = endOfCondition(source, start)
    if (end === undefined || /tenant_id/.test(source.slice(start, end))) continue
    yield { start, end, text: 'true', kind: `drop condition (${word})` }
  }
  for (const { index, 0: found } of source.matchAll(/^[ ]+\.where\(/gm)) {
    const start = index + found.length - '.where('.length
    const end = closing(source, index + found.length - 1)
    if (end === undefined || /tenant_id/.test(source.slice(start, end))) continue
    yield { start, end, text: '', kind: 'drop condition (.where)' }
  }
}

/** Drops `if (…) throw`, `if (…) return`, and calls of `assert…`. */
function* droppedGuards(source: string): Generator<Change> {
  for (const { index, 0: found } of source.matchAll(/\bif \(/g)) {
    const open = index + found.length - 1
    const end = closing(source, open)
    if (end === undefined || !/^\s*(\{\s*)?(throw\b|return\n)/.test(source.slice(end, end + 80))) continue
    yield { start: open, end, text: '(false)', kind: 'drop guard' }
  }
  yield* calls(source, /^[ ]+(?:await )?(?:\w+\.)?assert\w*\(/gm, 'drop assertion')
}

/** Drops statements that record events, messages or the audit subject, or that revoke something. */
function* droppedStatements(source: string): Generator<Change> {
  const effect =
    /^[ ]+(?:await )?(?:\w+\.)*(?:record|emit|defer|notify|announce|send|revoke|end|withdraw|cancel|setAudit|forget|clear|disable|queue)\w*\(/gm
  yield* calls(source, effect, 'drop effect')
}

/** Statements that consist of one call. */
function* calls(source: string, pattern: RegExp, kind: string): Generator<Change> {
  for (const { index, 0: found } of source.matchAll(pattern)) {
    const end = closing(source, index + found.length - 1)
    const before = source.slice(0, index).trimEnd()
    const isStatement = /[;{})\]'\w]$/.test(before) && !/(=|\breturn|=>)$/.test(before)
    if (end === undefined || source[end] !== '\n' || /^\s+[.?:]/.test(source.slice(end)) || !isStatement) continue
    yield { start: index + found.search(/\S/), end, text: 'void 0', kind }
  }
}

/** Makes constant durations longer. */
function* longerDurations(source: string): Generator<Change> {
  const constant = /^(?:export )?const [A-Z_]*(?:MS|SEC|SECONDS|MINUTES|HOURS|DAYS)[A-Z_]* = (?=\d)/gm
  for (const { index, 0: found } of source.matchAll(constant)) {
    const start = index + found.length
    if (/(HOUR|DAY|MINUTE|SECOND)_(MS|SEC)/.test(found)) continue // a unit
    yield { start, end: start, text: '10 * ', kind: 'longer duration' }
  }
}

const OFF_BY_ONE: Record<string, string> = { '<': '<=', '<=': '<', '>': '>=', '>=': '>' }
const REVERSED: Record<string, string> = { '<': '>=', '<=': '>', '>': '<=', '>=': '<' }

/** Changes comparisons of counts by one, and reverses those of times, which are never equal in a test. */
function* comparisons(source: string): Generator<Change> {
  for (const { index, 0: found } of source.matchAll(/(?<= )[<>]=?(?= )/g)) {
    const ofTimes = /now|time|Ms\b|_at\b|At\b/i.test(lineAt(source, index))
    yield {
      ...{ start: index, end: index + found.length },
      ...{ text: (ofTimes ? REVERSED : OFF_BY_ONE)[found]!, kind: ofTimes ? 'reverse comparison' : 'off by one' },
    }
  }
}

/** Swaps `&&` and `||`, and drops `!`. */
function* operators(source: string): Generator<Change> {
  for (const { index, 0: found } of source.matchAll(/(?<= )(&&|\|\|)(?=\s)/g)) {
    if (lineAt(source, index).includes('...(')) continue // optional fields
    yield { start: index, end: index + 2, text: found === '&&' ? '||' : '&&', kind: 'swap operator' }
  }
  for (const { index } of source.matchAll(/(?<=[ (])!(?=[a-z])/g))
    yield { start: index, end: index + 1, text: '', kind: 'drop negation' }
}

const lineAt = (source: string, at: number) => source.slice(source.lastIndexOf('\n', at) + 1, source.indexOf('\n', at))

const isComment = (source: string, at: number) => /^\s*(\*|\/\/|\/\*)/.test(lineAt(source, at))

/** The offset after the bracket that closes the one at `open`. */
function closing(source: string, open: number): number | undefined {
  let depth = 0
  for (let at = open; at < source.length; at++) {
    if ('([{'.includes(source[at]!)) depth++
    else if (')]}'.includes(source[at]!) && --depth === 0) return at + 1
  }
  return undefined
}

/** The end of a condition. Undefined if it does not end on its line. */
function endOfCondition(source: string, start: number): number | undefined {
  let depth = 0
  for (let at = start; source[at] !== '\n'; at++) {
    const char = source[at]!
    if ('([{'.includes(char)) depth++
    else if (')]}'.includes(char) && --depth < 0) return at
    else if (depth === 0 && (char === '`' || /^( then | as |,| -- )/.test(source.slice(at, at + 6)))) return at
  }
  const more = /^\s+or /.test(source.slice(source.indexOf('\n', start), source.indexOf('\n', start) + 40))
  return depth === 0 && !more ? source.indexOf('\n', start) : undefined
}
