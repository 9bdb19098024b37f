import { z } from 'zod'
import type { Schema } from './document.ts'

type Raw = Schema & { $defs?: Record<string, Schema>; $schema?: string; id?: string; example?: unknown }

/** Collects the schemas that have an id; contracts refer to them by name. */
export class Schemas {
  #named = new Map<string, Schema>()

  /** The schema of a client's input. */
  input = (contract: z.ZodType): Schema => this.#describe(contract, 'input')

  /** The schema of its output. */
  output = (contract: z.ZodType): Schema => this.#describe(contract, 'output')

  named(): Record<string, Schema> {
    return Object.fromEntries([...this.#named].sort(([a], [b]) => (a < b ? -1 : 1)))
  }

  #describe(contract: z.ZodType, io: 'input' | 'output'): Schema {
    // Wrapped in a field, so that a contract with an id becomes a reference too.
    const { $defs = {}, properties } = z.toJSONSchema(z.object({ contract }), { io, override: keepDefault }) as Raw
    for (const [name, raw] of Object.entries($defs)) this.#add(name, cleaned(raw, 'output')) // a named object may be both
    return cleaned(properties!.contract!, io)
  }

  #add(name: string, schema: Schema): void {
    const known = this.#named.get(name)
    if (known && JSON.stringify(known) !== JSON.stringify(schema))
      throw new Error(`Two different schemas have the id ${name}.`)
    this.#named.set(name, schema)
  }
}

/** zod omits the default of a transformed field from input schemas. */
function keepDefault({
  zodSchema,
  jsonSchema,
}: {
  zodSchema: z.core.$ZodType
  jsonSchema: z.core.JSONSchema.BaseSchema
}): void {
  const { def } = zodSchema._zod as z.core.$ZodTypes['_zod']
  if (def.type === 'default' && ['string', 'number', 'boolean'].includes(typeof def.defaultValue)) {
    jsonSchema.default = def.defaultValue as string | number | boolean
  }
}

/** Removes keywords without information. Outputs may have more fields: a later version adds them. */
function cleaned(raw: Raw, io: 'input' | 'output'): Schema {
  const inside = (schema: Schema) => cleaned(schema, io)
  const {
    $schema: _,
    $defs: __,
    id: ___,
    example,
    properties,
    items,
    additionalProperties,
    propertyNames,
    ...schema
  } = raw
  if (example !== undefined) schema.examples = [example]
  if (schema.$ref) schema.$ref = schema.$ref.replace('#/$defs/', '#/components/schemas/')
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum
  if (schema.minLength === 0) delete schema.minLength
  for (const key of ['anyOf', 'oneOf', 'allOf'] as const) if (schema[key]) schema[key] = schema[key].map(inside)
  return {
    ...schema,
    ...(properties && Object.keys(properties).length > 0 && { properties: mapped(properties, inside) }),
    ...(items && { items: inside(items) }),
    ...(hasKeywords(additionalProperties) && { additionalProperties: inside(additionalProperties) }),
    ...(io === 'input' && additionalProperties === false && { additionalProperties }),
    ...(hasKeywords(propertyNames) && propertyNames.type !== 'string' && { propertyNames: inside(propertyNames) }),
  }
}

const hasKeywords = (schema: boolean | Schema | undefined): schema is Schema =>
  typeof schema === 'object' && Object.keys(schema).length > 0

export const mapped = <T, U>(record: Record<string, T>, to: (value: T, key: string) => U): Record<string, U> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, to(value, key)]))
