import { el, setHidden } from '../page/dom.ts'
import { icon } from '../page/icons.ts'

export type PanelName = 'chat' | 'people' | 'devices'
type Panel = { title: string; element: HTMLElement; opener: HTMLButtonElement; first?: HTMLElement }

/** Side panels, or overlays on a narrow screen. One is open at a time, and Escape closes it. */
export function panels(all: Partial<Record<PanelName, Panel>>, close: string, changed: () => void) {
  let open: PanelName | undefined
  const shown = Object.entries(all).map(([name, { title, element }]) => {
    const heading = el('h2', { tabindex: -1 }, title)
    const shut = el(
      'button',
      { type: 'button', class: 'shut', 'data-do': 'close', 'aria-label': close, onclick: () => toggle(undefined) },
      icon('close'),
    )
    const panel = el(
      'aside',
      { class: 'panel', 'data-panel': name, 'aria-label': title },
      el('header', {}, heading, shut),
      element,
    )
    panel.hidden = true
    return { name, panel, heading }
  })
  const toggle = (name: PanelName | undefined) => {
    const before = open
    open = name === open ? undefined : name
    for (const { name, panel, heading } of shown) {
      setHidden(panel, name !== open)
      if (name === open) (all[open]?.first ?? heading).focus()
    }
    if (!open && before) all[before]!.opener.focus()
    changed()
  }
  return {
    elements: shown.map(({ panel }) => panel),
    toggle,
    get open() {
      return open
    },
  }
}
