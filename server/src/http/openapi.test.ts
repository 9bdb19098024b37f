import assert from 'node:assert/strict'
import diagnostics from 'node:diagnostics_channel'
import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { describe, it } from 'node:test'
import { Validator } from '@seriousme/openapi-schema-validator'
import type { FastifyInstance } from 'fastify'
import { parse } from 'yaml'
import { z } from 'zod'
import { committedTexts, pathOf } from '../../../scripts/openapi.ts'
import { startPlatform } from '../../testing/harness.ts'
import { allOperations } from '../app.ts'
import { endpoints } from '../endpoints.ts'
import { catalog } from '../events/catalog.ts'
import type { Document, DocumentedOperation, MediaType, Method, Schema } from './openapi/document.ts'

const operations = allOperations().map(({ operation }) => operation)
const texts = committedTexts()
const document = JSON.parse(texts['openapi.json']!) as Document
const documented = Object.entries(document.paths).flatMap(([path, item]) =>
  (Object.entries(item) as [Method, DocumentedOperation][]).map(([method, operation]) => ({ path, method, operation })),
)

describe('openapi.json', () => {
  for (const [name, text] of Object.entries(texts))
    it(`is committed as generated from the contracts: ${name}`, () => {
      const committed = readFileSync(pathOf(name), 'utf8')
      assert.ok(committed === text, `${name} is stale: run \`npm run openapi\` and commit it`)
    })

  it('is the same as YAML', () => {
    assert.deepEqual(parse(texts['openapi.yaml']!), document)
  })

  it('is deterministic', () => {
    assert.deepEqual(committedTexts(), texts)
  })

  it('is valid OpenAPI 3.1', async () => {
    assert.deepEqual(await new Validator().validate(structuredClone(document)), { valid: true })
  })

  it('has every operation with its scope, its success and its errors', () => {
    for (const op of operations) {
      const { operation } = documented.find(({ operation }) => operation.operationId === op.name)!
      const isPublic = op.scope === 'public'
      const scopes = op.scope === 'token' ? [] : [op.scope]
      assert.deepEqual(operation.security, isPublic ? [] : [{ OAuth2: scopes }], op.name)
      const statuses = Object.keys(operation.responses)
      const expected = [
        op.status ?? 200,
        ...(isPublic ? [] : [401]),
        ...(isPublic || (op.scope === 'token' && !op.roles) ? [] : [403]),
        429,
        500,
        503,
        ...(op.body ? [400, 413, 415, 422] : []),
        ...(op.params ? [404] : []),
      ]
      for (const status of [...expected, ...(op.conflicts ? [409] : [])])
        assert.ok(statuses.includes(String(status)), `${op.name} ${status}`)
    }
    assert.equal(documented.length, operations.length + endpoints.length)
  })

  it('describes each group of operations', () => {
    for (const { name, description } of document.tags)
      assert.ok(description, `describe the tag ${name} in http/openapi/prose.ts`)
  })

  it('has no dangling references and no unused components', () => {
    const text = JSON.stringify(document)
    const referred = new Set(
      [...text.matchAll(/"\$ref":"#\/components\/(\w+)\/([^"]+)"/g)].map(([, kind, name]) => `${kind}/${name}`),
    )
    const { securitySchemes, ...rest } = document.components
    const present = Object.entries(rest).flatMap(([kind, all]) => Object.keys(all).map((name) => `${kind}/${name}`))
    assert.deepEqual([...referred].sort(), present.sort())
    const secured = documented.flatMap(({ operation }) => operation.security.flatMap(Object.keys))
    assert.deepEqual(Object.keys(securitySchemes).sort(), [...new Set(secured)].sort())
  })

  it('names each object but the envelope of an answer, and each enumeration that it repeats', () => {
    const { schemas } = document.components
    const places = documented.flatMap(({ operation }) => [
      ...Object.values(operation.requestBody?.content ?? {}).map(({ schema }) => schema),
      ...Object.values(operation.responses).flatMap((response) =>
        'content' in response ? Object.values(response.content!).flatMap(({ schema }) => partsOf(schema)) : [],
      ),
      ...(operation.parameters ?? []).flatMap((parameter) => ('schema' in parameter ? parameter.schema : [])),
    ])
    const inline = [...places, ...Object.values(schemas).flatMap(partsOf)].flatMap(nested)
    assert.deepEqual(
      inline.filter(({ properties }) => properties).map(({ properties }) => Object.keys(properties!).join()),
      [],
    )
    const enumerations = [...inline, ...Object.values(schemas)].flatMap((schema) => schema.enum?.join() ?? [])
    assert.deepEqual(
      enumerations.filter((one, at) => enumerations.indexOf(one) !== at),
      [],
    )
  })

  it('writes null in one way', () => {
    const inAnyOf = Object.values(document.components.schemas)
      .flatMap(nested)
      .flatMap(({ anyOf }) => (anyOf?.some(({ type }) => type === 'null') ? anyOf : []))
    assert.deepEqual(
      inAnyOf.filter(({ type }) => type !== undefined && type !== 'null'),
      [],
      'types with null are lists; anyOf is for references',
    )
  })

  it('has examples of requests and answers that its contracts accept', () => {
    for (const contract of [...operations, ...endpoints]) {
      const { operation } = documented.find(({ operation }) => operation.operationId === contract.name)!
      const answer = operation.responses[String(contract.status ?? 200)]!
      if (contract.body) contract.body.parse(exampleIn(operation.requestBody!.content), { reportInput: true })
      assert.ok('content' in answer)
      contract.answer.parse(exampleIn(answer.content), { reportInput: true })
    }
    for (const [kind, { data }] of Object.entries(catalog)) {
      data.parse((exampleIn(document.webhooks[kind]!.post.requestBody!.content) as { data: unknown }).data)
    }
  })

  it('has examples that match its own schemas', () => {
    for (const media of mediaIn(document)) {
      const schema = compiled(media.schema)
      const examples =
        'example' in media ? [media.example] : Object.values(media.examples ?? {}).map(({ value }) => value)
      assert.notEqual(examples.length, 0)
      for (const example of examples) assert.equal(schema.safeParse(example).error, undefined, JSON.stringify(example))
    }
  })
})

