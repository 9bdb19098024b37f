type Child = Node | string | undefined | null | false
type Attribute = string | number | boolean | undefined | ((event: Event) => void)

/** An element with its attributes, listeners (`onclick: …`) and children. Strings are text, never HTML. */
export function el<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Record<string, Attribute> = {},
  ...children: Child[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') made.addEventListener(name.slice(2), value)
    else setAttribute(made, name, value)
  }
  made.append(...children.filter((one) => one !== undefined && one !== null && one !== false))
  return made
}

/** Sets or removes an attribute only if it differs, because screen readers announce changes. */
export function setAttribute(element: Element, name: string, value: string | number | boolean | undefined): void {
  if (value === undefined || value === false) element.removeAttribute(name)
  else {
    const text = value === true ? '' : String(value)
    if (element.getAttribute(name) !== text) element.setAttribute(name, text)
  }
}

export function setText(element: Element, text: string): void {
  if (element.textContent !== text) element.textContent = text
}

export const setHidden = (element: HTMLElement, isHidden: boolean): void => {
  if (element.hidden !== isHidden) element.hidden = isHidden
}

/** A part of the page that is updated with its data. */
export type View<Shown> = { element: HTMLElement; show(what: Shown): void; close?(): void }

/**
 * Keeps the children of an element in sync with a list. Remaining items keep their element, with its focus and video.
 * @param keyOf identifies an item
 */
export function syncList<Item>(
  parent: HTMLElement,
  keyOf: (item: Item) => string,
  make: (item: Item) => View<Item>,
): (items: readonly Item[]) => void {
  const views = new Map<string, View<Item>>()
  return (items) => {
    const keys = new Set(items.map(keyOf))
    for (const [key, view] of views) {
      if (keys.has(key)) continue
      const hadFocus = view.element.contains(document.activeElement)
      const neighbour = view.element.nextElementSibling ?? view.element.previousElementSibling
      view.element.remove()
      view.close?.()
      views.delete(key)
      if (hadFocus) passFocus(neighbour, parent)
    }
    items.forEach((item, index) => {
      const view = views.get(keyOf(item)) ?? make(item)
      views.set(keyOf(item), view)
      // Moving a video in the document stops it.
      if (parent.children[index] !== view.element) parent.insertBefore(view.element, parent.children[index] ?? null)
      view.show(item)
    })
  }
}

/** Moves the focus to the neighbour of a removed element, or to the heading, because a lost focus restarts at the top. */
function passFocus(neighbour: Element | null, parent: HTMLElement): void {
  const heading = parent.closest('aside')?.querySelector('h2') ?? document.querySelector('h1')
  const next = neighbour?.querySelector('button') ?? heading
  next?.focus()
}
