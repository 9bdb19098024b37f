import type { Schema } from '../../server/src/http/openapi/document.ts'
import { type Call, type Model, nameOf } from './model.ts'
import { nameIn } from './python.ts'

/** A call with its arguments. */
export type ExampleCall = {
  call: Call
  /** The names of the method: `['webhooks', 'deliveries', 'list']`. */
  names: string[]
  params: string[]
  body?: unknown
  query?: Record<string, unknown> | undefined
}

const LINE = 76

/** A statement that makes the call with the JavaScript library and prints the result. */
export function javascriptSample({ call, names, params, body, query }: ExampleCall): string {
  const args = [
    ...params.map(javascript),
    ...(call.body ? [javascript(body ?? {})] : []),
    ...(query ? [javascript(query)] : []),
  ]
  const made = `medina.${names.join('.')}(${args.join(', ')})`
  const name = resultName(call)
  switch (call.answer.kind) {
    case 'nothing':
      return `await ${made}`
    case 'list':
      return `for await (const ${name} of ${made}) console.log(${name})`
    case 'file':
      return `const file = await ${made}\nawait writeFile('file.pdf', file)`
    default:
      return `const ${name} = await ${made}\nconsole.log(${name})`
  }
}

/** A statement that makes the call with the Python library and prints the result. */
export function pythonSample({ call, names, params, body, query }: ExampleCall, model: Model): string {
  const fields = call.body ? Object.entries(pythonNames(body ?? {}, call.body.schema, model) as object) : []
  const asked = Object.entries(query ?? {}).map(([name, value]) => {
    const { schema } = call.query.find((one) => one.name === name)!
    return [nameIn(name), pythonNames(value, schema, model)]
  })
  const args = [
    ...params.map((value) => python(value)),
    ...[...fields, ...asked].map(([name, value]) => `${name}=${python(value)}`),
  ]
  const made = enclosed(`medina.${names.map(nameIn).join('.')}(`, args, ')', '    ')
  const name = nameIn(resultName(call))
  switch (call.answer.kind) {
    case 'nothing':
      return made
    case 'list':
      return `for ${name} in ${made}:\n    print(${name})`
    case 'file':
      return `file = ${made}\nPath("file.pdf").write_bytes(file)`
    default:
      return `${name} = ${made}\nprint(${name})`
  }
}

/** A statement that makes the call with the PHP library and prints the result. */
export function phpSample({ call, names, params, body, query }: ExampleCall): string {
  const args = [
    ...params.map((value) => php(value)),
    ...(call.body ? [phpFields(body)] : []),
    ...(query ? [phpFields(query)] : []),
  ]
  const made = `$medina->${names.join('->')}(${args.join(', ')})`
  const name = `$${resultName(call)}`
  switch (call.answer.kind) {
    case 'nothing':
      return `${made};`
    case 'list':
      return `foreach (${made} as ${name}) {\n    print_r(${name});\n}`
    case 'file':
      return `$file = ${made};\nfile_put_contents('file.pdf', (string) $file);`
    default:
      return `${name} = ${made};\nprint_r(${name});`
  }
}

/** The name of the variable with the result. */
function resultName({ answer }: Call): string {
  if (answer.kind === 'field') return answer.field
  const name = answer.kind === 'list' ? nameOf(answer.item) : undefined
  return name ? name[0]!.toLowerCase() + name.slice(1) : answer.kind === 'list' ? 'item' : 'result'
}

/** Parts between brackets, on one line if they fit, otherwise on a line each. */
function enclosed(opening: string, parts: string[], closing: string, indent: string): string {
  const line = `${opening}${parts.join(', ')}${closing}`
  if (parts.length === 0 || (line.length <= LINE && !line.includes('\n'))) return line
  return `${opening}\n${parts.map((part) => `${indent}${part.replaceAll('\n', `\n${indent}`)},\n`).join('')}${closing}`
}

function javascript(value: unknown): string {
  if (typeof value === 'string') return quoted(value)
  if (Array.isArray(value)) return enclosed('[', value.map(javascript), ']', '  ')
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const fields = Object.entries(value).map(([name, one]) => `${keyOf(name)}: ${javascript(one)}`)
  return fields.length === 0
    ? '{}'
    : enclosed('{ ', fields, ' }', '  ')
        .replace(/^\{ \n/, '{\n')
        .replace(/\n \}$/, '\n}')
}

const keyOf = (name: string) => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : quoted(name))

const quoted = (text: string) => `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`

/** A time in the value of a request. */
class Time {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** The value with the field names of the Python library, which are in snake case, and with times marked. */
function pythonNames(value: unknown, schema: Schema, model: Model): unknown {
  const shapes = shapesOf(schema, model)
  if (typeof value === 'string') return shapes.some(({ format }) => format === 'date-time') ? new Time(value) : value
  if (Array.isArray(value)) {
    const items = shapes.find(({ items }) => items)?.items ?? {}
    return value.map((one) => pythonNames(one, items, model))
  }
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => {
      const field = shapes.flatMap(({ properties = {} }) => properties[name] ?? []).at(0)
      return field ? [nameIn(name), pythonNames(one, field, model)] : [name, one] // a name that the caller chose
    }),
  )
}

/** The schemas of which a value matches one. */
function shapesOf(schema: Schema, model: Model): Schema[] {
  const name = nameOf(schema)
  if (name !== undefined) return shapesOf(model.schemas.find((one) => one.name === name)!.schema, model)
  const choices = schema.anyOf ?? schema.oneOf
  return choices ? choices.flatMap((one) => shapesOf(one, model)) : [schema]
}

function python(value: unknown): string {
  if (value instanceof Time) {
    const text = value.text.replace(/:00\.000Z$/, '+00:00').replace(/Z$/, '+00:00')
    return `datetime.fromisoformat("${text}")`
  }
  if (value === null || typeof value === 'boolean') return { null: 'None', true: 'True', false: 'False' }[`${value}`]
  if (Array.isArray(value)) return enclosed('[', value.map(python), ']', '    ')
  if (typeof value !== 'object') return JSON.stringify(value)
  const fields = Object.entries(value).map(([name, one]) => `${JSON.stringify(name)}: ${python(one)}`)
  return enclosed('{', fields, '}', '    ')
}

function php(value: unknown): string {
  if (typeof value === 'string' && value.includes('\n')) return JSON.stringify(value).replaceAll('$', '\\$')
  if (typeof value === 'string') return `'${value.replace(/[\\']/g, '\\$&')}'`
  if (Array.isArray(value)) return enclosed('[', value.map(php), ']', '    ')
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const fields = Object.entries(value).map(([name, one]) => `${php(name)} => ${php(one)}`)
  return fields.length === 0 ? 'new stdClass()' : enclosed('[', fields, ']', '    ')
}

/** A body or a query, which is an array also if it is empty. */
const phpFields = (fields: unknown) => (Object.keys(fields ?? {}).length === 0 ? '[]' : php(fields))
