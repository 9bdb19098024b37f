import type { Call, CallSnapshot } from '../call/call.ts'
import type { DevicesSnapshot } from '../devices/devices.ts'
import { control } from '../page/button.ts'
import { el, setAttribute, setHidden, setText } from '../page/dom.ts'
import { ownControls } from '../page/own-controls.ts'
import { type OpenPage, sendsMedia } from '../page/page.ts'
import type { PanelName } from './panels.ts'

/** The control bar. The end button is elsewhere, because leaving does not end the consultation. */
export function controlBar(page: OpenPage, call: Call, toggle: (panel: PanelName) => void) {
  const { devices, link } = page
  const texts = page.words.call
  const own = ownControls(page, true)
  const share = control('share', 'screen', texts.share, () => {
    if (devices.now.screen.track) devices.stopScreen()
    else void devices.shareScreen()
  })
  const hand = control('hand', 'hand', texts.raise, () => call.raiseHand(!call.now.me?.state.hand))
  const panel = (name: PanelName, sign: 'chat' | 'people' | 'settings', label: string) =>
    control(name, sign, label, () => toggle(name))
  const chat = panel('chat', 'chat', texts.chat)
  const people = panel('people', 'people', texts.people)
  const settings = panel('devices', 'settings', texts.devices)
  const leave = control('leave', 'leave', texts.leave, () => call.leave())
  const [unread, waiting] = [badge(), badge()]
  chat.element.append(unread)
  people.element.append(waiting)
  const isHost = link.role === 'host'
  const hasMedia = sendsMedia(link)
  const element = el(
    'div',
    { class: 'bar', role: 'group', 'aria-label': texts.controls },
    hasMedia && own.mic,
    hasMedia && own.camera,
    hasMedia && share.element,
    hasMedia && !isHost && hand.element,
    chat.element,
    isHost && people.element,
    hasMedia && settings.element,
    leave.element,
  )
  return {
    element,
    own,
    openers: { chat: chat.element, people: people.element, devices: settings.element },
    show(now: CallSnapshot, media: DevicesSnapshot, open: PanelName | undefined, unreadCount: number) {
      own.show(media)
      setHidden(share.element, !media.canShareScreen)
      const isSharing = media.screen.track !== null
      share.show('screen', isSharing ? texts.unshare : texts.share, {
        look: isSharing ? 'on' : undefined,
        pressed: isSharing,
      })
      const isUp = now.me?.state.hand ?? false
      hand.show('hand', isUp ? texts.lower : texts.raise, { look: isUp ? 'on' : undefined, pressed: isUp })
      const chatLabel = unreadCount > 0 ? `${texts.chat}, ${texts.unread(unreadCount)}` : texts.chat
      chat.show('chat', chatLabel, { look: open === 'chat' ? 'on' : undefined, expanded: open === 'chat' })
      people.show('people', texts.people, { look: open === 'people' ? 'on' : undefined, expanded: open === 'people' })
      settings.show('settings', texts.devices, {
        look: open === 'devices' ? 'on' : undefined,
        expanded: open === 'devices',
      })
      count(unread, unreadCount)
      count(waiting, now.lobby.length)
    },
  }
}

const badge = (): HTMLElement => el('span', { class: 'badge', 'aria-hidden': true, hidden: true })

function count(badge: HTMLElement, n: number): void {
  setHidden(badge, n === 0)
  setText(badge, n > 9 ? '9+' : String(n))
  setAttribute(badge, 'data-count', n)
}
