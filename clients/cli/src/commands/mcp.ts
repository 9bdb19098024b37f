import { createInterface } from 'node:readline'
import type { Medina } from '../../../javascript/src/index.ts'
import { assertAtMost, type Command, medinaOf } from '../command.ts'
import { EXIT, Failure, failureOf, usage } from '../failure.ts'
import { operations } from '../generated/operations.ts'
import { profileOf } from '../profiles.ts'
import { VERSION } from '../version.ts'
import { invoke, operationOf } from './call.ts'

/** The supported revision of the Model Context Protocol (modelcontextprotocol.io). */
const PROTOCOL = '2025-06-18'
/** The most items that a call returns from a list. */
const LIMIT = 50

export const mcp: Command = {
  name: 'mcp',
  says: 'serve the API to an assistant, over stdio (Model Context Protocol)',
  options: { write: { says: 'allow operations that change data' } },
  examples: ['medina mcp', 'medina mcp --profile clinic --write'],
  async run(given) {
    assertAtMost(given.args, 0)
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

/** The response to a line of JSON-RPC 2.0. Undefined for a notification. */
async function answerTo(line: string, server: Server): Promise<object | undefined> {
  let id: Message['id'] = null
  const refused = (code: number, message: string) => ({ jsonrpc: '2.0', id, error: { code, message } })
  try {
    const message = JSON.parse(line) as Message
    if (typeof message !== 'object' || message === null || typeof message.method !== 'string')
      return refused(-32600, 'Not a valid request.')
    if (message.id === undefined) return undefined
    id = message.id
    const handle = Object.hasOwn(server, message.method) ? server[message.method] : undefined
    if (!handle) return refused(-32601, `There is no method ${message.method}.`)
    return { jsonrpc: '2.0', id, result: await handle(message.params ?? {}) }
  } catch (error) {
    if (error instanceof SyntaxError) return refused(-32700, 'Not valid JSON.')
    if (error instanceof RpcError) return refused(error.code, error.message)
    throw error
  }
}

const text = { type: 'string' } as const
const tools = [
  {
    name: 'find_operations',
    description: 'Lists the operations of the Medina Care API whose name or summary contains all given words.',
    inputSchema: { type: 'object', properties: { words: { ...text, description: 'such as "appointments cancel"' } } },
    annotations: { readOnlyHint: true },
  },
  {
    name: 'describe_operation',
    description: 'Returns the contract of an operation in OpenAPI 3.1: parameters, body and responses.',
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
      document = undefined // the next call tries again
      throw new Failure(EXIT.unreachable, `Cannot read the contract: ${(error as Error).message}`)
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
      if (!allowed.includes(operation))
        throw usage(`${operation.name} changes data.`, 'Start the server with: medina mcp --write')
      if (!Array.isArray(ids) || ids.length !== operation.params.length)
        throw usage(`${operation.name} takes these ids: ${operation.params.join(', ') || 'none'}.`)
      const request = {
        ids: ids.map(String),
        body: body as Record<string, unknown>,
        query: query as Record<string, unknown>,
      }
      const answer = invoke(medina, operation, request, signal)
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
  if (!response.ok) throw new Error(`the server returned ${response.status}`)
  return (await response.json()) as Document
}

type Document = {
  paths: Record<string, Record<string, { 'x-method'?: string }>>
  components: { schemas: Record<string, unknown> }
}

/** An operation with all schemas that it references, directly or indirectly. */
function describe({ paths, components }: Document, name: string): object {
  const found = Object.entries(paths)
    .flatMap(([path, item]) => Object.entries(item).map(([method, one]) => [path, method, one] as const))
    .find(([, , one]) => one['x-method'] === name)
  if (!found) throw usage(`This installation does not support ${name} yet.`)
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
