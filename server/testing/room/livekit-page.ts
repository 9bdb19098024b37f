import { resolve } from 'node:path'
import type { TestContext } from 'node:test'
import { build } from 'esbuild'
import type { CallSnapshot } from '../../../web/room/call/call.ts'
import type { Browser } from '../browser.ts'
import { eventually } from '../eventually.ts'
import type { Person } from '../factories.ts'
import type { Platform } from '../harness.ts'

const entry = resolve(import.meta.dirname, '../../../web/testing/livekit-bench.ts')
let made: Promise<string> | undefined
const script = (): Promise<string> => {
  made ??= build({ entryPoints: [entry], bundle: true, format: 'iife', write: false, legalComments: 'none' }).then(
    ({ outputFiles }) => outputFiles[0]!.text,
  )
  return made
}

export type Admission = { url: string; roomId: string; token: string }

/** The data that a user's page needs to join. */
export async function admission({ call }: Platform, person: Person, appointmentId: string): Promise<Admission> {
  return (await call('POST', '/api/video/token', { token: person.token, body: { appointmentId, identity: person.id } }))
    .body
}

/** Opens an empty page of the platform's origin with a camera, and loads the room's code. */
export async function openBench(t: TestContext, browser: Browser, platform: Platform, name: string) {
  const { page, context, pageErrors } = await browser.visitor(t, name, { ignoredErrors: /./ })
  await page.goto(`${platform.url}/api/health`) // without a content security policy
  await page.evaluate(await script())
  const run = <T>(code: string): Promise<T> => page.evaluate(code) as Promise<T>
  return {
    page,
    context,
    pageErrors,
    run,
    /** Joins like the room's page, with microphone and camera. */
    async join({ url, roomId, token }: Admission) {
      await run(`(async () => {
        globalThis.call = openCall(${JSON.stringify(url)}, ${JSON.stringify(roomId)}, ${JSON.stringify(token)})
        const media = await navigator.mediaDevices.getUserMedia({ audio: true, video: { width: 640, height: 480 } })
        globalThis.media = media
        call.setTrack('audio', media.getAudioTracks()[0])
        call.setTrack('camera', media.getVideoTracks()[0])
        call.join()
      })()`)
    },
    now: () => run<CallSnapshot>('JSON.parse(JSON.stringify(call.now))'),
    async sees(what: string, test: (now: CallSnapshot) => unknown) {
      let now: CallSnapshot | undefined
      const check = async () => {
        now = await run<CallSnapshot>('JSON.parse(JSON.stringify(call.now))')
        return Boolean(test(now))
      }
      await eventually(check, what).catch((error) => {
        throw new Error(`${name} sees ${JSON.stringify(now)}`, { cause: error })
      })
    },
    /** The number of decoded frames of a peer. */
    pictures: (peerId: string, which: 'stream' | 'screen' = 'stream') =>
      run<number>(`(async () => {
        const stream = call.now.peers.find((peer) => peer.peerId === ${JSON.stringify(peerId)})?.${which}
        if (!stream) return 0
        const video = globalThis.shown ??= Object.assign(document.createElement('video'), { muted: true })
        if (video.srcObject !== stream) video.srcObject = stream
        await video.play().catch(() => {})
        return video.getVideoPlaybackQuality().totalVideoFrames
      })()`),
  }
}
