import { type ConnectionCheck, checkConnection, checkPlatform } from '../connection-check.ts'
import type { CaptureKind } from '../devices/capture.ts'
import type { Capture, DevicesSnapshot } from '../devices/devices.ts'
import { button } from '../page/button.ts'
import { el, setAttribute, setText, type View } from '../page/dom.ts'
import { faults } from '../page/faults.ts'
import { draw, type IconName, icon } from '../page/icons.ts'
import { ownControls } from '../page/own-controls.ts'
import { levelMeter, ownPicture } from '../page/own-picture.ts'
import { sendsMedia, type VisitorPage } from '../page/page.ts'
import { pickers } from '../page/pickers.ts'
import type { Words } from '../words/words.ts'
import { type Screen, steps } from './screen.ts'

/** A longer round trip disturbs a conversation. */
const SLOW_MS = 400

/**
 * The screen before joining: preview, device and connection checks, and a button to join.
 * @param join undefined: only a test of the devices, long before the consultation
 */
export function deviceCheckScreen(page: VisitorPage, line: string, join: (() => void) | undefined): Screen {
  const { words, devices, link } = page
  const { before, device } = words
  const isHost = link.role === 'host'
  const hasMedia = sendsMedia(link)
  const title = !join ? before.titleTest : isHost ? before.titleHost : before.title

  const picture = ownPicture(before.preview, link.name ?? '')
  const controls = ownControls(page)
  const meter = levelMeter(device.level, device.speak, device.heard)
  const choices = pickers(page)
  const hint = el('p', { class: 'asking', role: 'status' })
  const checks = { camera: check(device.cam), audio: check(device.mic), line: check(words.line.label) }
  const faultList = faults(page)

  // Switches the other devices off, so that the browser does not ask for them.
  const joinWith = (kinds: CaptureKind[]) => {
    for (const kind of ['audio', 'camera'] as const) if (!kinds.includes(kind)) void devices.setOn(kind, false)
    if (kinds.length > 0 && !devices.now.audio.isOn) void devices.setOn('audio', true)
    join?.()
  }
  const goBack = () => history.back()
  const joinButton = join
    ? button('join', isHost ? before.start : before.ask, join, { look: 'main' })
    : button('back', before.back, goBack, { look: 'main' })
  const others = el(
    'div',
    { class: 'others' },
    el('p', {}, before.othersTitle),
    button('audio-only', before.audioOnly, () => joinWith(['audio']), { look: 'quiet', sign: 'mic' }),
    button('chat-only', before.chatOnly, () => joinWith([]), { look: 'quiet', sign: 'pen' }),
  )

  const element = el(
    'div',
    { class: 'before' },
    join && !isHost && steps(words, 0),
    el(
      'div',
      { class: 'columns', 'data-alone': !hasMedia },
      hasMedia &&
        el(
          'section',
          { class: 'preview night', 'aria-label': before.preview },
          picture.element,
          hint,
          el('div', { class: 'preview-bar' }, controls.mic, controls.camera, controls.flip),
        ),
      el(
        'section',
        { class: 'ready' },
        el('h1', { tabindex: -1 }, title),
        el('p', { class: 'soft' }, isHost ? before.leadHost : hasMedia ? before.lead : before.leadObserver),
        el(
          'ul',
          { class: 'checks' },
          checks.line.element,
          ...(hasMedia ? [checks.camera.element, checks.audio.element] : []),
        ),
        meter.element,
        faultList.element,
        joinButton,
        join && el('p', { class: 'next' }, isHost ? before.nextHost : before.next),
        join && hasMedia && others,
        hasMedia &&
          el('details', { class: 'choices' }, el('summary', {}, icon('settings'), words.call.devices), choices.element),
      ),
    ),
  )

  const show = (now: DevicesSnapshot) => {
    picture.show(now)
    controls.show(now)
    choices.show(now)
    meter.show(now.audio.track)
    for (const kind of ['camera', 'audio'] as const) checks[kind].show(stateOf(now[kind], words))
    faultList.show(now)
    const isAsked = now.isAsking && !now.camera.track
    setText(hint, isAsked ? `${before.opening} ${before.allow}` : '')
    setAttribute(element, 'data-asking', isAsked)
  }
  const stop = devices.watch(show)
  show(devices.now)

  let isClosed = false
  const checkLine = async () => {
    checks.line.show({ look: 'busy', text: words.line.checking })
    const found = await checkConnection(checkPlatform(window), line)
    if (!isClosed) checks.line.show(lineState(found, words))
  }
  void checkLine()
  window.addEventListener('online', checkLine)

  return {
    name: 'before',
    element,
    title,
    close() {
      isClosed = true
      window.removeEventListener('online', checkLine)
      stop()
      meter.close?.()
      picture.close?.()
    },
  }
}

type State = { look: 'good' | 'off' | 'bad' | 'busy'; text: string }

const signs: Record<State['look'], IconName> = { good: 'done', off: 'close', bad: 'warn', busy: 'clock' }

function check(label: string): View<State> {
  const sign = icon('clock')
  const text = el('span', { class: 'check-text' })
  const element = el('li', {}, sign, el('span', { class: 'check-label' }, label), text)
  return {
    element,
    show(state) {
      draw(sign, signs[state.look])
      setAttribute(element, 'data-look', state.look)
      setText(text, state.text)
    },
  }
}

function stateOf({ track, isOn, fault }: Capture, { device, line }: Words): State {
  if (fault) return { look: 'bad', text: device.notWorking }
  if (!isOn) return { look: 'off', text: device.off }
  return track ? { look: 'good', text: device.working } : { look: 'busy', text: line.checking }
}

function lineState({ hasLine, hasRoute, roundTripMs }: ConnectionCheck, { line }: Words): State {
  if (roundTripMs === undefined) return { look: 'bad', text: line.down }
  if (!hasLine || !hasRoute) return { look: 'bad', text: line.blocked }
  return roundTripMs > SLOW_MS ? { look: 'bad', text: line.slow } : { look: 'good', text: line.good }
}
