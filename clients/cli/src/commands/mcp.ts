import { createInterface } from 'node:readline'
import type { Medina } from '../../../javascript/src/index.ts'
import { type Command, medinaOf, takesAtMost } from '../command.ts'
import { EXIT, Failure, failureOf, usage } from '../failure.ts'
import { operations } from '../generated/operations.ts'
import { profileOf } from '../profiles.ts'
import { VERSION } from '../version.ts'
import { made, operationOf } from './call.ts'

/** The revision of the Model Context Protocol that is spoken (modelcontextprotocol.io, 2025-06-18). */
const PROTOCOL = '2025-06-18'
/** Items of a list that one call returns. */
const LIMIT = 50

export const mcp: Command = {
  name: 'mcp',
  says: 'serve the API to an assistant, over stdio (Model Context Protocol)',
  options: { write: { says: 'also operations that change something' } },
  examples: ['medina mcp', 'medina mcp --profile clinic --write'],
  async run(given) {
    takesAtMost(given.args, 0)
    const server = serverOf(medinaOf(given), profileOf(given.profile).url, given.options.write === true, given.signal)
    const lines = createInterface({ input: process.stdin, signal: given.signal })
    for await (const line of lines) {
      if (!line.trim()) continue
      const answer = await answerTo(line, server)
      if (answer) process.stdout.write(`${JSON.stringify(answer)}\n`)
    }
  },
}

type Message = { id?: string | number | null; method?: string; params?: Record<string, unknown> }
type Server = Record<string, (params: Record<string, unknown>) => unknown>

class RpcError extends Error {
  readonly code: number
  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

/** The answer to a line of JSON-RPC 2.0; undefined to a notification. */
async function answerTo(line: string, server: Server): Promise<object | undefined> {
  let id: Message['id'] = null
  const refused = (code: number, message: string) => ({ jsonrpc: '2.0', id, error: { code, message } })
  try {
    const message = JSON.parse(line) as Message
    if (typeof message !== 'object' || message === null || typeof message.method !== 'string')
      return refused(-32600, 'This is no request.')
    if (message.id === undefined) return undefined
    id = message.id
    const handle = Object.hasOwn(server, message.method) ? server[message.method] : undefined
    if (!handle) return refused(-32601, `There is no method ${message.method}.`)
    return { jsonrpc: '2.0', id, result: await handle(message.params ?? {}) }
  } catch (error) {
    if (error instanceof SyntaxError) return refused(-32700, 'This is no JSON.')
    if (error instanceof RpcError) return refused(error.code, error.message)
    throw error
  }
}

const text = { type: 'string' } as const
const tools = [
  {
    name: 'find_operations',
    description: 'Lists operations of the Medina Care API whose name or summary has all given words.',
    inputSchema: { type: 'object', properties: { words: { ...text, description: 'such as "appointments cancel"' } } },
    annotations: { readOnlyHint: true },
  },
  {
    name: 'describe_operation',
    description: 'The contract of an operation: parameters, body and answers, as OpenAPI 3.1.',
    inputSchema: { type: 'object', properties: { name: text }, required: ['name'] },
    annotations: { readOnlyHint: true },
  },
  {
    name: 'call_operation',
    description: `Calls an operation. Lists return at most ${LIMIT} items.`,
    inputSchema: {
      type: 'object',
      properties: {
        name: text,
        ids: { type: 'array', items: text, description: 'the ids of its path, in order' },
        body: { type: 'object' },
        query: { type: 'object' },
      },
      required: ['name'],
    },
  },
]

function serverOf(medina: Medina, url: string, mayWrite: boolean, signal: AbortSignal): Server {
  const allowed = operations.filter(({ reads }) => reads || mayWrite)
  let document: Promise<Document> | undefined
  const contract = () => {
    document ??= fetchContract(url, signal).catch((error) => {
      document = undefined // asked for again with the next call
      throw new Failure(EXIT.unreachable, `The contract cannot be read: ${(error as Error).message}`)
    })
    return document
  }
  const run: Record<string, (given: Record<string, unknown>) => Promise<unknown>> = {
    async find_operations({ words = '' }) {
      const wanted = String(words).toLowerCase().split(/\s+/)
      return allowed
        .filter(({ name, summary }) => wanted.every((word) => `${name} ${summary}`.toLowerCase().includes(word)))
        .map(({ name, summary, params, scope }) => ({ name, summary, ids: params, scope }))
    },
    async describe_operation({ name }) {
      const { name: known } = operationOf(String(name))
      return describe(await contract(), known)
    },
    async call_operation({ name, ids = [], body = {}, query = {} }) {
      const operation = operationOf(String(name))
      if (!allowed.includes(operation)) throw usage(`${operation.name} changes something.`, 'Start: medina mcp --write')
      if (!Array.isArray(ids) || ids.length !== operation.params.length)
        throw usage(`${operation.name} takes these ids: ${operation.params.join(', ') || 'none'}.`)
      const request = {
        ids: ids.map(String),
        body: body as Record<string, unknown>,
        query: query as Record<string, unknown>,
      }
      const answer = made(medina, operation, request, signal)
      if (operation.answer === 'file') throw usage('Files are not sent to assistants.')
      if (operation.answer !== 'list') return (await answer) ?? { ok: true }
      const items: unknown[] = []
      for await (const item of answer) if (items.push(item) >= LIMIT) break
      return items
    },
  }
  return {
    initialize: () => ({
      protocolVersion: PROTOCOL,
      capabilities: { tools: {} },
      serverInfo: { name: 'medina-care', version: VERSION },
    }),
    ping: () => ({}),
    'tools/list': () => ({ tools }),
    'tools/call': async ({ name, arguments: given = {} }) => {
      const tool = run[String(name)]
      if (!tool) throw new RpcError(-32602, `There is no tool ${name}.`)
      try {
        const result = await tool(given as Record<string, unknown>)
        return { content: [{ type: 'text', text: JSON.stringify(result) }] }
      } catch (error) {
        const { message, hint } = failureOf(error)
        return { isError: true, content: [{ type: 'text', text: [message, hint].filter(Boolean).join('\n') }] }
      }
    },
  }
}

async function fetchContract(url: string, signal: AbortSignal): Promise<Document> {
  const response = await fetch(`${url}/openapi.json`, { signal })
  if (!response.ok) throw new Error(`the server answered ${response.status}`)
  return (await response.json()) as Document
}

type Document = {
  paths: Record<string, Record<string, { 'x-method'?: string }>>
  components: { schemas: Record<string, unknown> }
}

/** An operation with the schemas that it names, also through others. */
function describe({ paths, components }: Document, name: string): object {
  const found = Object.entries(paths)
    .flatMap(([path, item]) => Object.entries(item).map(([method, one]) => [path, method, one] as const))
    .find(([, , one]) => one['x-method'] === name)
  if (!found) throw usage(`This installation is older than ${name}.`)
  const [path, method, operation] = found
  const schemas: Record<string, unknown> = {}
  const collect = (part: unknown): void => {
    for (const [, known] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      if (schemas[known!]) continue
      schemas[known!] = components.schemas[known!]
      collect(schemas[known!])
    }
  }
  collect(operation)
  return { path, method, operation, schemas }
}
