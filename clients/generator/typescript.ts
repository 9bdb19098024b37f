import type { Schema } from '../../server/src/http/openapi/document.ts'
import { capitalized } from '../../server/src/lib/camel-case.ts'
import { type Call, type Field, type Model, type NamedSchema, nameOf, propertiesOf, type Resource } from './model.ts'

const HEAD = '// Generated from openapi.json by `npm run clients`. Do not edit.\n'

/** The generated files of the JavaScript library. */
export const typescript = (model: Model): Record<string, string> => ({
  'clients/javascript/src/generated/types.ts': `${HEAD}\n${model.schemas.map(declared).join('\n\n')}\n`,
  'clients/javascript/src/generated/resources.ts': resourcesFile(model),
})

function declared({ name, schema, isAnswered }: NamedSchema): string {
  const head = comment(schema.description, '')
  if (schema.properties && !schema.oneOf)
    return `${head}export interface ${name} ${fieldsOf(propertiesOf(schema), isAnswered, '')}`
  return `${head}export type ${name} = ${typeOf(schema, isAnswered, '')}`
}

function fieldsOf(fields: Field[], isAnswered: boolean, indent: string): string {
  const inner = `${indent}  `
  const lines = fields.map(
    ({ name, required, description, schema }) =>
      `${comment(description, inner)}${inner}${name}${required ? '' : '?'}: ${typeOf(schema, isAnswered, inner)}${required ? '' : ' | undefined'}`,
  )
  return `{\n${lines.join('\n')}\n${indent}}`
}

/** A type. Responses may have values that are newer than the library. Times in requests may be dates. */
function typeOf(schema: Schema, isAnswered: boolean, indent: string): string {
  const name = nameOf(schema)
  if (name !== undefined) return name
  const { const: only, enum: values, anyOf, oneOf, items, properties, additionalProperties, format } = schema
  const choices = anyOf ?? oneOf
  if (choices) return choices.map((one) => typeOf(one, isAnswered, indent)).join(' | ')
  const types = [schema.type ?? 'unknown'].flat()
  if (types.length > 1)
    return [...types]
      .map((type) =>
        typeOf({ ...schema, type, ...(type === 'null' && { enum: undefined }) } as Schema, isAnswered, indent),
      )
      .join(' | ')
  if (types[0] === 'null') return 'null'
  if (only !== undefined) return quoted(only)
  if (values) {
    const listed = values.filter((value) => value !== null).map((value) => quoted(value))
    return [...listed, ...(isAnswered && typeof values[0] === 'string' ? ['(string & {})'] : [])].join(' | ')
  }
  if (items) {
    const item = typeOf(items, isAnswered, indent)
    return `${isAnswered ? '' : 'readonly '}${/[|& ]/.test(item) ? `(${item})` : item}[]`
  }
  if (properties) return fieldsOf(propertiesOf(schema), isAnswered, indent)
  if (types[0] === 'object')
    return `Record<string, ${typeof additionalProperties === 'object' ? typeOf(additionalProperties, isAnswered, indent) : 'unknown'}>`
  if (types[0] === 'string') return format === 'date-time' && !isAnswered ? 'string | Date' : 'string'
  return types[0] === 'integer' ? 'number' : types[0]!
}

const quoted = (value: unknown) => (typeof value === 'string' ? `'${value}'` : JSON.stringify(value))

function resourcesFile(model: Model): string {
  const classes = allOf(model.resources).map(classOf)
  const body = classes.join('\n\n')
  const code = body.replaceAll(/\/\*\*[\s\S]*?\*\//g, '')
  const names = model.schemas.map(({ name }) => name).filter((name) => new RegExp(`\\b${name}\\b`).test(code))
  return `${HEAD}
import type { Call } from '../call.ts'
import type { Http, Options, UpdateOptions } from '../http.ts'
import type { Pages } from '../pages.ts'
import type { ${names.join(', ')} } from './types.ts'

${body}
`
}

/** Inner resources first. */
const allOf = (resource: Resource, path: string[] = []): { resource: Resource; path: string[] }[] => [
  ...resource.resources.flatMap((one) => allOf(one, [...path, one.name])),
  { resource, path },
]

const className = (path: string[]) => `${path.map(capitalized).join('') || 'Root'}Api`

function classOf({ resource, path }: { resource: Resource; path: string[] }): string {
  const inner = resource.resources.map(({ name }) => `  readonly ${name}: ${className([...path, name])}`)
  const made = resource.resources.map(({ name }) => `    this.${name} = new ${className([...path, name])}(http)`)
  const own = resource.calls.length > 0 ? '    this.#http = http' : undefined
  const start = [`  constructor(http: Http) {`, ...(own ? [own] : []), ...made, '  }'].join('\n')
  const parts = [
    [...(own ? ['  readonly #http: Http'] : []), ...inner].join('\n'),
    start,
    ...resource.calls.map(method),
  ]
  return `export class ${className(path)} {\n${parts.join('\n\n')}\n}`
}

function method(call: Call): string {
  const { params, query, body, answer } = call
  const given: string[] = params.map(({ name }) => `${name}: string`)
  const rest: string[] = []
  if (params.length > 0) rest.push(`path: [${params.map(({ name }) => name).join(', ')}]`)
  const needsQuery = query.some(({ required }) => required)
  if (body) {
    given.push(`body${body.required ? '' : '?'}: ${typeOf(body.schema, false, '  ')}`)
    rest.push('body')
  }
  if (query.length > 0) {
    given.push(`query${needsQuery ? '' : '?'}: ${fieldsOf(query, false, '  ')}`)
    rest.push('query')
  }
  given.push(`options?: ${call.conditional ? 'UpdateOptions' : 'Options'}`)
  rest.push('options')
  if (call.keyed) rest.push('keyed: true')
  if (call.isOpen) rest.push('open: true')
  const returned = {
    nothing: () => 'Call<void>',
    file: () => 'Call<Uint8Array<ArrayBuffer>>',
    list: () => `Pages<${'item' in answer ? typeOf(answer.item, true, '  ') : ''}>`,
    field: () => `Call<${'schema' in answer ? typeOf(answer.schema, true, '  ') : ''}>`,
    whole: () => `Call<${'schema' in answer ? typeOf(answer.schema, true, '  ') : ''}>`,
  }[answer.kind]()
  const take = 'field' in answer ? `, '${answer.field}'` : ''
  const via = { nothing: 'send', file: 'file', list: 'pages', field: 'send', whole: 'send' }[answer.kind]
  const shown = answer.kind === 'nothing' ? `, null` : take
  return `${docOf(call)}  ${call.name}(${given.join(', ')}): ${returned} {
    return this.#http.${via}('${call.method}', '${call.path}', { ${rest.join(', ')} }${shown})
  }`
}

function docOf({ summary, description, conflicts, scope }: Call): string {
  const parts = [
    `${summary}.`,
    description,
    scope && `Scope: \`${scope}\`.`,
    conflicts && `@throws {Conflict} ${conflicts}`,
  ].filter(Boolean)
  return comment(parts.join('\n\n'), '  ')
}

function comment(text: string | undefined, indent: string): string {
  if (!text) return ''
  const lines = text.replaceAll('*/', '*\\/').split('\n')
  if (lines.length === 1) return `${indent}/** ${lines[0]} */\n`
  return `${indent}/**\n${lines.map((line) => `${indent} *${line && ` ${line}`}`).join('\n')}\n${indent} */\n`
}
