#!/usr/bin/env node
import { type Command, common, parseInvocation } from './command.ts'
import { call } from './commands/call.ts'
import { candidates, completion } from './commands/completion.ts'
import { deliveries, events, logs, sandbox, trigger } from './commands/developer.ts'
import { listen } from './commands/listen.ts'
import { mcp } from './commands/mcp.ts'
import { login, logout, whoami } from './commands/sign-in.ts'
import { EXIT, failureOf, usage } from './failure.ts'
import { helpOf, overview } from './help.ts'
import { closest } from './suggestion.ts'
import { clean } from './terminal.ts'
import { VERSION } from './version.ts'

const commands: readonly Command[] = [
  login,
  logout,
  whoami,
  listen,
  trigger,
  events,
  deliveries,
  logs,
  sandbox,
  call,
  mcp,
  completion,
]

const commandOf = (name: string): Command => {
  const found = commands.find((one) => one.name === name)
  if (found) return found
  throw usage(
    `Unknown command: ${name}.`,
    closest(
      name,
      commands.map((one) => one.name),
    ) ?? 'medina --help',
  )
}

async function run([name, ...words]: string[], signal: AbortSignal): Promise<void> {
  if (name === '__complete') return void process.stdout.write(`${candidates(commands, words).join('\n')}\n`)
  if (name === '--version') return void process.stdout.write(`${VERSION}\n`)
  if (name === undefined || name === '--help' || name === '-h' || (name === 'help' && words.length === 0))
    return void process.stdout.write(overview(commands))
  if (name === 'help') return void process.stdout.write(helpOf(commandOf(words[0]!)))
  const command = commandOf(name)
  const given = parseInvocation(command, words, signal)
  if (given.help) return void process.stdout.write(helpOf(command))
  for (const option of Object.keys(common)) delete given.options[option]
  await command.run(given)
}

const stopped = new AbortController()
let signalNumber = 0
for (const [name, number] of [
  ['SIGINT', 2],
  ['SIGTERM', 15],
] as const)
  process.once(name, () => {
    signalNumber = number
    stopped.abort()
  })
// A reader such as `head` closed the pipe.
process.stdout.on('error', (error: NodeJS.ErrnoException) =>
  process.exit(error.code === 'EPIPE' ? EXIT.done : EXIT.failed),
)

try {
  await run(process.argv.slice(2), stopped.signal)
} catch (error) {
  if (signalNumber > 0) process.exitCode = 128 + signalNumber
  else {
    const { exit, message, hint } = failureOf(error)
    process.stderr.write(`${clean([message, hint].filter(Boolean).join('\n'))}\n`)
    process.exitCode = exit
  }
}
