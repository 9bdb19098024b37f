import type { CallSnapshot } from './call/call.ts'
import { Devices } from './devices/devices.ts'
import { devicePlatform } from './devices/platform.ts'
import { lineOf, openCall } from './open-call.ts'
import { obstacleOf } from './page/browser.ts'
import { formatsFor } from './page/formats.ts'
import { type Frame, frameOf } from './page/frame.ts'
import { type Check, type ReadLink, readLink } from './page/link.ts'
import { type OpenPage, sendsMedia } from './page/page.ts'
import { sendTracks } from './page/session.ts'
import { readVisit } from './page/visit.ts'
import { birthDateScreen } from './screens/birth-date.ts'
import { codeScreen } from './screens/code.ts'
import { deviceCheckScreen } from './screens/device-check.ts'
import { overScreen } from './screens/over.ts'
import { problemScreen } from './screens/problem.ts'
import type { Screen } from './screens/screen.ts'
import { waitingScreen } from './screens/waiting.ts'
import type { Words } from './words/words.ts'

/** Runs the consultation page, from the link to the end. */
export function open(words: Words): void {
  const frame = frameOf(words)
  consult(words, frame).catch((error) => {
    // A missing browser feature must not leave an empty page.
    console.error(error)
    frame.show(problemScreen(words, 'unsupported'))
  })
}

async function consult(words: Words, frame: Frame): Promise<void> {
  const { show, updateTitle, announce } = frame
  const { dataset } = document.documentElement
  // A link to the same room with another secret changes only the hash, which does not reload the page.
  window.addEventListener('hashchange', () => location.reload())
  if (location.pathname === DEVICE_CHECK) return checkDevices(words, frame)
  const link = await passChecks(words, show, await readLink(window))
  if (typeof link === 'string') return show(problemScreen(words, link))
  if ('explainedAt' in link) return location.replace(link.explainedAt)
  const formats = formatsFor(words)
  if ('why' in link) return show(overScreen({ words, formats }, link, 'over', { next: link.page, role: link.role }))
  const obstacle = obstacleOf(window)
  if (obstacle) return show(problemScreen(words, obstacle, link.address))

  const newPage = (): OpenPage => ({
    words,
    formats,
    devices: new Devices(devicePlatform(window)),
    announce,
    link,
  })

  // The stage of the call loads while the visitor checks the devices.
  const loadStage = () => import('./screens/call.ts')

  const before = () => {
    const page = newPage()
    void loadStage().catch(() => undefined) // joining tries again, and says so if it fails
    if (sendsMedia(link)) void page.devices.open()
    let isJoining = false
    const joinOnce = () => {
      if (!isJoining) void join(page)
      isJoining = true
    }
    show(deviceCheckScreen(page, lineOf(dataset, link.roomId), joinOnce))
  }

  const join = async (page: OpenPage) => {
    const { devices } = page
    link.visit.remember({ isJoined: true })
    const loaded = await Promise.all([loadStage(), openCall(dataset.provider, dataset.url!, link)]).catch(
      () => undefined,
    )
    if (!loaded) return show(overScreen(page, { why: 'failed' }, 'joining', { again: () => location.reload() }))
    const [{ callScreen }, call] = loaded
    const stopSending = sendTracks(call, devices, link.visit)
    let stage: (Screen & { show(now: CallSnapshot): void }) | undefined
    let phase: CallSnapshot['phase'] | undefined
    // Shows no end screen, because the page is being unloaded and a reload continues the call.
    const leaving = () => {
      stopWatching()
      call.close()
    }
    const draw = (now: CallSnapshot) => {
      if (now.phase === 'over') return finish(now)
      const isMoved = now.phase !== phase && !(phase === 'joining' && now.phase === 'waiting')
      // After a return to the lobby, screen sharing and the raised hand do not resume.
      if (isMoved && phase === 'in-call') {
        devices.stopScreen()
        call.raiseHand(false)
      }
      if (isMoved)
        stage =
          now.phase === 'in-call'
            ? callScreen(page, call)
            : waitingScreen(page, () => call.leave(), phase === 'in-call')
      phase = now.phase
      stage!.show(now)
      if (isMoved) show(stage!)
      updateTitle()
    }
    const finish = ({ over }: CallSnapshot) => {
      stopWatching()
      stopSending()
      window.removeEventListener('pagehide', leaving)
      call.close()
      devices.close()
      // A reload does not join an ended consultation again.
      if (over?.why === 'ended') {
        const end = { ...over, page: link.page, role: link.role }
        link.visit.remember({ token: undefined, guest: undefined, join: undefined, isJoined: false, over: end })
      } else link.visit.remember({ isJoined: false })
      const coming = link.role === 'host' && over?.why === 'ended' ? readVisit(link) : undefined
      const next = { next: link.page, role: link.role, coming }
      show(overScreen(page, over ?? { why: 'failed' }, phase, { again: before, ...next }))
    }
    window.addEventListener('pagehide', leaving)
    const stopWatching = call.watch(draw)
    call.join()
    draw(call.now)
  }

  // A page from the back/forward cache has closed its call.
  window.addEventListener('pageshow', ({ persisted }) => persisted && location.reload())
  const { isJoined, audio, camera } = link.visit.read()
  if (!isJoined) return before()
  // The page was reloaded during the call: rejoin with the same devices.
  const page = newPage()
  void page.devices.open([...(audio ? (['audio'] as const) : []), ...(camera ? (['camera'] as const) : [])])
  await join(page)
}

/** Asks for the birth date of the patient or a code, until the answer is right or the link has ended. */
async function passChecks(words: Words, show: Frame['show'], read: ReadLink): Promise<Exclude<ReadLink, Check>> {
  let now = read
  while (typeof now !== 'string' && 'answer' in now) {
    const check = now
    now = await new Promise<ReadLink>((resolve, reject) => {
      const answer = (text: string) => void check.answer(text).then(resolve, reject)
      show(check.kind === 'code' ? codeScreen(words, check, answer) : birthDateScreen(words, check, answer))
    })
  }
  return now
}

/** The page on which a visitor tries camera, microphone and connection before the room is open. */
const DEVICE_CHECK = '/room/check'

function checkDevices(words: Words, { show, announce }: Frame): void {
  const obstacle = obstacleOf(window)
  if (obstacle) {
    show(problemScreen(words, obstacle, location.href))
    return
  }
  const link = { role: 'patient', name: undefined, address: location.href } as const
  const page = { words, formats: formatsFor(words), devices: new Devices(devicePlatform(window)), announce, link }
  void page.devices.open()
  show(deviceCheckScreen(page, location.href, undefined))
}
