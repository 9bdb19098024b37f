import type { IncomingMessage } from 'node:http'

/**
 * Whether a request wants to become a WebSocket. Once somebody listens for upgrades, Node takes every offer of one for
 * accepted, also the offers of h2c that some HTTP clients make with ordinary requests.
 */
export const offersWebSocket = ({ headers }: IncomingMessage): boolean => headers.upgrade?.toLowerCase() === 'websocket'
