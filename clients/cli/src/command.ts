import { parseArgs } from 'node:util'
import { Medina } from '../../javascript/src/index.ts'
import { usage } from './failure.ts'
import { type Profile, profileName, profileOf } from './profiles.ts'
import { closest } from './suggestion.ts'
import { Terminal } from './terminal.ts'
import { VERSION } from './version.ts'

/** An option, as shown in the help. */
export type Option = {
  /** The name of its value. None for a flag. */
  value?: string
  says: string
  /** May be given several times. */
  many?: true
}

export type Command = {
  name: string
  says: string
  /** The arguments after the name, such as `KIND` or `OPERATION [ID …]`. */
  takes?: string
  options?: Record<string, Option>
  examples: string[]
  /** The possible arguments, for completion. */
  completes?: () => readonly string[]
  /** Whether it accepts options besides its own, each with a value. */
  raw?: true
  run(given: Invocation): Promise<void>
}

/** The arguments and options of a call. */
export type Invocation = {
  args: string[]
  options: Record<string, string | boolean | string[] | undefined>
  terminal: Terminal
  profile: string
  /** Aborts on Ctrl-C. */
  signal: AbortSignal
}

export const common: Record<string, Option> = {
  profile: { value: 'NAME', says: 'the profile to use; by default "default"' },
  json: { says: 'print JSON; streams have one object a line' },
  help: { says: 'show this help' },
}

/** Parses the words after a command's name. */
export function parseInvocation(
  command: Command,
  words: string[],
  signal: AbortSignal,
): Invocation & { help: boolean } {
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
      throw usage(
        `Unknown option of medina ${command.name}: ${token.rawName}.`,
        closest(token.name, Object.keys(known), '--'),
      )
    if (option.value && token.value === undefined) throw usage(`${token.rawName} needs a value: ${option.value}.`)
    if (!option.value && token.value !== undefined) throw usage(`${token.rawName} takes no value.`)
  }
  return {
    args: positionals,
    options: values as Invocation['options'],
    terminal: new Terminal(values.json === true),
    profile: profileName(values.profile as string | undefined),
    signal,
    help: values.help === true,
  }
}

/** Rewrites `--status SCHEDULED` to `--status=SCHEDULED` for options that the command does not define. */
function withValues(words: string[], known: Record<string, Option>): string[] {
  const read: string[] = []
  for (const word of words) {
    const before = read.at(-1) ?? ''
    const takesIt = /^--[\w-]+$/.test(before) && !Object.hasOwn(known, before.slice(2)) && !word.startsWith('--')
    read.push(takesIt ? `${read.pop()}=${word}` : word)
  }
  return read
}

/** The API client of a profile. */
export function medinaOf(given: Pick<Invocation, 'profile'>, profile: Profile = profileOf(given.profile)): Medina {
  const { url, clientId, clientSecret } = profile
  return new Medina({ url, clientId, clientSecret, userAgent: `medina-cli/${VERSION}` })
}

/** The single argument of a command. */
export function onlyArgument({ args }: Invocation, what: string): string {
  const [only] = args
  if (only === undefined) throw usage(`Missing argument: ${what}.`)
  assertAtMost(args, 1)
  return only
}

export function assertAtMost(args: readonly string[], count: number): void {
  if (args.length > count) throw usage(`Unexpected argument: ${args[count]}.`)
}
