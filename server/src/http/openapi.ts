import { scopes } from '../actor.ts'
import { eventShapes } from '../events/shapes.ts'
import type { Endpoint } from './endpoint.ts'
import type { Components, Document, DocumentedOperation, Method } from './openapi/document.ts'
import { ErrorResponses } from './openapi/error-responses.ts'
import { type Draft, describeEndpoint, describeOperation, notModified } from './openapi/operations.ts'
import { groups, introduction } from './openapi/prose.ts'
import { Schemas } from './openapi/schemas.ts'
import { sharedHeaders, sharedParameters, shareRepeated } from './openapi/shared.ts'
import { describeEvent, eventAnswers } from './openapi/webhooks.ts'
import type { Operation } from './operation.ts'

/** `sandbox` includes the sandbox's fictitious clients in the guide. */
type Api = {
  operations: Operation[]
  endpoints: Endpoint[]
  publicUrl: string
  sandbox: boolean
  version: string
}

/**
 * The OpenAPI 3.1 document, generated from the contracts. The output is deterministic: groups are in the order of
 * `groups`, operations in order of declaration, components sorted by name.
 */
export function openApi({ operations, endpoints, publicUrl, sandbox, version }: Api): Document {
  const schemas = new Schemas()
  const draft: Draft = { schemas, errors: new ErrorResponses(schemas), operations }
  const described: Described[] = [
    ...operations.map((op) => ({ ...routeOf(op), operation: describeOperation(draft, op) })),
    ...endpoints.map((endpoint) => ({ ...routeOf(endpoint), operation: describeEndpoint(draft, endpoint) })),
  ].sort((a, b) => rankOf(a.operation.tags[0]!) - rankOf(b.operation.tags[0]!))
  const tags = [...new Set([...described.flatMap(({ operation }) => operation.tags), 'Webhooks'])].sort(
    (a, b) => rankOf(a) - rankOf(b),
  )
  const webhooks = Object.fromEntries(
    eventShapes.map((shaped) => [shaped.kind, { post: describeEvent(draft, shaped) }]),
  )
  return {
    openapi: '3.1.1',
    info: {
      title: 'Medina Care',
      version,
      summary: 'The open, self-hosted telehealth platform.',
      description: introduction(publicUrl, sandbox),
      contact: { name: 'Medina Care', url: `${publicUrl}/docs` },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: publicUrl, ...(sandbox && { description: 'Sandbox' }) }],
    tags: tags.map((name) => ({ name, ...(groups[name] && { description: groups[name] }) })),
    paths: pathsOf(described),
    webhooks,
    components: componentsOf(draft, described, publicUrl),
  }
}

const order = Object.keys(groups)
const rankOf = (tag: string) => (order.includes(tag) ? order.indexOf(tag) : order.length)

type Described = { path: string; method: Method; operation: DocumentedOperation }

const routeOf = ({ path, method }: { path: string; method: string }) => ({
  path,
  method: method.toLowerCase() as Method,
})

function pathsOf(described: Described[]): Document['paths'] {
  const paths: Document['paths'] = {}
  for (const { path, method, operation } of described) {
    paths[path] ??= {}
    if (paths[path][method]) throw new Error(`${method} ${path} is described twice.`)
    paths[path][method] = operation
  }
  return paths
}

function componentsOf({ schemas, errors }: Draft, described: Described[], publicUrl: string): Components {
  const used = new Set(described.flatMap(({ operation }) => operation.security.flatMap(Object.keys)))
  const schemes: Record<string, object> = {
    OAuth2: {
      type: 'oauth2',
      description: 'An access token, sent as `Authorization: Bearer …`.',
      flows: {
        clientCredentials: {
          tokenUrl: `${publicUrl}/api/auth/token`,
          refreshUrl: `${publicUrl}/api/auth/token`,
          scopes,
        },
      },
    },
    ClientBasic: {
      type: 'http',
      scheme: 'basic',
      description:
        "The client's id and secret by HTTP Basic (RFC 6749, section 2.3.1). They may be sent in the body instead.",
    },
    CronSecret: {
      type: 'apiKey',
      in: 'header',
      name: 'X-Cron-Secret',
      description: 'The secret of the scheduled jobs.',
    },
    InternalToken: {
      type: 'apiKey',
      in: 'header',
      name: 'X-Internal-Token',
      description: 'The token of the internal hooks.',
    },
  }
  return {
    schemas: schemas.named(),
    responses: { ...errors.used(), ...notModified, ...eventAnswers },
    parameters: { ...sharedParameters, ...shareRepeated(described) },
    headers: sharedHeaders,
    securitySchemes: Object.fromEntries(Object.entries(schemes).filter(([name]) => used.has(name))),
  }
}
