import type { IncomingMessage } from 'node:http'

/**
 * Whether a request is an upgrade to WebSocket. Once a server has an upgrade listener, Node passes every upgrade request to
 * it, including the h2c offers that some HTTP clients add to ordinary requests.
 */
export const offersWebSocket = ({ headers }: IncomingMessage): boolean => headers.upgrade?.toLowerCase() === 'websocket'
