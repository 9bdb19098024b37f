import type { CallSnapshot } from '../call/call.ts'
import type { DevicesSnapshot } from '../devices/devices.ts'
import { button } from '../page/button.ts'
import { el, setHidden, setText } from '../page/dom.ts'
import { faults } from '../page/faults.ts'
import { icon } from '../page/icons.ts'
import { ownControls } from '../page/own-controls.ts'
import { ownPicture } from '../page/own-picture.ts'
import { type OpenPage, sendsMedia } from '../page/page.ts'
import { visitCard } from '../page/visit-card.ts'
import { type Screen, steps } from './screen.ts'

/**
 * The waiting room, also shown while joining.
 * @param isBack whether the practitioner moved the user back to the lobby
 */
export function waitingScreen(page: OpenPage, leave: () => void, isBack: boolean) {
  const { words, devices, link } = page
  const { waiting } = words
  const isHost = link.role === 'host'
  const title = el('h1', { tabindex: -1 })
  const state = el('p', { class: 'waiting-state', role: 'status' })
  const line = el('p', { class: 'banner', role: 'status' }, icon('wifi'), el('span', {}, words.call.lineDown))
  const keepOpen = el('p', { class: 'soft' }, waiting.keepOpen)
  const picture = ownPicture(words.call.self, link.name ?? '')
  const controls = ownControls(page)
  const faultList = faults(page)
  const visit = visitCard(page)
  const element = el(
    'div',
    { class: 'waiting' },
    !isHost && steps(words, 1),
    el(
      'div',
      { class: 'card' },
      el('div', { class: 'breath', 'aria-hidden': 'true' }, el('span', { class: 'breath-ring' }), icon('clock')),
      title,
      !isHost && state,
      !isHost && visit.element,
      line,
      !isHost && keepOpen,
      sendsMedia(link) &&
        el(
          'div',
          { class: 'waiting-self night' },
          picture.element,
          el('div', { class: 'preview-bar' }, controls.mic, controls.camera, controls.flip),
        ),
      faultList.element,
      button('leave', waiting.leave, leave, { look: 'quiet' }),
    ),
  )
  const showDevices = (now: DevicesSnapshot) => {
    picture.show(now)
    controls.show(now)
    faultList.show(now)
  }
  const stop = devices.watch(showDevices)
  showDevices(devices.now)
  const screen: Screen = {
    name: 'waiting',
    element,
    title: isHost ? waiting.joining : waiting.title,
    close() {
      stop()
      visit.close()
      picture.close?.()
    },
  }
  let isSentBack = isBack
  return {
    ...screen,
    show({ phase, hostPresent, line: now }: CallSnapshot) {
      if (!hostPresent) isSentBack = false
      element.dataset.state = phase === 'joining' ? 'joining' : hostPresent ? 'here' : 'away'
      setHidden(line, now === 'up' || phase === 'joining')
      const isJoining = phase === 'joining'
      setHidden(state, isJoining)
      setHidden(keepOpen, isJoining)
      setText(title, isJoining ? waiting.joining : waiting.title)
      setText(state, isSentBack ? waiting.sentBack : hostPresent ? waiting.hostHere : waiting.hostAway)
    },
  }
}
