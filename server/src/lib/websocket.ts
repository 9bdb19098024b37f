import type { IncomingMessage } from 'node:http'

/**
 * Whether a request is an upgrade to WebSocket. Once a server has an upgrade listener, Node passes it every upgrade
 * request, also h2c offers that some HTTP clients add to ordinary requests.
 */
export const offersWebSocket = ({ headers }: IncomingMessage): boolean => headers.upgrade?.toLowerCase() === 'websocket'
