import type { Call, CallSnapshot } from '../call/call.ts'
import { button } from '../page/button.ts'
import { el, setAttribute, setHidden, setText } from '../page/dom.ts'
import { faults } from '../page/faults.ts'
import { type OpenPage, sendsMedia } from '../page/page.ts'
import { pickers } from '../page/pickers.ts'
import { arrivalAlerts } from '../stage/arrival-alerts.ts'
import { audioOnly } from '../stage/audio-only.ts'
import { banners } from '../stage/banners.ts'
import { controlBar } from '../stage/bar.ts'
import { captions } from '../stage/captions.ts'
import { changeAnnouncer } from '../stage/change-announcer.ts'
import { chatPanel, receivedAfter } from '../stage/chat.ts'
import { endDialog } from '../stage/end-dialog.ts'
import { panels } from '../stage/panels.ts'
import { lobbyCards, peoplePanel } from '../stage/people.ts'
import { newPlayer } from '../stage/player.ts'
import { selfView } from '../stage/self-view.ts'
import { shortcuts } from '../stage/shortcuts.ts'
import { tiles } from '../stage/tiles.ts'
import { keepAwake } from '../stage/wake-lock.ts'
import type { Screen } from './screen.ts'

/** The screen of the call. It is always dark, which suits video. */
export function callScreen(page: OpenPage, call: Call): Screen & { show(now: CallSnapshot): void } {
  const { words, formats, devices, link } = page
  const isHost = link.role === 'host'
  const hasMedia = sendsMedia(link)
  const sound = newPlayer(page, devices)
  const people = tiles(page, sound.playing)
  const self = selfView(page, link.name ?? '')
  const top = banners(page)
  const withoutVideo = audioOnly(page, call)
  const subtitles = captions(page)
  const lobby = lobbyCards(page, call)
  const peopleView = peoplePanel(page, call)
  const chat = chatPanel(page, hasMedia ? (text, file) => call.say(text, file) : undefined)
  const choices = pickers(page)
  const faultList = faults(page)
  const arrivals = isHost ? arrivalAlerts(page) : undefined
  const announceChanges = changeAnnouncer(page)
  const timer = el('time', { class: 'timer', title: words.call.duration })
  const heading = el('h1', { tabindex: -1 })
  const notify = button('notify', words.lobby.notify, () => void arrivals?.askToNotify().then(() => draw()), {
    look: 'quiet',
    sign: 'bell',
  })
  setAttribute(notify, 'title', words.lobby.notifyText)
  setAttribute(notify, 'aria-label', words.lobby.notifyText)
  const { element: dialog, ask } = endDialog(words, () => call.end())
  const end = button('end', words.call.end, ask, { look: 'danger' })
  const bar = controlBar(page, call, (name) => sidePanels.toggle(name))
  const ownShortcuts = shortcuts(page, bar.own.toggle)
  const sidePanels = panels(
    {
      chat: {
        title: words.chat.title,
        element: chat.element,
        opener: bar.openers.chat,
        ...(chat.field && { first: chat.field }),
      },
      ...(isHost && { people: { title: words.lobby.people, element: peopleView.element, opener: bar.openers.people } }),
      devices: {
        title: words.call.devices,
        element: el(
          'div',
          { class: 'settings' },
          choices.element,
          bar.own.flip,
          withoutVideo.choice,
          subtitles.settings,
          ownShortcuts.element,
        ),
        opener: bar.openers.devices,
      },
    },
    words.close,
    () => draw(),
  )
  const place = el('div', { class: 'place' }, people.element, hasMedia && self.element, sound.touch)
  const element = el(
    'div',
    { class: 'call night' },
    el('header', { class: 'top' }, el('div', { class: 'heading' }, heading, timer), isHost && notify, isHost && end),
    el('div', { class: 'notices' }, lobby.element, top.element, withoutVideo.element, faultList.element),
    place,
    ...sidePanels.elements,
    subtitles.element,
    bar.element,
    dialog,
  )

  const last = () => call.now.chat[call.now.chat.length - 1]
  let read = last()
  const draw = () => {
    const [now, media] = [call.now, devices.now]
    if (now.phase !== 'in-call') return
    const open = sidePanels.open
    if (open === 'chat') read = last()
    people.show(now)
    self.show(media)
    withoutVideo.show(now)
    subtitles.show(now)
    top.show({ ...now, isSharing: media.screen.track !== null })
    lobby.show(now)
    if (isHost) peopleView.show(now)
    chat.show(now)
    choices.show(media)
    faultList.show(media)
    bar.show(now, media, open, receivedAfter(now.chat, read).length)
    setAttribute(element, 'data-panel', open)
    setAttribute(element, 'data-waits', now.lobby.length > 0)
    const other = now.peers.find(({ role }) => role === (isHost ? 'patient' : 'host')) ?? now.peers[0]
    setText(heading, other ? other.name || words.roles[other.role] : words.title)
    setHidden(notify, !arrivals?.canNotify())
    tick()
  }
  const tick = () => {
    const { startedAt, lobby: waits } = call.now
    setHidden(timer, startedAt === undefined)
    if (startedAt !== undefined) setText(timer, formats.timer((Date.now() - startedAt) / 1000))
    if (waits.length > 0) lobby.show(call.now)
  }
  const ticking = setInterval(tick, 1000)

  const keys = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey) return
    if (event.key === 'Escape' && sidePanels.open && !dialog.open) sidePanels.toggle(undefined)
    if (hasMedia) ownShortcuts.keyPressed(event)
  }
  document.addEventListener('keydown', keys)
  const stop = devices.watch(draw)
  const sleep = keepAwake()

  return {
    name: 'call',
    element,
    title: words.title,
    show(now) {
      const fresh = arrivals?.see(now.lobby) ?? []
      for (const { name, role } of fresh)
        page.announce(words.lobby.waits(name || words.roles[role], words.lobby.justNow))
      this.title = now.lobby.length > 0 ? words.lobby.badge(now.lobby.length) : words.title
      draw()
      announceChanges(now, sidePanels.open === 'chat')
    },
    close() {
      clearInterval(ticking)
      document.removeEventListener('keydown', keys)
      stop()
      sleep()
      sound.close()
      withoutVideo.close()
      subtitles.close()
      arrivals?.close()
      people.close?.()
      self.close?.()
      if (dialog.open) dialog.close()
    },
  }
}
