import type { CallSnapshot } from '../call/call.ts'
import { el, setAttribute, setHidden, setText, syncList, type View } from '../page/dom.ts'
import { icon } from '../page/icons.ts'
import type { Page } from '../page/page.ts'
import { type Player, screenTile, tile } from './tile.ts'

/** The tiles of all peers. One fills the space, several share it, and shared screens come first. */
export function tiles(page: Page, playing: Player): View<CallSnapshot> {
  const { call } = page.words
  const screens = el('div', { class: 'screens' })
  const people = el('div', { class: 'people' })
  const alone = el('div', { class: 'alone' }, el('span', { class: 'alone-sign' }, icon('people')), el('p', {}))
  const element = el('div', { class: 'tiles' }, screens, people, alone)
  const showScreens = syncList(
    screens,
    ({ peerId }) => peerId,
    () => screenTile(page, playing),
  )
  // A new page of the same person has a new link with other media.
  const showPeople = syncList(
    people,
    ({ peerId, sid }) => `${peerId} ${sid}`,
    () => tile(page, playing),
  )
  return {
    element,
    show({ peers, me }) {
      const shared = peers.filter(({ state, screen }) => state.screen && screen !== null)
      showScreens(shared)
      showPeople(peers)
      setAttribute(element, 'data-count', peers.length)
      setAttribute(element, 'data-shared', shared.length > 0)
      setHidden(alone, peers.length > 0)
      setText(alone.lastElementChild!, me?.role === 'host' ? call.aloneHost : call.alone)
    },
    close() {
      showScreens([])
      showPeople([])
    },
  }
}
