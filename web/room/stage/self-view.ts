import type { DevicesSnapshot } from '../devices/devices.ts'
import { el, setAttribute, type View } from '../page/dom.ts'
import { icon } from '../page/icons.ts'
import { ownPicture } from '../page/own-picture.ts'
import type { Page } from '../page/page.ts'

const corners = ['top-start', 'top-end', 'bottom-end', 'bottom-start'] as const
type Corner = (typeof corners)[number]

/** The user's own video in a corner; movable by dragging or with the arrow keys. */
export function selfView({ words: { call, you } }: Page, name: string): View<DevicesSnapshot> {
  const picture = ownPicture(call.self, name)
  const muted = el('span', { class: 'mark', title: call.muted }, icon('micOff'))
  const element = el(
    'div',
    {
      class: 'self',
      tabindex: 0,
      role: 'group',
      'aria-label': `${call.self}. ${call.selfHint}`,
      'data-corner': 'bottom-end',
    },
    picture.element,
    el('p', { class: 'tile-label' }, muted, el('span', {}, you)),
  )
  const moveTo = (corner: Corner) => setAttribute(element, 'data-corner', corner)
  makeDraggable(element, moveTo)
  element.addEventListener('keydown', (event) => {
    const [block, inline] = element.dataset.corner!.split('-') as ['top' | 'bottom', 'start' | 'end']
    const rtl = document.dir === 'rtl'
    const to: Record<string, Corner> = {
      ArrowUp: `top-${inline}`,
      ArrowDown: `bottom-${inline}`,
      ArrowLeft: `${block}-${rtl ? 'end' : 'start'}`,
      ArrowRight: `${block}-${rtl ? 'start' : 'end'}`,
    }
    const corner = to[event.key]
    if (!corner) return
    event.preventDefault()
    moveTo(corner)
  })
  return {
    element,
    show(now) {
      picture.show(now)
      muted.hidden = now.audio.track !== null
    },
    close: () => picture.close?.(),
  }
}

/** Follows the pointer, and settles in the nearest corner when released. */
function makeDraggable(element: HTMLElement, settle: (corner: Corner) => void): void {
  let from: { x: number; y: number } | undefined
  element.addEventListener('pointerdown', (event) => {
    from = { x: event.clientX, y: event.clientY }
    element.setPointerCapture(event.pointerId)
    element.classList.add('dragged')
  })
  element.addEventListener('pointermove', ({ clientX, clientY }) => {
    if (from) element.style.transform = `translate(${clientX - from.x}px, ${clientY - from.y}px)`
  })
  const drop = () => {
    if (!from) return
    from = undefined
    const own = element.getBoundingClientRect()
    const place = element.offsetParent!.getBoundingClientRect()
    const isTop = own.top + own.height / 2 < place.top + place.height / 2
    const isLeft = own.left + own.width / 2 < place.left + place.width / 2
    element.classList.remove('dragged')
    element.style.transform = ''
    settle(`${isTop ? 'top' : 'bottom'}-${isLeft === (document.dir !== 'rtl') ? 'start' : 'end'}`)
  }
  element.addEventListener('pointerup', drop)
  element.addEventListener('pointercancel', drop)
}
