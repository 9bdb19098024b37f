import {
  type Components,
  type Document,
  type DocumentedOperation,
  type Method,
  type Parameter,
  resolve,
  type Schema,
} from '../../server/src/http/openapi/document.ts'
import { capitalized } from '../../server/src/lib/camel-case.ts'

/** The input of the generators: the operations for partners by resource, and the schemas that they use. */
export type Model = { resources: Resource; schemas: NamedSchema[]; version: string }

/** A resource with its methods, and the resources within it: `webhooks` has `deliveries`. */
export type Resource = { name: string; resources: Resource[]; calls: Call[] }

export type Call = {
  name: string
  summary: string
  description: string
  conflicts: string | undefined
  scope: string | undefined
  /** Whether it needs no access token. */
  isOpen: boolean
  method: Uppercase<Method>
  path: string
  params: Field[]
  query: Field[]
  body: { schema: Schema; required: boolean } | undefined
  /** Whether it takes an Idempotency-Key. */
  keyed: boolean
  /** Whether it takes If-Match. */
  conditional: boolean
  answer: Answer
}

/**
 * The result of a method: nothing, a file, a list, the only field of the response, or the whole response.
 */
export type Answer =
  | { kind: 'nothing' }
  | { kind: 'file' }
  | { kind: 'list'; field: string; item: Schema }
  | { kind: 'field'; field: string; schema: Schema }
  | { kind: 'whole'; schema: Schema }

export type Field = { name: string; required: boolean; description: string; schema: Schema }

/** A schema with a name. Responses may have values that are newer than the library, so libraries accept unknown ones. */
export type NamedSchema = { name: string; schema: Schema; isSent: boolean; isAnswered: boolean }

export function modelOf(document: Document): Model {
  const resources: Resource = { name: '', resources: [], calls: [] }
  const answers: NamedSchema[] = []
  const used = { sent: new Set<string>(), answered: new Set<string>() }
  for (const [path, item] of Object.entries(document.paths))
    for (const [method, operation] of Object.entries(item) as [Method, DocumentedOperation][]) {
      if (operation['x-audience'] !== 'partner') continue
      const names = operation['x-method']!.split('.')
      const call = callOf(document, path, method, operation, names.pop()!)
      for (const { schema } of [...call.params, ...call.query]) collectNames(document.components, schema, used.sent)
      if (call.body) collectNames(document.components, call.body.schema, used.sent)
      const { answer } = call
      if (answer.kind === 'whole' && nameOf(answer.schema) === undefined) {
        // A response with several fields has no name in the contract.
        const name = `${capitalized(operation.operationId)}Answer`
        answers.push({ name, schema: answer.schema, isSent: false, isAnswered: true })
        collectNames(document.components, answer.schema, used.answered)
        answer.schema = { $ref: `#/components/schemas/${name}` }
      } else for (const schema of schemasOf(answer)) collectNames(document.components, schema, used.answered)
      resourceAt(resources, names).calls.push(call)
    }
  collectNames(document.components, { $ref: '#/components/schemas/Event' }, used.answered)
  const schemas = Object.entries(document.components.schemas)
    .filter(([name]) => used.sent.has(name) || used.answered.has(name))
    .map(([name, schema]) => ({
      name,
      schema,
      isSent: used.sent.has(name),
      isAnswered: used.answered.has(name),
    }))
  return { resources, schemas: [...schemas, ...answers], version: document.info.version }
}

function resourceAt(parent: Resource, names: string[]): Resource {
  const [name, ...rest] = names
  if (name === undefined) return parent
  const known = parent.resources.find((one) => one.name === name)
  const resource = known ?? { name, resources: [], calls: [] }
  if (!known) parent.resources.push(resource)
  return resourceAt(resource, rest)
}

function callOf(document: Document, path: string, method: Method, operation: DocumentedOperation, name: string): Call {
  const parameters = (operation.parameters ?? []).map((one) => resolve<Parameter>(document, one))
  const within = (place: Parameter['in']): Field[] =>
    parameters
      .filter((one) => one.in === place)
      .map(({ name, required = false, description = '', schema }) => ({ name, required, description, schema }))
  const { requestBody } = operation
  const body = requestBody && Object.values(requestBody.content)[0]!.schema
  const conflict = operation.responses['409']
  return {
    name,
    summary: operation.summary,
    description: operation.description ?? '',
    conflicts: conflict && 'description' in conflict ? conflict.description : undefined,
    scope: operation.security.flatMap(({ OAuth2 = [] }) => OAuth2)[0],
    isOpen: !operation.security.some(({ OAuth2 }) => OAuth2),
    method: method.toUpperCase() as Uppercase<Method>,
    path,
    params: within('path'),
    query: within('query'),
    body: body && !isEmpty(document, body) ? { schema: body, required: requestBody!.required } : undefined,
    keyed: parameters.some(({ name }) => name === 'Idempotency-Key'),
    conditional: parameters.some(({ name }) => name === 'If-Match'),
    answer: answerOf(document, operation),
  }
}

const isEmpty = (document: Document, schema: Schema): boolean => {
  const { properties, oneOf, anyOf } = resolve<Schema>(document, schema)
  return !properties && !oneOf && !anyOf
}

/** Fields of a response besides the result of a method. */
const AROUND = ['ok', 'pagination', 'nextCursor']

function answerOf(document: Document, { responses }: DocumentedOperation): Answer {
  const [, success] = Object.entries(responses).find(([status]) => status.startsWith('2'))!
  const content = 'content' in success ? success.content! : {}
  const json = content['application/json']?.schema
  if (!json) return { kind: 'file' }
  const { properties = {} } = resolve<Schema>(document, json)
  const fields = Object.entries(properties).filter(([field]) => !AROUND.includes(field))
  const [field, schema] = fields[0] ?? []
  if (field === undefined || !schema) return { kind: 'nothing' }
  const isList = properties.pagination !== undefined || properties.nextCursor !== undefined
  if (isList && schema.items) return { kind: 'list', field, item: schema.items }
  return fields.length === 1 ? { kind: 'field', field, schema } : { kind: 'whole', schema: json }
}

function schemasOf(answer: Answer): Schema[] {
  if (answer.kind === 'list') return [answer.item]
  return 'schema' in answer ? [answer.schema] : []
}

/** Adds the name of a schema and of all schemas within it. */
function collectNames(components: Components, schema: Schema, names: Set<string>): void {
  const name = nameOf(schema)
  if (name !== undefined) {
    if (names.has(name)) return
    names.add(name)
    collectNames(components, components.schemas[name]!, names)
  }
  const { properties = {}, items, additionalProperties, anyOf = [], oneOf = [], allOf = [] } = schema
  const further = typeof additionalProperties === 'object' ? [additionalProperties] : []
  for (const part of [
    ...Object.values(properties),
    ...(items ? [items] : []),
    ...further,
    ...anyOf,
    ...oneOf,
    ...allOf,
  ])
    collectNames(components, part, names)
}

/** The name of a referenced schema. */
export const nameOf = ({ $ref }: Schema): string | undefined => $ref?.split('/').at(-1)

/** The fields of an object. */
export const propertiesOf = ({ properties = {}, required = [] }: Schema): Field[] =>
  Object.entries(properties).map(([name, schema]) => ({
    name,
    required: required.includes(name),
    description: schema.description ?? '',
    schema,
  }))
