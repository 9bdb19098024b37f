import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'

export type Ended = { code: number | null; out: string; err: string }

/** A command of `package.json` as an operator runs it, which may be ended before its time. */
export function startCommand(script: string, args: string[], env: Record<string, string>) {
  const path = resolve(import.meta.dirname, '..', `${script}.ts`)
  const inherited = { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '' }
  const child: ChildProcess = spawn(process.execPath, [path, ...args], { env: { ...inherited, ...env } })
  const said = { out: '', err: '' }
  child.stdout!.setEncoding('utf8').on('data', (text) => (said.out += text))
  child.stderr!.setEncoding('utf8').on('data', (text) => (said.err += text))
  const ended = once(child, 'close').then(([code]): Ended => ({ code, ...said }))
  return { child, ended }
}

export const runCommand = (script: string, args: string[], env: Record<string, string>): Promise<Ended> =>
  startCommand(script, args, env).ended
