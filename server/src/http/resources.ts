import { z } from 'zod'
import type { Operation } from './operation.ts'

/** Whether it reads one resource: a list carries its page or cursor. */
export const readsOne = ({ method, answer, cacheSec }: Operation): boolean =>
  method === 'GET' && cacheSec === undefined && !('pagination' in answer.shape) && !('nextCursor' in answer.shape)

/** Whether its answer has an entity tag: not if each read makes a new address. */
export function hasEtag(op: Operation): boolean {
  const [resource] = Object.values(op.answer.shape)
  return readsOne(op) && !('expiresAt' in ((resource as Partial<z.ZodObject>).shape ?? {}))
}

/** The operation that reads the resource at the path of an update, cancellation or deletion. */
export const readOf = (operations: readonly Operation[], { path }: Operation): Operation | undefined => {
  const resource = path.replace(/\/cancel$/, '')
  return operations.find((one) => one.path === resource && readsOne(one))
}

/** Whether it observes `If-Match`: updates, deletions, and `POST …/cancel`, which is an update of the status. */
export const isConditional = ({ method, path }: Operation): boolean =>
  method === 'PUT' || method === 'DELETE' || (method === 'POST' && path.endsWith('}/cancel'))

/** The path of the resource that an operation changes, itself or a part of it; its own path if it cannot be read. */
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

/** Whether its answer carries the entity tag of the resource: if it is what a read answers. */
export function answersTagged(operations: readonly Operation[], op: Operation): boolean {
  const read = op.method === 'GET' || op.shownOnce ? undefined : readOfAnswer(operations, op)
  return read !== undefined && hasEtag(read) && schemaText(op) === schemaText(read)
}

const schemaText = ({ answer }: Operation) =>
  JSON.stringify(z.toJSONSchema(answer, { target: 'draft-7', io: 'output' }))

/** How the address of a created resource is made of the request's parameters and the answer. */
type Addressed = (params: Record<string, string>, answer: Record<string, unknown>) => string

/** The address of the resource that an operation creates, if there is an operation that reads it. */
export function locationOf(operations: readonly Operation[], op: Operation): Addressed | undefined {
  const read = op.status === 201 ? readOfAnswer(operations, op) : undefined
  if (!read) return undefined
  const [name] = Object.keys(read.answer.shape) as [string]
  const own = read.path === op.path ? undefined : Object.keys(read.params!.shape).at(-1)
  return (params, answer) =>
    read.path.replace(/\{(\w+)\}/g, (_, param: string) =>
      encodeURIComponent(param === own ? (answer[name] as { id: string }).id : params[param]!),
    )
}