const exampleIn = (content: Record<string, MediaType> | undefined) =>
  (content?.['application/json'] ?? Object.values(content ?? {})[0])?.example

/** The schemas directly within a schema. */
const partsOf = ({
  properties = {},
  items,
  additionalProperties,
  anyOf = [],
  oneOf = [],
  allOf = [],
}: Schema): Schema[] => [
  ...Object.values(properties),
  ...(items ? [items] : []),
  ...(typeof additionalProperties === 'object' ? [additionalProperties] : []),
  ...anyOf,
  ...oneOf,
  ...allOf,
]

/** A schema and all within it. */
const nested = (schema: Schema): Schema[] => [schema, ...partsOf(schema).flatMap(nested)]

/** All media types in the document. */
function mediaIn(value: unknown): MediaType[] {
  if (typeof value !== 'object' || value === null) return []
  if ('schema' in value && ('example' in value || 'examples' in value) && !('in' in value)) return [value as MediaType]
  return Object.values(value).flatMap(mediaIn)
}

const known = new Map<string, z.ZodType>()
const compiled = (schema: Schema) => known.getOrInsertComputed(JSON.stringify(schema), () => inZod(schema))

function inZod(schema: Schema): z.ZodType {
  const local = (part: object) => JSON.parse(JSON.stringify(part).replaceAll('#/components/schemas/', '#/$defs/'))
  return z.fromJSONSchema({ ...local(schema), $defs: local(document.components.schemas) })
}

// Fastify publishes each new server before it has routes.
const routes: string[] = []
const collect = (message: unknown) =>
  (message as { fastify: FastifyInstance }).fastify.addHook('onRoute', ({ method, url }) => {
    for (const one of [method].flat()) if (one !== 'HEAD') routes.push(`${one} ${url.replace(/:(\w+)/g, '{$1}')}`)
  })
diagnostics.subscribe('fastify.initialization', collect)
// With LiveKit, because its routes exist only then. It is never called.
const platform = await startPlatform({ VIDEO_URL: 'livekit+http://key:secret@127.0.0.1:9' })
diagnostics.unsubscribe('fastify.initialization', collect)

