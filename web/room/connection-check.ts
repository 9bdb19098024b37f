/** The result of the check of the user's connection before the call. */
export type ConnectionCheck = {
  isSecure: boolean
  /** The browser supports video calls. */
  isSupported: boolean
  /** The browser found a local ICE candidate. Without one, a firewall or an extension prevents calls. */
  hasRoute: boolean
  /** Median of a few small requests to the server, in ms. Undefined if all failed. */
  roundTripMs: number | undefined
  /** The call's WebSocket opens. Some proxies allow only HTTP. */
  hasLine: boolean
}

export type CheckPlatform = {
  isSecure: boolean
  peerConnection: (new (config?: RTCConfiguration) => RTCPeerConnection) | undefined
  /** A small uncached request to the server, or to `elsewhere` with an opaque response. */
  fetch(signal: AbortSignal, elsewhere?: string): Promise<unknown>
  openSocket(url: string): WebSocket
  now(): number
}

const ROUND_TRIPS = 5
/** The time limit of each part. They run in parallel, so the whole check takes less than 5 s. */
const CHECK_LIMIT_MS = 4000

/** @param url a WebSocket URL, which is opened without joining, or an http(s) URL, which is requested */
export async function checkConnection(platform: CheckPlatform, url: string): Promise<ConnectionCheck> {
  const { isSecure, peerConnection } = platform
  const isSupported =
    peerConnection !== undefined &&
    'getTransceivers' in peerConnection.prototype &&
    'restartIce' in peerConnection.prototype
  const [hasRoute, roundTripMs, hasLine] = await Promise.all([
    isSupported ? findsCandidate(peerConnection) : false,
    roundTrip(platform),
    url.startsWith('http') ? isReachable(platform, url) : canOpenSocket(platform, url),
  ])
  return { isSecure, isSupported, hasRoute, roundTripMs, hasLine }
}

async function findsCandidate(PeerConnection: new () => RTCPeerConnection): Promise<boolean> {
  const pc = new PeerConnection()
  try {
    return await withTimeout((found) => {
      pc.addEventListener('icecandidate', ({ candidate }) => {
        if (candidate === null) found(false)
        else if (candidate.candidate) found(true)
      })
      pc.createDataChannel('check')
      void pc.setLocalDescription().catch(() => found(false))
    })
  } finally {
    pc.close()
  }
}

async function roundTrip({ fetch, now }: CheckPlatform): Promise<number | undefined> {
  const took: number[] = []
  try {
    await withAbortTimeout(async (limit) => {
      // One after the other. The first request does not count, because it opens the connection.
      for (let nth = 0; nth <= ROUND_TRIPS; nth++) {
        const began = now()
        await fetch(limit)
        if (nth > 0) took.push(now() - began)
      }
    })
  } catch {
    // After a timeout or failure, the completed requests count.
  }
  return took.sort((a, b) => a - b)[took.length >> 1]
}

const isReachable = ({ fetch }: CheckPlatform, url: string): Promise<boolean> =>
  withAbortTimeout((limit) => fetch(limit, url)).then(
    () => true,
    () => false,
  )

/** Replaces AbortSignal.timeout(), which Safari 15 lacks. */
async function withAbortTimeout(work: (limit: AbortSignal) => Promise<unknown>): Promise<void> {
  const limit = new AbortController()
  const timer = setTimeout(() => limit.abort(), CHECK_LIMIT_MS)
  try {
    await work(limit.signal)
  } finally {
    clearTimeout(timer)
  }
}

async function canOpenSocket({ openSocket }: CheckPlatform, url: string): Promise<boolean> {
  let socket: WebSocket
  try {
    socket = openSocket(url)
  } catch {
    return false
  }
  const isOpen = await withTimeout((settle) => {
    socket.addEventListener('open', () => settle(true))
    socket.addEventListener('close', () => settle(false))
  })
  socket.close()
  return isOpen
}

const withTimeout = (start: (settle: (isReachable: boolean) => void) => void): Promise<boolean> =>
  new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), CHECK_LIMIT_MS)
    start((isReachable) => {
      clearTimeout(timer)
      resolve(isReachable)
    })
  })

/** @param window the window of the page */
export const checkPlatform = (window: Window & typeof globalThis): CheckPlatform => ({
  isSecure: window.isSecureContext,
  peerConnection: window.RTCPeerConnection as typeof RTCPeerConnection | undefined,
  // The page's own path always exists, and HEAD returns no body.
  fetch: (signal, elsewhere) =>
    elsewhere === undefined
      ? window.fetch(window.location.pathname, { method: 'HEAD', cache: 'no-store', signal })
      : window.fetch(elsewhere, { mode: 'no-cors', cache: 'no-store', signal }),
  openSocket: (url) => new window.WebSocket(url),
  now: () => window.performance.now(),
})
