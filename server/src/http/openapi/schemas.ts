import { z } from 'zod'
import { documentedAs } from '../../lib/fields.ts'
import type { Schema } from './document.ts'

type Raw = Schema & { $defs?: Record<string, Schema>; $schema?: string; id?: string; example?: unknown }

type Direction = 'input' | 'output'

/** Collects the schemas that have an id; contracts refer to them by name. */
export class Schemas {
  /** In both forms: only a schema that no answer has refuses further fields. */
  #named = new Map<string, Record<Direction, Schema> & { isAnswered: boolean }>()

  /** The schema of a client's input. */
  input = (contract: z.ZodType): Schema => this.#describe(contract, 'input')

  /** The schema of its output. */
  output = (contract: z.ZodType): Schema => this.#describe(contract, 'output')

  /** An object that a client sends, as a component with this name unless it has an id. */
  request(name: string, contract: z.ZodType): Schema {
    const schema = this.input(contract)
    return schema.$ref ? schema : this.input(contract.meta({ ...contract.meta(), id: name }))
  }

  named(): Record<string, Schema> {
    const sorted = [...this.#named].sort(([a], [b]) => (a < b ? -1 : 1))
    return Object.fromEntries(
      sorted.map(([name, { isAnswered, input, output }]) => [name, isAnswered ? output : input]),
    )
  }

  #describe(contract: z.ZodType, io: Direction): Schema {
    // Wrapped in a field, so that a contract with an id becomes a reference too.
    const override: Override = (context) => {
      keepDefault(context)
      nameChoices(context)
      const shape = documentedAs.get(context.zodSchema)
      if (shape) replace(context.jsonSchema, this.#describe(shape, io))
    }
    const { $defs = {}, properties } = z.toJSONSchema(z.object({ contract }), { io, override }) as Raw
    for (const [name, raw] of Object.entries($defs)) this.#add(name, raw, io)
    return cleaned(properties!.contract!, io)
  }

  #add(name: string, raw: Raw, io: Direction): void {
    const known = this.#named.get(name)
    const output = cleaned(raw, 'output')
    if (known && JSON.stringify(known.output) !== JSON.stringify(output))
      throw new Error(`Two different schemas have the id ${name}.`)
    const isAnswered = io === 'output' || known?.isAnswered === true
    this.#named.set(name, { input: cleaned(raw, 'input'), output, isAnswered })
  }
}

const reference = (name: string) => `#/components/schemas/${name}`

type Overridden = { zodSchema: z.core.$ZodType; jsonSchema: z.core.JSONSchema.BaseSchema }
type Override = (context: Overridden) => void

/** zod omits the default of a transformed field from input schemas. */
function keepDefault({ zodSchema, jsonSchema }: Overridden): void {
  const { def } = zodSchema._zod as z.core.$ZodTypes['_zod']
  if (def.type === 'default' && ['string', 'number', 'boolean'].includes(typeof def.defaultValue)) {
    jsonSchema.default = def.defaultValue as string | number | boolean
  }
}

/** The schema of each value of a union's discriminator, which zod does not tell. */
function nameChoices({ zodSchema, jsonSchema }: Overridden): void {
  if (!(zodSchema instanceof z.ZodDiscriminatedUnion)) return
  const propertyName = zodSchema.def.discriminator
  const mapping = (zodSchema.options as z.ZodObject[]).flatMap((option) => {
    const { values } = option.shape[propertyName] as z.ZodLiteral<string>
    return [...values].map((value) => [value, reference(option.meta()!.id!)])
  })
  jsonSchema.discriminator = { propertyName, mapping: Object.fromEntries(mapping) }
}

/** Keeps only the description. */
function replace(schema: z.core.JSONSchema.BaseSchema, by: Schema): void {
  for (const key of Object.keys(schema)) if (key !== 'description' && key !== 'id') delete schema[key]
  Object.assign(schema, by)
}

/** Removes keywords without information. Outputs may have more fields: a later version adds them. */
function cleaned(raw: Raw, io: Direction): Schema {
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
  if (schema.$ref) schema.$ref = schema.$ref.replace('#/$defs/', reference(''))
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum
  if (schema.minLength === 0) delete schema.minLength
  for (const key of ['anyOf', 'oneOf', 'allOf'] as const) if (schema[key]) schema[key] = schema[key].map(inside)
  return {
    ...nullable(schema),
    ...(properties && Object.keys(properties).length > 0 && { properties: mapped(properties, inside) }),
    ...(items && { items: inside(items) }),
    ...(hasKeywords(additionalProperties) && { additionalProperties: inside(additionalProperties) }),
    ...(io === 'input' && additionalProperties === false && { additionalProperties }),
    ...(hasKeywords(propertyNames) && propertyNames.type !== 'string' && { propertyNames: inside(propertyNames) }),
  }
}

/** `T or null` in one way: as a list of types, unless T is a reference or a choice. */
function nullable({ anyOf, ...schema }: Schema): Schema {
  const other = anyOf?.find(({ type }) => type !== 'null')
  if (anyOf?.length !== 2 || !anyOf.some(isNull) || typeof other?.type !== 'string')
    return { ...schema, ...(anyOf && { anyOf }) }
  const { const: only, enum: values = only === undefined ? undefined : [only], type, ...rest } = other
  return { ...rest, type: [type, 'null'], ...(values && { enum: [...values, null] }), ...schema }
}

const isNull = ({ type }: Schema) => type === 'null'

const hasKeywords = (schema: boolean | Schema | undefined): schema is Schema =>
  typeof schema === 'object' && Object.keys(schema).length > 0

export const mapped = <T, U>(record: Record<string, T>, to: (value: T, key: string) => U): Record<string, U> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, to(value, key)]))
