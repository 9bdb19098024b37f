import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { asset, sendAsset } from '../asset.ts'
import { admitAddress } from '../authenticate.ts'
import type { Services } from '../services.ts'
import { COPY_SCRIPT, FRAME_STYLE } from './frame.ts'
import { palette } from './palette.ts'

/** Serves the common stylesheet and script of pages for people who are not signed in. */
export function frameAssets(app: FastifyInstance, services: Services): void {
  const own = readFileSync(resolve(import.meta.dirname, 'frame.css'), 'utf8')
  const style = asset('text/css; charset=utf-8', `${palette}\n${own}`)
  const script = asset('text/javascript; charset=utf-8', readFileSync(resolve(import.meta.dirname, 'copy.js')))
  const onRequest = async (request: FastifyRequest, reply: FastifyReply) => admitAddress(services, request, reply)
  app.get(FRAME_STYLE, { onRequest }, (request, reply) => sendAsset(request, reply, style))
  app.get(COPY_SCRIPT, { onRequest }, (request, reply) => sendAsset(request, reply, script))
}
