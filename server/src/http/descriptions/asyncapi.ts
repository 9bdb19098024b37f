import { type Document, type Parameter, resolve, type Schema } from '../openapi/document.ts'

/**
 * The AsyncAPI 3 document of the events that the platform sends to webhooks and that clients read at `/api/events`. Built
 * from the webhooks of openapi.json.
 */
export function asyncApi(document: Document): object {
  const { info, servers, webhooks } = document
  const { title, version, license } = info
  const kinds = Object.entries(webhooks).map(([kind, { post }]) => ({
    kind,
    post,
    media: post.requestBody!.content['application/json']!,
  }))
  const url = new URL(servers[0]!.url)
  const messages = Object.fromEntries(kinds.map(({ kind }) => [kind, { $ref: `#/components/messages/${kind}` }]))
  const inChannel = (channel: string) => kinds.map(({ kind }) => ({ $ref: `#/channels/${channel}/messages/${kind}` }))
  return {
    asyncapi: '3.0.0',
    info: {
      title: `${title} events`,
      version,
      description: 'The events of the platform. They are sent to webhooks and kept in a log that clients can read.',
      license: { name: license.name },
    },
    defaultContentType: 'application/json',
    servers: {
      api: {
        host: url.host,
        protocol: url.protocol.replace(':', ''),
        ...(url.pathname !== '/' && { pathname: url.pathname }),
      },
    },
    channels: {
      webhook: {
        address: null,
        title: 'Webhooks',
        description: 'The URLs that clients register with `POST /api/webhooks`.',
        messages,
      },
      log: {
        address: '/api/events',
        title: 'Event log',
        description:
          'Pages of events, oldest first with `after`. With `wait`, the call waits until an event is recorded.',
        servers: [{ $ref: '#/servers/api' }],
        messages,
      },
    },
    operations: {
      sendEvent: {
        action: 'send',
        channel: { $ref: '#/channels/webhook' },
        summary: 'The platform posts an event to a webhook and retries until the webhook accepts it.',
        bindings: { http: { method: 'POST', bindingVersion: '0.3.0' } },
        messages: inChannel('webhook'),
      },
      listEvents: {
        action: 'send',
        channel: { $ref: '#/channels/log' },
        summary: 'The platform returns the events after the position that the client sends.',
        bindings: { http: { method: 'GET', bindingVersion: '0.3.0' } },
        messages: inChannel('log'),
      },
    },
    components: {
      messages: Object.fromEntries(
        kinds.map(({ kind, post, media }) => [
          kind,
          {
            name: kind,
            title: post.summary,
            ...(post.description && { description: post.description }),
            headers: headersOf(document, post.parameters ?? []),
            payload: media.schema,
            examples: [{ payload: media.example }],
          },
        ]),
      ),
      schemas: schemasOf(
        document,
        kinds.map(({ media }) => media.schema),
      ),
    },
  }
}

const headersOf = (document: Document, parameters: Parameters<typeof resolve<Parameter>>[1][]): object => {
  const found = parameters.map((one) => resolve<Parameter>(document, one))
  return {
    type: 'object',
    properties: Object.fromEntries(found.map(({ name, description, schema }) => [name, { ...schema, description }])),
    required: found.filter(({ required }) => required).map(({ name }) => name),
  }
}

/** The components that schemas reference, directly or through other components. */
function schemasOf({ components }: Document, schemas: Schema[]): Record<string, Schema> {
  const named = new Set<string>()
  const collect = (schema: object): void => {
    for (const [, name] of JSON.stringify(schema).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      if (named.has(name!)) continue
      named.add(name!)
      collect(components.schemas[name!]!)
    }
  }
  collect(schemas)
  return Object.fromEntries([...named].sort().map((name) => [name, components.schemas[name]!]))
}
