/** The part of JSON Schema 2020-12 that contracts use. */
export type Schema = {
  $ref?: string
  type?: string | string[]
  format?: string
  pattern?: string
  enum?: unknown[]
  const?: unknown
  default?: unknown
  description?: string
  examples?: unknown[]
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
  propertyNames?: Schema
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  discriminator?: { propertyName: string; mapping: Record<string, string> }
  allOf?: Schema[]
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
}

/** A reference to a component; `description` overrides the component's. */
export type Ref = { $ref: string; description?: string }

export type Header = { description: string; schema: Schema }
type Example = { summary?: string; value: unknown }
export type MediaType = { schema: Schema; example?: unknown; examples?: Record<string, Example> }
export type Response = {
  description: string
  headers?: Record<string, Header | Ref>
  content?: Record<string, MediaType>
}
export type Parameter = {
  name: string
  in: 'path' | 'query' | 'header'
  description?: string
  required?: boolean
  /** Lists: with `explode: false` separated by commas. */
  style?: 'form'
  explode?: false
  schema: Schema
}
export type Method = 'get' | 'post' | 'put' | 'delete'

export type DocumentedOperation = {
  operationId: string
  /** The method of client libraries; events have none. */
  'x-method'?: string
  /** Who calls it: partners' servers, browsers for their users, or the installation itself. */
  'x-audience'?: 'partner' | 'browser' | 'operator'
  tags: string[]
  summary: string
  description?: string
  security: Record<string, string[]>[]
  parameters?: (Parameter | Ref)[]
  requestBody?: { description?: string; required: boolean; content: Record<string, MediaType> }
  responses: Record<string, Response | Ref>
}

export type Components = {
  schemas: Record<string, Schema>
  responses: Record<string, Response>
  parameters: Record<string, Parameter>
  headers: Record<string, Header>
  securitySchemes: Record<string, object>
}

/** The part of OpenAPI 3.1 that our document uses. */
export type Document = {
  openapi: '3.1.1'
  info: {
    title: string
    version: string
    summary: string
    description: string
    contact: { name: string; url: string }
    license: { name: string; identifier: string }
  }
  servers: { url: string; description?: string }[]
  tags: { name: string; description?: string }[]
  paths: Record<string, Partial<Record<Method, DocumentedOperation>>>
  webhooks: Record<string, { post: DocumentedOperation }>
  components: Components
}

/** Resolves a reference within the document. */
export function resolve<T extends object>(document: Pick<Document, 'components'>, value: T | Ref): T {
  if (!('$ref' in value) || typeof value.$ref !== 'string') return value as T
  const [kind, name] = value.$ref.replace('#/components/', '').split('/') as [keyof Components, string]
  const { $ref: _, ...own } = value
  return { ...(document.components[kind][name] as T), ...own }
}
