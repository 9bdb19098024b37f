/** The user's connection before the call. */
export type ConnectionCheck = {
  isSecure: boolean
  /** The browser supports video calls. */
  isSupported: boolean
  /** The browser found a local ICE candidate: otherwise a firewall or an extension prevents calls. */
  hasRoute: boolean
  /** Median of a few small requests to the server, in ms; undefined if all failed. */
  roundTripMs: number | undefined
  /** The call's WebSocket opens: some proxies allow HTTP only. */
  hasLine: boolean
}

export type CheckPlatform = {
  isSecure: boolean
  peerConnection: (new (config?: RTCConfiguration) => RTCPeerConnection) | undefined
  /** A small uncached request to the server; or to `elsewhere`, whose response is opaque. */
  fetch(signal: AbortSignal, elsewhere?: string): Promise<unknown>
  openSocket(url: string): WebSocket
  now(): number
}

const ROUND_TRIPS = 5
/** In parallel, so that the whole check takes less than 5 s. */
const EACH_MS = 4000

/** @param url the WebSocket URL, which is opened without joining; an http(s) URL is requested instead */
export async function checkConnection(platform: CheckPlatform, url: string): Promise<ConnectionCheck> {
  const { isSecure, peerConnection } = platform
  const isSupported =
    peerConnection !== undefined &&
    'getTransceivers' in peerConnection.prototype &&
    'restartIce' in peerConnection.prototype
  const [hasRoute, roundTripMs, hasLine] = await Promise.all([
    isSupported ? gathers(peerConnection) : false,
    roundTrip(platform),
    url.startsWith('http') ? answers(platform, url) : opens(platform, url),
  ])
  return { isSecure, isSupported, hasRoute, roundTripMs, hasLine }
}

async function gathers(PeerConnection: new () => RTCPeerConnection): Promise<boolean> {
  const pc = new PeerConnection()
  try {
    return await withinLimit((found) => {
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
    await limited(async (limit) => {
      // Sequential; the first request, which opens the connection, does not count.
      for (let nth = 0; nth <= ROUND_TRIPS; nth++) {
        const began = now()
        await fetch(limit)
        if (nth > 0) took.push(now() - began)
      }
    })
  } catch {
    // Timed out or failed: the completed requests count.
  }
  return took.sort((a, b) => a - b)[took.length >> 1]
}

const answers = ({ fetch }: CheckPlatform, url: string): Promise<boolean> =>
  limited((limit) => fetch(limit, url)).then(
    () => true,
    () => false,
  )

/** Replaces AbortSignal.timeout(), which Safari 15 lacks. */
async function limited(work: (limit: AbortSignal) => Promise<unknown>): Promise<void> {
  const limit = new AbortController()
  const timer = setTimeout(() => limit.abort(), EACH_MS)
  try {
    await work(limit.signal)
  } finally {
    clearTimeout(timer)
  }
}

async function opens({ openSocket }: CheckPlatform, url: string): Promise<boolean> {
  let socket: WebSocket
  try {
    socket = openSocket(url)
  } catch {
    return false
  }
  const isOpen = await withinLimit((settle) => {
    socket.addEventListener('open', () => settle(true))
    socket.addEventListener('close', () => settle(false))
  })
  socket.close()
  return isOpen
}

const withinLimit = (start: (settle: (isReachable: boolean) => void) => void): Promise<boolean> =>
  new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), EACH_MS)
    start((isReachable) => {
      clearTimeout(timer)
      resolve(isReachable)
    })
  })

/** @param window the page's */
export const checkPlatform = (window: Window & typeof globalThis): CheckPlatform => ({
  isSecure: window.isSecureContext,
  peerConnection: window.RTCPeerConnection as typeof RTCPeerConnection | undefined,
  // The page's own path: no body, no log entry of its own kind, and always present.
  fetch: (signal, elsewhere) =>
    elsewhere === undefined
      ? window.fetch(window.location.pathname, { method: 'HEAD', cache: 'no-store', signal })
      : window.fetch(elsewhere, { mode: 'no-cors', cache: 'no-store', signal }),
  openSocket: (url) => new window.WebSocket(url),
  now: () => window.performance.now(),
})
