import { parseArgs } from 'node:util'
import { Medina } from '../../javascript/src/index.ts'
import { usage } from './failure.ts'
import { type Profile, profileName, profileOf } from './profiles.ts'
import { closest } from './suggestion.ts'
import { Terminal } from './terminal.ts'
import { VERSION } from './version.ts'

/** An option as help shows it. */
export type Option = {
  /** The name of its value; none for a flag. */
  value?: string
  says: string
  /** May be given several times. */
  many?: true
}

export type Command = {
  name: string
  says: string
  /** After the name: `KIND`, `OPERATION [ID …]`. */
  takes?: string
  options?: Record<string, Option>
  examples: string[]
  /** What it takes, for completion. */
  completes?: () => readonly string[]
  /** Takes options besides its own, each with a value. */
  raw?: true
  run(given: Given): Promise<void>
}

/** What a command was called with. */
export type Given = {
  args: string[]
  options: Record<string, string | boolean | string[] | undefined>
  terminal: Terminal
  profile: string
  /** Ends with Ctrl-C. */
  signal: AbortSignal
}

export const common: Record<string, Option> = {
  profile: { value: 'NAME', says: 'another profile than "default"' },
  json: { says: 'data as JSON, an object a line in streams' },
  help: { says: 'this text' },
}

/** Reads the words after a command's name. */
export function givenOf(command: Command, words: string[], signal: AbortSignal): Given & { help: boolean } {
  const known = { ...command.options, ...common }
  const types = Object.entries(known).map(([name, { value, many }]) => [
    name,
    { type: value ? ('string' as const) : ('boolean' as const), ...(many && { multiple: true }) },
  ])
  const { values, positionals, tokens } = parseArgs({
    args: command.raw ? withValues(words, known) : words,
    options: { ...Object.fromEntries(types), help: { type: 'boolean', short: 'h' } },
    allowPositionals: true,
    strict: false,
    tokens: true,
  })
  for (const token of tokens) {
    if (token.kind !== 'option' || command.raw) continue
    const option = Object.hasOwn(known, token.name) ? known[token.name] : undefined
    if (!option)
      throw usage(`medina ${command.name} has no ${token.rawName}.`, closest(token.name, Object.keys(known), '--'))
    if (option.value && token.value === undefined) throw usage(`${token.rawName} needs a value: ${option.value}.`)
    if (!option.value && token.value !== undefined) throw usage(`${token.rawName} takes no value.`)
  }
  return {
    args: positionals,
    options: values as Given['options'],
    terminal: new Terminal(values.json === true),
    profile: profileName(values.profile as string | undefined),
    signal,
    help: values.help === true,
  }
}

/** `--status SCHEDULED` as `--status=SCHEDULED`, where the option is not the command's own. */
function withValues(words: string[], known: Record<string, Option>): string[] {
  const read: string[] = []
  for (const word of words) {
    const before = read.at(-1) ?? ''
    const takesIt = /^--[\w-]+$/.test(before) && !Object.hasOwn(known, before.slice(2)) && !word.startsWith('--')
    read.push(takesIt ? `${read.pop()}=${word}` : word)
  }
  return read
}

/** The API, as the profile. */
export function medinaOf(given: Pick<Given, 'profile'>, profile: Profile = profileOf(given.profile)): Medina {
  const { url, clientId, clientSecret } = profile
  return new Medina({ url, clientId, clientSecret, userAgent: `medina-cli/${VERSION}` })
}

/** The only thing that a command takes. */
export function onlyArgument({ args }: Given, what: string): string {
  const [only] = args
  if (only === undefined) throw usage(`Which ${what}?`)
  takesAtMost(args, 1)
  return only
}

export function takesAtMost(args: readonly string[], count: number): void {
  if (args.length > count) throw usage(`${args[count]} is too much.`)
}
