import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { usage } from './failure.ts'

/** Ctrl-C at a prompt ends the program. */
const interrupted = () => void process.kill(process.pid, 'SIGINT')

/** Asks on the terminal. Without a terminal, the value must be given as an option. */
export async function ask(question: string, signal: AbortSignal, option: string): Promise<string> {
  if (!process.stdin.isTTY) throw usage(`${option} is missing.`, 'Prompts need a terminal.')
  const reader = createInterface({ input: process.stdin, output: process.stderr })
  reader.on('SIGINT', interrupted)
  try {
    return (await reader.question(question, { signal })).trim()
  } finally {
    reader.close()
  }
}

/** Reads a secret from a prompt without echo, or from the first line of stdin if that is not a terminal. */
export async function askSecret(question: string, signal: AbortSignal): Promise<string> {
  if (!process.stdin.isTTY) return firstLine()
  process.stderr.write(question)
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const reader = createInterface({ input: process.stdin, output: silent, terminal: true })
  reader.on('SIGINT', interrupted)
  try {
    return (await reader.question('', { signal })).trim()
  } finally {
    reader.close()
    process.stderr.write('\n')
  }
}

export async function allOfStdin(): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of process.stdin as AsyncIterable<Buffer>) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}

const firstLine = async (): Promise<string> => (await allOfStdin()).split('\n', 1)[0]!.trim()
