import type { Call, CallSnapshot } from './call/call.ts'
import { Devices } from './devices/devices.ts'
import { devicePlatform } from './devices/platform.ts'
import { lineOf, openCall } from './open-call.ts'
import { obstacleOf } from './page/browser.ts'
import { type Frame, frameOf } from './page/frame.ts'
import { readLink } from './page/link.ts'
import { type OpenPage, takesPart } from './page/page.ts'
import { sendMedia } from './page/session.ts'
import { tellingIn } from './page/telling.ts'
import { beforeScreen } from './screens/before.ts'
import { callScreen } from './screens/call.ts'
import { overScreen } from './screens/over.ts'
import { problemScreen } from './screens/problem.ts'
import type { Screen } from './screens/screen.ts'
import { waitingScreen } from './screens/waiting.ts'
import type { Words } from './words/words.ts'

/** The page of a consultation, from the link to the end. */
export function open(words: Words): void {
  const frame = frameOf(words)
  consult(words, frame).catch((error) => {
    // A browser that lacks what nobody thought of is told so as well: an empty page would say nothing.
    console.error(error)
    frame.show(problemScreen(words, 'unsupported'))
  })
}

async function consult(words: Words, { show, entitle, announce }: Frame): Promise<void> {
  const { dataset } = document.documentElement
  // Another link, opened where this one was: the browser loads nothing anew by itself.
  window.addEventListener('hashchange', () => location.reload())
  const link = await readLink(window)
  if (typeof link === 'string') return show(problemScreen(words, link))
  const telling = tellingIn(words)
  if ('why' in link) return show(overScreen({ words, telling }, link, 'over'))
  const obstacle = obstacleOf(window)
  if (obstacle) return show(problemScreen(words, obstacle, link.address))

  const newPage = (): OpenPage => ({
    words,
    telling,
    devices: new Devices(devicePlatform(window)),
    announce,
    link,
  })

  const before = () => {
    const page = newPage()
    if (takesPart(link)) void page.devices.open()
    let isJoining = false
    const joinOnce = () => {
      if (!isJoining) void join(page)
      isJoining = true
    }
    show(beforeScreen(page, lineOf(dataset, link.roomId), joinOnce))
  }

  const join = async (page: OpenPage) => {
    const { devices } = page
    link.visit.remember({ isJoined: true })
    const call = await openCall(dataset.provider, dataset.url!, link).catch(() => undefined)
    // What carries it could not be fetched.
    if (!call) return show(overScreen(page, { why: 'failed' }, 'joining', () => location.reload()))
    const stopSending = sendMedia(call, devices, link.visit)
    let stage: (Screen & { show(now: CallSnapshot): void }) | undefined
    let phase: CallSnapshot['phase'] | undefined
    // Nobody sees the end of it any more, and a page that is loaded again goes on.
    const leaving = () => {
      stopWatching()
      call.close()
    }
    const draw = (now: CallSnapshot) => {
      if (now.phase === 'over') return finish(now)
      const isMoved = now.phase !== phase && !(phase === 'joining' && now.phase === 'waiting')
      // Sent back to the waiting room: what they showed there is not shown again by itself.
      if (isMoved && phase === 'in-call') {
        devices.stopScreen()
        call.raiseHand(false)
      }
      if (isMoved) stage = stageOf(page, call, now.phase, phase)
      phase = now.phase
      stage!.show(now)
      if (isMoved) show(stage!)
      entitle()
    }
    const finish = ({ over }: CallSnapshot) => {
      stopWatching()
      stopSending()
      window.removeEventListener('pagehide', leaving)
      call.close()
      devices.close()
      // What has ended is not asked for again, by a reload either.
      if (over?.why === 'ended') link.visit.remember({ token: undefined, guest: undefined, isJoined: false, over })
      else link.visit.remember({ isJoined: false })
      show(overScreen(page, over ?? { why: 'failed' }, phase, before))
    }
    window.addEventListener('pagehide', leaving)
    const stopWatching = call.watch(draw)
    call.join()
    draw(call.now)
  }

  // A page that was put aside whole has closed its call.
  window.addEventListener('pageshow', ({ persisted }) => persisted && location.reload())
  const { isJoined, audio, camera } = link.visit.read()
  if (!isJoined) return before()
  // The page was loaded again in the middle of it: whoever talked goes on talking.
  const page = newPage()
  void page.devices.open([...(audio ? (['audio'] as const) : []), ...(camera ? (['camera'] as const) : [])])
  await join(page)
}

type Phase = CallSnapshot['phase']

const stageOf = (page: OpenPage, call: Call, phase: Phase, from: Phase | undefined) =>
  phase === 'in-call' ? callScreen(page, call) : waitingScreen(page, () => call.leave(), from === 'in-call')
