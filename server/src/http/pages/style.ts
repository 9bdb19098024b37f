import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { asset, sendAsset } from '../asset.ts'
import { admitAddress } from '../authenticate.ts'
import type { Services } from '../services.ts'
import { FRAME_STYLE } from './frame.ts'
import { palette } from './palette.ts'

/** Serves the common stylesheet of pages for people who are not signed in. */
export function frameStyle(app: FastifyInstance, services: Services): void {
  const own = readFileSync(resolve(import.meta.dirname, 'frame.css'), 'utf8')
  const style = asset('text/css; charset=utf-8', `${palette}\n${own}`)
  app.get(
    FRAME_STYLE,
    { onRequest: async (request, reply) => admitAddress(services, request, reply) },
    (request, reply) => sendAsset(request, reply, style),
  )
}
