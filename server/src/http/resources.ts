import { z } from 'zod'
import type { Operation } from './operation.ts'

/** Whether the operation reads one resource. The answer of a list has a page or a cursor. */
const readsOne = ({ method, answer, cacheSec }: Operation): boolean =>
  method === 'GET' && cacheSec === undefined && !('pagination' in answer.shape) && !('nextCursor' in answer.shape)

/** Whether the operation reads a resource with an entity tag. A signed URL has none, because each read creates a new one. */
export function hasEtag(op: Operation): boolean {
  const [resource] = Object.values(op.answer.shape)
  return readsOne(op) && !('expiresAt' in ((resource as Partial<z.ZodObject>).shape ?? {}))
}

/** The operation that reads the resource at the path of an update, cancellation or deletion. */
export const readOf = (operations: readonly Operation[], { path }: Operation): Operation | undefined => {
  const resource = path.replace(/\/cancel$/, '')
  return operations.find((one) => one.path === resource && readsOne(one))
}

/** Whether the operation honours `If-Match`: updates, deletions, and `POST …/cancel`, which updates the status. */
export const isConditional = ({ method, path }: Operation): boolean =>
  method === 'PUT' || method === 'DELETE' || (method === 'POST' && path.endsWith('}/cancel'))

/** The path of the resource that an operation changes, in whole or in part; its own path if no operation reads it. */
export const rootOf = (operations: readonly Operation[], { path }: Operation): string =>
  operations
    .filter((one) => readsOne(one) && (path === one.path || (one.params && path.startsWith(`${one.path}/`))))
    .map((one) => one.path)
    .sort((a, b) => a.length - b.length)[0] ?? path

/** The operation that reads the resource in an answer: the one whose answer has the same name. */
export function readOfAnswer(operations: readonly Operation[], op: Operation): Operation | undefined {
  const named = operations.filter(
    (one) => readsOne(one) && Object.keys(one.answer.shape).every((name) => name in op.answer.shape),
  )
  return named.find(({ path }) => path === op.path) ?? named.find(({ params }) => params)
}

/** Whether the answer of a write carries the resource's entity tag: only if it has the same schema as a read. */
export function answersTagged(operations: readonly Operation[], op: Operation): boolean {
  const read = op.method === 'GET' || op.shownOnce ? undefined : readOfAnswer(operations, op)
  return read !== undefined && hasEtag(read) && schemaText(op) === schemaText(read)
}

const schemaText = ({ answer }: Operation) =>
  JSON.stringify(z.toJSONSchema(answer, { target: 'draft-7', io: 'output' }))

/** Builds the path of a created resource from the request's parameters and the answer. */
type PathBuilder = (params: Record<string, string>, answer: Record<string, unknown>) => string

/** Builds the path of the resource that an operation creates. Undefined if no operation reads that resource. */
export function locationOf(operations: readonly Operation[], op: Operation): PathBuilder | undefined {
  const read = op.status === 201 ? readOfAnswer(operations, op) : undefined
  if (!read) return undefined
  const [name] = Object.keys(read.answer.shape) as [string]
  const idParam = read.path === op.path ? undefined : Object.keys(read.params!.shape).at(-1)
  return (params, answer) =>
    read.path.replace(/\{(\w+)\}/g, (_, param: string) =>
      encodeURIComponent(param === idParam ? (answer[name] as { id: string }).id : params[param]!),
    )
}
