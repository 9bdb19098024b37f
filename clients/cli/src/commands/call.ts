import { readFileSync, writeFileSync } from 'node:fs'
import type { Medina } from '../../../javascript/src/index.ts'
import { type Command, common, type Invocation, medinaOf } from '../command.ts'
import { EXIT, Failure, usage } from '../failure.ts'
import { operations } from '../generated/operations.ts'
import type { Kind, Operation } from '../operation.ts'
import { allOfStdin } from '../prompt.ts'
import { closest } from '../suggestion.ts'

const LIMIT = 100

export const call: Command = {
  name: 'call',
  takes: 'OPERATION [ID …] [--FIELD VALUE …]',
  says: 'call any operation of the API',
  options: {
    list: { says: 'list operations, optionally only those that contain given words' },
    data: { value: 'JSON', says: 'the body; @file reads a file, - reads stdin; other options add fields to it' },
    limit: { value: 'N', says: `the most items of a list; by default ${LIMIT}` },
    output: { value: 'FILE', says: 'write a returned file to this path' },
  },
  examples: [
    'medina call --list appointments',
    'medina call appointments.list --status SCHEDULED --limit 5',
    'medina call patients.get usr_sandbox_patient',
    'medina call appointments.update apt_… --notes "Bring the results"',
    'medina call appointments.book --data @visit.json',
  ],
  completes: () => operations.map(({ name }) => name),
  raw: true,
  async run(given) {
    const { terminal, options } = given
    const words = given.args
    if (options.list) {
      const found = operations.filter(({ name, summary }) =>
        words.every((word) => `${name} ${summary}`.toLowerCase().includes(word.toLowerCase())),
      )
      if (found.length === 0) throw new Failure(EXIT.failed, 'No operation matches these words.')
      for (const one of found) terminal.item(one, [one.name.padEnd(32), one.summary])
      return
    }
    const [name, ...ids] = words
    const operation = operationOf(name)
    const request = await requestOf(operation, ids, options)
    await show(invoke(medinaOf(given), operation, request, given.signal), operation, given)
  },
}

export function operationOf(name: string | undefined): Operation {
  const found = operations.find((one) => one.name === name)
  if (found) return found
  if (name === undefined) throw usage('Missing argument: operation.', 'List them: medina call --list')
  const names = operations.map((one) => one.name)
  throw usage(`There is no operation ${name}.`, closest(name, names) ?? 'List them: medina call --list')
}

export type Request = { ids: string[]; body: Record<string, unknown> | undefined; query: Record<string, unknown> }

async function requestOf(operation: Operation, ids: string[], options: Invocation['options']): Promise<Request> {
  const { name, params, body: fields, query: filters } = operation
  if (ids.length !== params.length) {
    const wanted = params.length === 0 ? 'no ids' : params.join(' ')
    throw usage(`${name} takes ${wanted}.`)
  }
  const { data, ...others } = options
  if (data !== undefined && !fields) throw usage(`${name} takes no body.`)
  const body: Record<string, unknown> = data === undefined ? {} : await objectOf(String(data))
  const query: Record<string, unknown> = {}
  for (const [option, value] of Object.entries(others)) {
    if (['list', 'limit', 'output', ...Object.keys(common)].includes(option)) continue
    const target = [fields, filters].find((known) => known && fieldNamed(option, known) !== undefined)
    if (!target) {
      const known = [...Object.keys(fields ?? {}), ...Object.keys(filters ?? {})].map(kebabCase)
      throw usage(`${name} has no --${option}.`, closest(option, known, '--') ?? `It has: ${known.join(', ')}`)
    }
    const field = fieldNamed(option, target)!
    ;(target === fields ? body : query)[field] = valueOfText(String(value), target[field]!, option, value === true)
  }
  return { ids, body: fields && body, query }
}

const kebabCase = (name: string) => name.replace(/[A-Z]+/g, (capitals) => `-${capitals.toLowerCase()}`)

/** The field that `--start-time` or `--startTime` means. */
const fieldNamed = (option: string, known: Readonly<Record<string, Kind>>) =>
  Object.keys(known).find((name) => name === option || kebabCase(name) === option)

function valueOfText(text: string, kind: Kind, option: string, isFlag: boolean): unknown {
  if (isFlag && kind !== 'flag') throw usage(`--${option} needs a value.`)
  if (kind === 'text') return text
  if (kind === 'list') return text.split(',')
  if (kind === 'any') return text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : text
  try {
    const value: unknown = JSON.parse(text)
    if (kind === 'json' || value === null || typeof value === (kind === 'flag' ? 'boolean' : 'number')) return value
  } catch {
    // reported below
  }
  const wanted = { number: 'a number', flag: 'true or false', json: 'JSON' }[kind]
  throw usage(`--${option} must be ${wanted}.`)
}

async function objectOf(data: string): Promise<Record<string, unknown>> {
  const text = data === '-' ? await allOfStdin() : data.startsWith('@') ? fileText(data.slice(1)) : data
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>
  } catch (error) {
    throw usage(`--data is not valid JSON: ${(error as Error).message}`)
  }
  throw usage('--data must be a JSON object.')
}

function fileText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw usage(`--data: ${(error as Error).message}`)
  }
}

type Method = (...args: unknown[]) => PromiseLike<unknown> & AsyncIterable<unknown>

/** Calls a method of the library by its name. A list is not read yet. */
export function invoke(medina: Medina, operation: Operation, { ids, body, query }: Request, signal: AbortSignal) {
  const path = operation.name.split('.')
  const method = path.pop()!
  // biome-ignore lint/suspicious/noExplicitAny: the generated name of a method
  const resource = path.reduce((one: any, name) => one[name], medina)
  const args = [...ids, ...(operation.body ? [body] : []), ...(operation.query ? [query] : []), { signal }]
  return (resource[method] as Method).apply(resource, args)
}

async function show(
  answer: ReturnType<typeof invoke>,
  operation: Operation,
  { options, terminal }: Invocation,
): Promise<void> {
  if (operation.answer === 'list') {
    let left = Number(options.limit ?? LIMIT)
    if (!Number.isInteger(left) || left < 1) throw usage('--limit must be a whole number of at least 1.')
    for await (const item of answer) {
      terminal.object(item)
      if (--left === 0) return
    }
    return
  }
  const result = await answer
  if (operation.answer === 'file') {
    const bytes = result as Uint8Array
    if (options.output !== undefined) return writeFileSync(String(options.output), bytes)
    if (terminal.isInteractive) throw usage('Files are not printed to a terminal.', 'Use --output FILE.')
    process.stdout.write(bytes)
  } else if (operation.answer !== 'nothing') terminal.object(result)
  else terminal.message('Done.')
}
