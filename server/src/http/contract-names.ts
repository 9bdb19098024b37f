import { z } from 'zod'

/** The schemas of a call's input. */
type Contract = { params?: z.ZodType | undefined; query?: z.ZodType | undefined; body?: z.ZodType | undefined }

/** The names of all fields that contracts accept, at any depth. */
export function namesIn(contracts: readonly Contract[]): ReadonlySet<string> {
  const names = new Set<string>()
  const seen = new Set<unknown>()
  const add = (node: unknown): void => {
    if (typeof node !== 'object' || node === null || seen.has(node)) return
    seen.add(node)
    const isSchema = node instanceof z.core.$ZodType
    const parts = isSchema ? node._zod.def : node
    if (isSchema && 'shape' in parts) for (const name of Object.keys(parts.shape as object)) names.add(name)
    for (const part of Object.values(parts)) add(part)
  }
  for (const { params, query, body } of contracts) [params, query, body].forEach(add)
  return names
}