describe('the documentation over HTTP', () => {
  it('describes every route that the server has', () => {
    const forPeople = [
      'GET /',
      'GET /.well-known/security.txt',
      'GET /access/page.css',
      'GET /access/{token}',
      'GET /account',
      'GET /account/page.css',
      'GET /account/passkeys.js',
      'GET /account/second-factor',
      'GET /ar/book',
      'GET /ar/book/done/{appointment}',
      'GET /ar/book/waitlist',
      'GET /ar/book/{doctor}',
      'GET /ar/book/{doctor}/confirm',
      'GET /ar/book/{doctor}/time',
      'GET /ar/join/{code}',
      'GET /ar/join/{code}/calendar.ics',
      'GET /ar/visits',
      'GET /ar/visits/{visit}',
      'GET /ar/visits/{visit}/documents/{id}',
      'GET /ar/visits/{visit}/files/{id}',
      'GET /ar/visits/{visit}/invoices/{id}',
      'GET /ar/visits/{visit}/prescriptions/{id}',
      'GET /asyncapi.json',
      'GET /book',
      'GET /book/page.css',
      'GET /book/waitlist',
      'GET /claim',
      'GET /console',
      'GET /console/*',
      'GET /console/assets/{file}',
      'GET /docs',
      'GET /docs/',
      'GET /docs/*',
      'GET /en/book',
      'GET /en/book/done/{appointment}',
      'GET /en/book/waitlist',
      'GET /en/book/{doctor}',
      'GET /en/book/{doctor}/confirm',
      'GET /en/book/{doctor}/time',
      'GET /en/join/{code}',
      'GET /en/join/{code}/calendar.ics',
      'GET /en/visits',
      'GET /en/visits/{visit}',
      'GET /en/visits/{visit}/documents/{id}',
      'GET /en/visits/{visit}/files/{id}',
      'GET /en/visits/{visit}/invoices/{id}',
      'GET /en/visits/{visit}/prescriptions/{id}',
      'GET /forgot-password',
      'GET /fr/book',
      'GET /fr/book/done/{appointment}',
      'GET /fr/book/waitlist',
      'GET /fr/book/{doctor}',
      'GET /fr/book/{doctor}/confirm',
      'GET /fr/book/{doctor}/time',
      'GET /fr/join/{code}',
      'GET /fr/join/{code}/calendar.ics',
      'GET /fr/visits',
      'GET /fr/visits/{visit}',
      'GET /fr/visits/{visit}/documents/{id}',
      'GET /fr/visits/{visit}/files/{id}',
      'GET /fr/visits/{visit}/invoices/{id}',
      'GET /fr/visits/{visit}/prescriptions/{id}',
      'GET /home',
      'GET /invitations/page.css',
      'GET /invitations/{token}',
      'GET /join/page.css',
      'GET /openapi.json',
      'GET /openapi.yaml',
      'GET /pages/copy.js',
      'GET /pages/frame.css',
      'GET /postman.json',
      'GET /register',
      'GET /reset-password',
      'GET /room/assets/{file}',
      'GET /room/{roomId}',
      'GET /signin',
      'GET /verify',
      'GET /verify-email',
      'GET /verify-phone',
      'GET /verify/check-file.js',
      'GET /verify/page.css',
      'GET /visits',
      'GET /visits/page.css',
      'POST /account/clients',
      'POST /account/contact',
      'POST /account/data',
      'POST /account/leave',
      'POST /account/organization',
      'POST /account/password',
      'POST /account/second-factor/begin',
      'POST /account/second-factor/confirm',
      'POST /account/second-factor/passkey',
      'POST /account/second-factor/passkey/options',
      'POST /account/second-factor/passkey/remove',
      'POST /account/second-factor/remove',
      'POST /account/second-factor/replace',
      'POST /account/sessions',
      'POST /account/signout',
      'POST /ar/book/waitlist/{id}/{action}',
      'POST /ar/book/{doctor}/code',
      'POST /ar/book/{doctor}/confirm',
      'POST /ar/book/{doctor}/time',
      'POST /ar/book/{doctor}/waitlist',
      'POST /ar/visits/{visit}/follow-ups/{id}/accept',
      'POST /ar/visits/{visit}/follow-ups/{id}/decline',
      'POST /ar/visits/{visit}/orders',
      'POST /ar/visits/{visit}/orders/{id}/cancel',
      'POST /ar/visits/{visit}/review',
      'POST /claim',
      'POST /en/book/waitlist/{id}/{action}',
      'POST /en/book/{doctor}/code',
      'POST /en/book/{doctor}/confirm',
      'POST /en/book/{doctor}/time',
      'POST /en/book/{doctor}/waitlist',
      'POST /en/visits/{visit}/follow-ups/{id}/accept',
      'POST /en/visits/{visit}/follow-ups/{id}/decline',
      'POST /en/visits/{visit}/orders',
      'POST /en/visits/{visit}/orders/{id}/cancel',
      'POST /en/visits/{visit}/review',
      'POST /forgot-password',
      'POST /fr/book/waitlist/{id}/{action}',
      'POST /fr/book/{doctor}/code',
      'POST /fr/book/{doctor}/confirm',
      'POST /fr/book/{doctor}/time',
      'POST /fr/book/{doctor}/waitlist',
      'POST /fr/visits/{visit}/follow-ups/{id}/accept',
      'POST /fr/visits/{visit}/follow-ups/{id}/decline',
      'POST /fr/visits/{visit}/orders',
      'POST /fr/visits/{visit}/orders/{id}/cancel',
      'POST /fr/visits/{visit}/review',
      'POST /register',
      'POST /reset-password',
      'POST /signin',
      'POST /signin/organization',
      'POST /signin/passkey',
      'POST /signin/passkey/options',
      'POST /signin/second-factor',
      'POST /verify-email',
      'POST /verify-email/code',
      'POST /verify-phone',
      'POST /verify-phone/code',
    ]
    // Each provider defines its own parameters.
    const forProviders = [
      'GET /api/callbacks/messages/{provider}',
      'POST /api/callbacks/messages/{provider}',
      'POST /video/livekit/webhook',
    ]
    const inDocument = documented.map(({ path, method }) => `${method.toUpperCase()} ${path}`)
    const updates = operations.filter(({ method }) => method === 'PUT').map(({ path }) => `PATCH ${path}`)
    assert.deepEqual(routes.filter((route) => route.startsWith('PATCH ')).sort(), updates.sort(), 'the same as PUT')
    assert.deepEqual(
      routes
        .filter((route) => !route.startsWith('PATCH '))
        .filter((route) => ![...forPeople, ...forProviders].includes(route) && !route.startsWith('OPTIONS '))
        .sort(), // preflights
      inDocument.sort(),
      'every route is an Operation, or an Endpoint in endpoints.ts',
    )
  })

  it('names the public URL of the server', async () => {
    const { status, headers, body } = await platform.call('GET', '/openapi.json')
    assert.equal(status, 200)
    assert.equal(headers.get('content-type'), 'application/json; charset=utf-8')
    assert.equal(headers.get('cache-control'), 'public, max-age=300')
    assert.deepEqual(body.servers, [{ url: platform.url, description: 'Sandbox' }])
    assert.deepEqual(Object.keys(body.paths), Object.keys(document.paths))
  })

  it('answers 304 to If-None-Match', async () => {
    for (const path of ['/openapi.json', '/docs', '/docs/api/appointments', '/docs/site.css', '/docs/icon.svg']) {
      const first = await platform.call('GET', path)
      const again = await platform.call('GET', path, { headers: { 'if-none-match': first.headers.get('etag')! } })
      assert.equal(again.status, 304, path)
      assert.equal(again.text, '')
    }
  })

  it('is compressed for clients that accept gzip, and plain for others', async () => {
    const packed = await platform.call('GET', '/docs', { headers: { 'accept-encoding': 'gzip' } })
    const plain = await platform.call('GET', '/docs', { headers: { 'accept-encoding': 'identity' } })
    assert.equal(packed.headers.get('content-encoding'), 'gzip')
    assert.equal(plain.headers.get('content-encoding'), null)
    assert.equal(packed.text, plain.text)
    assert.equal(plain.headers.get('vary'), 'Accept-Encoding')
  })

  it('shows the public URL of the server in samples', async () => {
    const { text } = await platform.call('GET', '/docs/guides/using-the-api')
    assert.ok(text.includes(`curl ${platform.url}/api/auth/token`))
    assert.ok(!text.includes('http://localhost:3000'))
  })

  it('lists the clients of the sandbox only in the sandbox', async () => {
    const page = 'guides/using-the-api'
    const { text } = await platform.call('GET', `/docs/${page}`)
    const folder = resolve(import.meta.dirname, '../../dist/documentation/production')
    const production = await readFile(resolve(folder, `${page}.html`), 'utf8')
    assert.ok(text.includes('The sandbox has these clients'))
    assert.ok(!production.includes('The sandbox has these clients'))
    assert.ok(production.includes('YOUR_CLIENT_SECRET'))
  })

  it('lets the page load only its own files', async () => {
    const { status, headers } = await platform.call('GET', '/docs')
    assert.equal(status, 200)
    assert.equal(headers.get('content-type'), 'text/html; charset=utf-8')
    const policy = headers.get('content-security-policy')!
    assert.match(policy, /default-src 'none'; script-src 'self'; style-src 'self';/)
    assert.doesNotMatch(policy, /unsafe|\*|https?:/)
  })

  it('redirects / to the documentation', async () => {
    const response = await fetch(`${platform.url}/`, { redirect: 'manual' })
    assert.equal(response.status, 302)
    assert.equal(response.headers.get('location'), '/docs')
  })
})
