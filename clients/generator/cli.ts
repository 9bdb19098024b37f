import type { Schema } from '../../server/src/http/openapi/document.ts'
import { type Call, type Model, nameOf, type Resource } from './model.ts'

const FILE = 'clients/cli/src/generated/operations.ts'

/** The operations for the command line, with names and kinds of arguments. */
export function cli(model: Model): Record<string, string> {
  const rows = operationsIn(model.resources, []).map(([name, call]) => {
    const fields = call.body ? fieldsOf(call.body.schema, model) : []
    const row = {
      name,
      summary: call.summary,
      scope: call.scope,
      reads: call.method === 'GET',
      answer: call.answer.kind,
      params: call.params.map((one) => one.name),
      body: call.body && Object.fromEntries(fields.map(([field, schema]) => [field, kindOf(schema, model)])),
      query:
        call.query.length > 0
          ? Object.fromEntries(call.query.map((one) => [one.name, kindOf(one.schema, model)]))
          : undefined,
    }
    return `  ${JSON.stringify(row)},\n`
  })
  const kinds = model.schemas.find(({ name }) => name === 'EventKind')!.schema.enum!
  return {
    [FILE]: `// Generated from openapi.json by \`npm run clients\`. Do not edit.
import type { Operation } from '../operation.ts'

export const EVENT_KINDS: readonly string[] = ${JSON.stringify(kinds)}

export const operations: readonly Operation[] = [
${rows.join('')}]
`,
  }
}

const operationsIn = (resource: Resource, path: string[]): [string, Call][] => [
  ...resource.calls.map((call): [string, Call] => [[...path, call.name].join('.'), call]),
  ...resource.resources.flatMap((one) => operationsIn(one, [...path, one.name])),
]

const resolved = (schema: Schema, { schemas }: Model): Schema =>
  schemas.find(({ name }) => name === nameOf(schema))?.schema ?? schema

/** The fields of a body. With several shapes, the fields of all. */
function fieldsOf(schema: Schema, model: Model): [string, Schema][] {
  const whole = resolved(schema, model)
  const shapes = whole.oneOf?.map((one) => resolved(one, model)) ?? [whole]
  return [...new Map(shapes.flatMap(({ properties = {} }) => Object.entries(properties)))]
}

/** The kind of an argument, for parsing. */
function kindOf(schema: Schema, model: Model): string {
  const inner = schema.anyOf?.find(({ type }) => type !== 'null') ?? schema
  const { type, items, properties, oneOf, additionalProperties } = resolved(inner, model)
  const types = [type ?? []].flat().filter((one) => one !== 'null')
  if (types.length !== 1 || oneOf || properties || additionalProperties) return types.length > 1 ? 'any' : 'json'
  if (types[0] === 'array') return items && kindOf(items, model) === 'text' ? 'list' : 'json'
  return { string: 'text', integer: 'number', number: 'number', boolean: 'flag' }[types[0] as string] ?? 'json'
}
