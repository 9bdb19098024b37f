import type { Document, DocumentedOperation, Parameter } from '../openapi/document.ts'
import { resolve } from '../openapi/document.ts'

const SCHEMA = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json'

type Variable = { key: string; value: string; description?: string }

/**
 * A Postman collection (v2.1): a folder for each group, a request for each operation. Its variables hold the credentials of
 * a client; Postman uses them to get an access token.
 */
export function postman(document: Document): object {
  const [server] = document.servers
  const requests = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({
      tag: operation.tags[0]!,
      request: requestOf(document, path, method, operation),
    })),
  )
  const byTag = Map.groupBy(requests, ({ tag }) => tag)
  return {
    info: {
      name: document.info.title,
      description: document.info.summary,
      version: document.info.version,
      schema: SCHEMA,
    },
    auth: {
      type: 'oauth2',
      oauth2: [
        ['grant_type', 'client_credentials'],
        ['accessTokenUrl', '{{baseUrl}}/api/auth/token'],
        ['clientId', '{{clientId}}'],
        ['clientSecret', '{{clientSecret}}'],
        ['client_authentication', 'body'],
        ['addTokenTo', 'header'],
        ['tokenName', 'Medina Care'],
      ].map(([key, value]) => ({ key, value, type: 'string' })),
    },
    variable: variables(server!.url),
    item: document.tags.flatMap(({ name, description }) => {
      const found = byTag.get(name)
      return found ? [{ name, ...(description && { description }), item: found.map(({ request }) => request) }] : []
    }),
  }
}

const variables = (baseUrl: string): Variable[] => [
  { key: 'baseUrl', value: baseUrl },
  { key: 'clientId', value: '', description: 'The id of your client.' },
  {
    key: 'clientSecret',
    value: '',
    description: 'The secret of your client. Keep it in a vault or an environment, not in a shared collection.',
  },
  { key: 'cronSecret', value: '' },
  { key: 'internalToken', value: '' },
]

function requestOf(document: Document, path: string, method: string, operation: DocumentedOperation): object {
  const parameters = (operation.parameters ?? []).map((one) => resolve<Parameter>(document, one))
  const within = (place: Parameter['in']) => parameters.filter((parameter) => parameter.in === place)
  const body = bodyOf(operation)
  const query = within('query').map((parameter) => ({
    ...variableOf(parameter),
    disabled: parameter.required !== true,
  }))
  const [auth, ...secrets] = authOf(operation)
  return {
    name: operation['x-method'] ?? operation.operationId,
    request: {
      method: method.toUpperCase(),
      description: [operation.summary, operation.description].filter(Boolean).join('\n\n'),
      ...(auth && { auth }),
      header: [
        ...secrets,
        ...(body ? [{ key: 'Content-Type', value: body.type }] : []),
        ...within('header').map(headerOf),
      ],
      url: {
        raw: `{{baseUrl}}${path.replace(/\{(\w+)\}/g, ':$1')}`,
        host: ['{{baseUrl}}'],
        path: path
          .replace(/\{(\w+)\}/g, ':$1')
          .slice(1)
          .split('/'),
        ...(query.length > 0 && { query }),
        variable: within('path').map(variableOf),
      },
      ...(body && { body: body.content }),
    },
    response: [],
  }
}

/** The authentication of a request and its secret headers. Undefined means the collection's own authentication. */
function authOf({ security }: DocumentedOperation): [object | undefined, ...Variable[]] {
  const names = security.flatMap(Object.keys)
  if (names.includes('OAuth2')) return [undefined]
  const none = { type: 'noauth' }
  if (names.includes('CronSecret')) return [none, { key: 'X-Cron-Secret', value: '{{cronSecret}}' }]
  if (names.includes('InternalToken')) return [none, { key: 'X-Internal-Token', value: '{{internalToken}}' }]
  return [none]
}

/** Postman sends a new Idempotency-Key with each request. Other optional headers are off until the user enables them. */
const headerOf = (parameter: Parameter): object =>
  parameter.name === 'Idempotency-Key'
    ? { ...variableOf(parameter), value: '{{$guid}}' }
    : { ...variableOf(parameter), disabled: parameter.required !== true }

const variableOf = ({ name, description, schema }: Parameter): Variable => {
  const example = schema.examples?.[0] ?? schema.default ?? ''
  return { key: name, value: String(example), ...(description && { description }) }
}

function bodyOf({ requestBody }: DocumentedOperation): { type: string; content: object } | undefined {
  const [type, media] = Object.entries(requestBody?.content ?? {})[0] ?? []
  if (!type || !media) return undefined
  const example = media.example ?? Object.values(media.examples ?? {})[0]?.value
  if (type === 'application/x-www-form-urlencoded') {
    const urlencoded = Object.entries((example ?? {}) as object).map(([key, value]) => ({ key, value: String(value) }))
    return { type, content: { mode: 'urlencoded', urlencoded } }
  }
  const raw = typeof example === 'string' ? example : JSON.stringify(example ?? {}, null, 2)
  return { type, content: { mode: 'raw', raw, options: { raw: { language: 'json' } } } }
}
