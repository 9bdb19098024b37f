import type { CallSnapshot } from '../call/call.ts'
import { el, hide, put, syncList, type View, write } from '../page/dom.ts'
import { icon } from '../page/icons.ts'
import type { Page } from '../page/page.ts'
import { type Playing, screenTile, tile } from './tile.ts'

/** All peers: one fills the place, several share it, and shared screens come first. */
export function tiles(page: Page, playing: Playing): View<CallSnapshot> {
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
  // Another page of the same person has another link, with other media.
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
      put(element, 'data-count', peers.length)
      put(element, 'data-shared', shared.length > 0)
      hide(alone, peers.length > 0)
      write(alone.lastElementChild!, me?.role === 'host' ? call.aloneHost : call.alone)
    },
    close() {
      showScreens([])
      showPeople([])
    },
  }
}
