import type { Server } from 'node:http'
import { endings, VERSION } from '@medina-care/protocol/constants.ts'
import type { Join } from '@medina-care/protocol/messages.ts'
import { WebSocket } from 'ws'
import { VideoProviderError } from '../index.ts'

const refusals: number[] = [endings.invalidToken.code, endings.expiredToken.code, endings.forbidden.code]

/**
 * The URL of this process's own endpoint. It avoids the public URL, which may be unreachable from the server's network.
 * @throws {VideoProviderError} `connection_refused` if the server does not listen
 */
export function internalAddress(server: Server | undefined): string {
  const bound = server?.listening ? server.address() : null
  if (bound === null || typeof bound === 'string') throw new VideoProviderError('connection_refused')
  const host = bound.address === '0.0.0.0' ? '127.0.0.1' : bound.address === '::' ? '::1' : bound.address
  return `ws://${host.includes(':') ? `[${host}]` : host}:${bound.port}`
}

/**
 * Joins a room as a page would, and leaves it.
 * @throws {VideoProviderError} with the cause; `timeout` if the signal aborts first
 */
export function roundTrip(url: string, token: string, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(new VideoProviderError('timeout'))
    const socket = new WebSocket(url, { perMessageDeflate: false, maxPayload: 64 * 1024 })
    const fail = (code: VideoProviderError['code'], cause?: unknown) => {
      reject(new VideoProviderError(code, { cause }))
      socket.terminate()
    }
    const onAbort = () => fail('timeout')
    signal.addEventListener('abort', onAbort, { once: true })
    socket.on('open', () => {
      const join: Join = { type: 'join', v: VERSION, token, sid: 'probe' }
      socket.send(JSON.stringify(join))
    })
    socket.on('message', (data) => {
      if (!isJoined(data.toString())) return
      resolve()
      socket.close(1000)
    })
    socket.on('error', (error) => fail(wasRefused(error) ? 'connection_refused' : 'service_unavailable', error))
    socket.on('close', (code) => {
      signal.removeEventListener('abort', onAbort)
      // No effect if the promise is already settled.
      fail(
        refusals.includes(code) ? 'auth_failed' : 'service_unavailable',
        new Error(`The endpoint closed with ${code}.`),
      )
    })
  })
}

function isJoined(frame: string): boolean {
  try {
    return JSON.parse(frame).type === 'joined'
  } catch {
    return false
  }
}

const wasRefused = (error: Error) => 'code' in error && error.code === 'ECONNREFUSED'
