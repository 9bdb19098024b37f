import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { FastifyInstance, RouteShorthandOptions } from 'fastify'
import type { Mode } from '../db/mode.ts'
import { html } from '../lib/html.ts'
import { once } from '../lib/once.ts'
import { readVersion } from '../lib/version.ts'
import { type Asset, asset, sendAsset } from './asset.ts'
import { admitAddress } from './authenticate.ts'
import { answerPreflight } from './cors.ts'
import { asyncApi } from './descriptions/asyncapi.ts'
import { postman } from './descriptions/postman.ts'
import { yaml } from './descriptions/yaml.ts'
import type { Endpoint } from './endpoint.ts'
import { openApi } from './openapi.ts'
import type { Operation } from './operation.ts'
import type { Services } from './services.ts'

const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** Serves the API description: `/openapi.json` and its other forms for programs, `/docs` for people. They are made or read on first use and kept. */
export function documentation(
  app: FastifyInstance,
  services: Services,
  operations: Operation[],
  endpoints: Endpoint[],
): void {
  const { publicUrl, mode } = services.config
  const document = once(() =>
    openApi({ operations, endpoints, publicUrl, sandbox: mode === 'sandbox', version: readVersion() }),
  )
  const assets: Record<string, () => Asset> = {
    '/openapi.json': once(() => asset('application/json; charset=utf-8', JSON.stringify(document()))),
    '/openapi.yaml': once(() => asset('application/yaml; charset=utf-8', yaml(document()))),
    '/postman.json': once(() => asset('application/json; charset=utf-8', JSON.stringify(postman(document())))),
    '/asyncapi.json': once(() => asset('application/json; charset=utf-8', JSON.stringify(asyncApi(document())))),
    '/docs': once(() => asset('text/html; charset=utf-8', referencePage(mode, publicUrl))),
    '/docs/reference.css': once(() => asset('text/css; charset=utf-8', built('reference.css'))),
    '/docs/reference.js': once(() => asset('text/javascript; charset=utf-8', built('reference.js'))),
    '/docs/icon.svg': once(() => asset('image/svg+xml', built('icon.svg'))),
  }
  const countFirst: RouteShorthandOptions = {
    onRequest: async (request, reply) => admitAddress(services, request, reply),
  }
  for (const [path, content] of Object.entries(assets)) {
    const config = { crossOrigin: 'any' as const }
    app.options(path, { ...countFirst, config }, async (_, reply) => answerPreflight(reply, ['GET']))
    app.get(path, { ...countFirst, config }, async (request, reply) => {
      reply.header('Content-Security-Policy', CONTENT_SECURITY_POLICY)
      return sendAsset(request, reply, content())
    })
  }
  for (const path of ['/', '/docs/']) app.get(path, countFirst, async (_request, reply) => reply.redirect('/docs', 302))
}

/** The server of the committed openapi.json, from which server/build made the pages. */
const BUILT_FOR = 'http://localhost:3000'

const referencePage = (mode: Mode, publicUrl: string): string =>
  built(`${mode}.html`).replaceAll(BUILT_FOR, () => html`${publicUrl}`.text)

const built = (name: string) => readFileSync(resolve(import.meta.dirname, '../../dist/reference', name), 'utf8')
