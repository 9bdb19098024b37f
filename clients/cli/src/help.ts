import { type Command, common } from './command.ts'

const HEAD = `The command line of Medina Care.

`

export function overview(commands: readonly Command[]): string {
  const width = Math.max(...commands.map(({ name }) => name.length))
  const lines = commands.map(({ name, says }) => `  ${name.padEnd(width)}  ${says}\n`)
  return `${HEAD}Usage: medina COMMAND

${lines.join('')}
Begin:
  medina login --url http://localhost:3000 --client-id sandbox-admin
  medina listen --forward-to http://localhost:8000/hooks
  medina trigger appointment.created

Help on a command: medina help COMMAND
Exit codes: 0 done, 1 failed, 2 usage, 3 not signed in, 4 refused, 5 unreachable
MEDINA_URL, MEDINA_CLIENT_ID, MEDINA_CLIENT_SECRET and MEDINA_PROFILE override stored profiles.
`
}

export function helpOf({ name, takes, says, options = {}, examples }: Command): string {
  const rows = Object.entries({ ...options, ...common }).map(([option, { value, says }]): [string, string] => [
    `--${option}${value ? ` ${value}` : ''}`,
    says,
  ])
  const width = Math.max(...rows.map(([left]) => left.length))
  return `medina ${name}: ${says}

Usage: medina ${name}${takes ? ` ${takes}` : ''} [OPTIONS]

${rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}\n`).join('')}
Examples:
${examples.map((one) => `  ${one}\n`).join('')}`
}
