import { readdirSync, readFileSync } from 'node:fs'
import { extname, join, relative, resolve } from 'node:path'
import type { FastifyInstance, RouteShorthandOptions } from 'fastify'
import type { Mode } from '../db/mode.ts'
import { notFound } from '../errors.ts'
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
import { sendNotFound, wantsPage } from './pages/not-found.ts'
import type { Services } from './services.ts'

const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'", // the search, and trials in the sandbox
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/**
 * Serves the API description: `/openapi.json` and its other forms for programs, `/docs` for people. They are made or read on first
 * use and kept.
 */
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
  const descriptions: Record<string, () => Asset> = {
    '/openapi.json': once(() => asset('application/json; charset=utf-8', JSON.stringify(document()))),
    '/openapi.yaml': once(() => asset('application/yaml; charset=utf-8', yaml(document()))),
    '/postman.json': once(() => asset('application/json; charset=utf-8', JSON.stringify(postman(document())))),
    '/asyncapi.json': once(() => asset('application/json; charset=utf-8', JSON.stringify(asyncApi(document())))),
  }
  const site = once(() => siteOf(mode, publicUrl))
  const config = { crossOrigin: 'any' as const }
  const options: RouteShorthandOptions = {
    config,
    onRequest: async (request, reply) => admitAddress(services, request, reply),
  }
  for (const path of [...Object.keys(descriptions), '/docs', '/docs/*']) {
    app.options(path, options, async (_, reply) => answerPreflight(reply, ['GET']))
    app.get(path, options, async (request, reply) => {
      const [address] = request.url.split('?') as [string]
      const content = descriptions[path] ?? site().get(address)
      if (!content && wantsPage(request)) return sendNotFound(request, reply)
      if (!content) throw notFound('Route')
      reply.header('Content-Security-Policy', CONTENT_SECURITY_POLICY)
      return sendAsset(request, reply, content())
    })
  }
  for (const path of ['/', '/docs/']) app.get(path, options, async (_request, reply) => reply.redirect('/docs', 302))
}

/** The server of the committed openapi.json, from which server/build made the pages. */
const BUILT_FOR = 'http://localhost:3000'

const folder = resolve(import.meta.dirname, '../../dist/documentation')

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
}

/** The files of the documentation by their address: the pages of the mode without their ending, and what they share. */
function siteOf(mode: Mode, publicUrl: string): Map<string, () => Asset> {
  const pages = filesIn(join(folder, mode)).map(
    (file) => [addressOf(relative(join(folder, mode), file)), file] as const,
  )
  const shared = filesIn(folder)
    .map((file) => [relative(folder, file), file] as const)
    .filter(([path]) => !/^(sandbox|production)\//.test(path))
    .map(([path, file]) => [`/docs/${path}`, file] as const)
  return new Map([...pages, ...shared].map(([address, file]) => [address, once(() => read(file, publicUrl))]))
}

const filesIn = (parent: string): string[] =>
  readdirSync(parent, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .map((one) => join(one.parentPath, one.name))

const addressOf = (page: string): string => (page === 'index.html' ? '/docs' : `/docs/${page.replace(/\.html$/, '')}`)

function read(file: string, publicUrl: string): Asset {
  const type = types[extname(file)]!
  const content = readFileSync(file)
  if (!type.startsWith('text/html')) return asset(type, content)
  return asset(
    type,
    content.toString().replaceAll(BUILT_FOR, () => html`${publicUrl}`.text),
  )
}
