import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'

export type CommandResult = { code: number | null; out: string; err: string }

/** Starts a command of `package.json`, which can be killed. */
export function startCommand(script: string, args: string[], env: Record<string, string>) {
  const path = resolve(import.meta.dirname, '../src', `${script}.ts`)
  const inherited = { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '' }
  const child: ChildProcess = spawn(process.execPath, [path, ...args], { env: { ...inherited, ...env } })
  const output = { out: '', err: '' }
  child.stdout!.setEncoding('utf8').on('data', (text) => (output.out += text))
  child.stderr!.setEncoding('utf8').on('data', (text) => (output.err += text))
  const ended = once(child, 'close').then(([code]): CommandResult => ({ code, ...output }))
  return { child, ended }
}

export const runCommand = (script: string, args: string[], env: Record<string, string>): Promise<CommandResult> =>
  startCommand(script, args, env).ended
