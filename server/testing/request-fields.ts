import type { z } from 'zod'
import type { $ZodType, $ZodTypes } from 'zod/v4/core'

/** A place in a schema. `inputWith` makes a whole input with a value at that place. */
export type Place = { path: string; schema: $ZodType; inputWith: (value: unknown) => unknown }

/** Every place in a schema: texts, lists, records and the keys of records. */
export function placesIn(schema: z.ZodType): Place[] {
  const found: Place[] = []
  walk(schema, '', (value) => value, found)
  return found
}

function walk(schema: $ZodType, path: string, inputWith: Place['inputWith'], found: Place[]): void {
  const { def } = (schema as $ZodTypes)._zod
  const walkInner = (inner: $ZodType, name: string, wrap: (value: unknown) => unknown) =>
    walk(inner, path === '' ? name : `${path}.${name}`, (value) => inputWith(wrap(value)), found)
  if (def.type === 'pipe') {
    // The schema that reads the value first, or for a preprocessed value the schema after the preprocessing.
    walk(typeOf(def.in) === 'transform' ? def.out : def.in, path, inputWith, found)
    return
  }
  if ('innerType' in def) {
    walk(def.innerType, path, inputWith, found) // optional, nullable, default
    return
  }
  found.push({ path, schema, inputWith })
  if (def.type === 'object') {
    const discriminators = discriminatorsOf(def.shape)
    for (const [key, inner] of Object.entries(def.shape))
      walkInner(inner, key, (value) => ({ ...discriminators, [key]: value }))
  } else if (def.type === 'array') walkInner(def.element, '0', (value) => [value])
  else if (def.type === 'record') {
    walkInner(def.keyType, '(key)', (value) => ({ [String(value)]: 'x' }))
    walkInner(def.valueType, 'x', (value) => ({ x: value }))
  } else if (def.type === 'union') for (const option of def.options) walk(option, path, inputWith, found)
}

const typeOf = (schema: $ZodType) => (schema as $ZodTypes)._zod.def.type

/** The literal fields of a variant. */
function discriminatorsOf(shape: Readonly<Record<string, $ZodType>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(shape).flatMap(([key, schema]) => {
      const { def } = (schema as $ZodTypes)._zod
      return def.type === 'literal' ? [[key, def.values[0]]] : []
    }),
  )
}
