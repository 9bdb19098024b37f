import type { PersonView, WaitingView } from '@medina-care/protocol/people.ts'
import type { Call, CallSnapshot, Peer } from '../call/call.ts'
import { button } from '../page/button.ts'
import { el, setAttribute, setHidden, setText, syncList, type View } from '../page/dom.ts'
import { initialsOf } from '../page/formats.ts'
import type { OpenPage, Page } from '../page/page.ts'
import { announceDelay } from '../page/visit.ts'

type Verbs = Pick<Call, 'admit' | 'deny' | 'allow' | 'toLobby' | 'kick'>

/**
 * For the practitioner: the waiting participants, to admit or deny. Above all other content, so that none is overlooked.
 */
export function lobbyCards(page: OpenPage, verbs: Verbs): View<CallSnapshot> {
  const list = el('div', { class: 'lobby', role: 'region', 'aria-label': page.words.lobby.label })
  const show = syncList(
    list,
    ({ peerId }: WaitingView) => peerId,
    () => waiting(page, verbs),
  )
  return { element: list, show: ({ lobby }) => show(lobby) }
}

/** The minutes that the practitioner can announce with one press. */
const LATE_MIN = 10

function waiting({ words: { lobby, roles }, formats, link }: OpenPage, verbs: Verbs): View<WaitingView> {
  let peerId = ''
  const initials = el('span', { class: 'initials', dir: 'auto' })
  const [name, since] = [el('bdi', { class: 'name' }), el('span', { class: 'since' })]
  const answers = el(
    'div',
    { class: 'answers' },
    button('admit', lobby.admit, () => verbs.admit(peerId), { look: 'main' }),
    button('deny', lobby.deny, () => verbs.deny(peerId), { look: 'quiet' }),
  )
  const confirmation = el('span', { class: 'confirmation', role: 'status' })
  const late = button('late', lobby.late, () => void announce(), { look: 'quiet' })
  const announce = async () => {
    late.disabled = true
    const time = await announceDelay(link, LATE_MIN)
    late.disabled = false
    setText(confirmation, time === undefined ? lobby.notAnnounced : lobby.announced(time))
  }
  answers.append(late)
  return {
    element: el('article', { class: 'waits' }, initials, el('p', {}, name, since, confirmation), answers),
    show(person) {
      peerId = person.peerId
      const called = person.name || roles[person.role]
      const min = Math.floor((Date.now() - Date.parse(person.since)) / 60_000)
      setAttribute(initials.parentElement!, 'data-waits', peerId)
      setText(initials, initialsOf(called))
      setText(name, called)
      setHidden(late, person.role !== 'patient')
      addNameToLabels(answers, called)
      setText(since, `${roles[person.role]} · ${min < 1 ? lobby.justNow : lobby.since(formats.minutes(min))}`)
    },
  }
}

/** Adds the person's name to the buttons' labels, which a screen reader announces one by one. */
function addNameToLabels(buttons: HTMLElement, called: string): void {
  for (const one of buttons.children) setAttribute(one, 'aria-label', `${one.textContent} ${called}`)
}

/** For the practitioner: all participants, with the possible actions. */
export function peoplePanel(page: Page, verbs: Verbs): View<CallSnapshot> {
  const { words } = page
  const here = el('ul', { class: 'persons' })
  const refused = el('ul', { class: 'persons' })
  const refusedTitle = el('h3', {}, words.lobby.denied)
  const count = el('p', { class: 'soft' })
  const person = (actions: (who: PersonView) => HTMLElement[]) => (): View<PersonView> => {
    const [initials, name, role] = [
      el('span', { class: 'initials', dir: 'auto' }),
      el('bdi', {}),
      el('span', { class: 'soft' }),
    ]
    const verbs = el('div', { class: 'actions', role: 'group' })
    const element = el('li', {}, initials, el('p', {}, name, role), verbs)
    return {
      element,
      show(who) {
        const called = who.name || words.roles[who.role]
        setAttribute(verbs, 'aria-label', words.lobby.menu(called))
        setText(initials, initialsOf(called))
        setText(name, called)
        setText(role, who.name ? words.roles[who.role] : '')
        if (verbs.childElementCount === 0) verbs.append(...actions(who))
        addNameToLabels(verbs, called)
      },
    }
  }
  const showHere = syncList<PersonView>(
    here,
    ({ peerId }) => peerId,
    person(({ peerId }) => [
      button('to-lobby', words.lobby.toLobby, () => verbs.toLobby(peerId), { look: 'quiet' }),
      button('kick', words.lobby.remove, () => verbs.kick(peerId), { look: 'danger' }),
    ]),
  )
  const showRefused = syncList<PersonView>(
    refused,
    ({ peerId }) => peerId,
    person(({ peerId }) => [button('allow', words.lobby.allow, () => verbs.allow(peerId), { look: 'quiet' })]),
  )
  return {
    element: el('div', { class: 'everybody' }, count, el('h3', {}, words.lobby.here), here, refusedTitle, refused),
    show({ peers, denied, lobby }) {
      setText(count, lobby.length > 0 ? words.lobby.count(lobby.length) : words.lobby.alone)
      showHere(peers as Peer[])
      showRefused(denied)
      setHidden(here.previousElementSibling as HTMLElement, peers.length === 0)
      setHidden(refusedTitle, denied.length === 0)
    },
  }
}
