type Child = Node | string | undefined | null | false
type Attribute = string | number | boolean | undefined | ((event: Event) => void)

/** An element with its attributes, listeners (`onclick: …`) and children. Text is always text. */
export function el<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Record<string, Attribute> = {},
  ...children: Child[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') made.addEventListener(name.slice(2), value)
    else put(made, name, value)
  }
  made.append(...children.filter((one) => one !== undefined && one !== null && one !== false))
  return made
}

/** Sets an attribute, or takes it away. Untouched where it is so already: screen readers read what changes. */
export function put(element: Element, name: string, value: string | number | boolean | undefined): void {
  if (value === undefined || value === false) element.removeAttribute(name)
  else {
    const text = value === true ? '' : String(value)
    if (element.getAttribute(name) !== text) element.setAttribute(name, text)
  }
}

export function write(element: Element, text: string): void {
  if (element.textContent !== text) element.textContent = text
}

export const hide = (element: HTMLElement, isHidden: boolean): void => {
  if (element.hidden !== isHidden) element.hidden = isHidden
}

/** Something on the page that is drawn anew from what it shows. */
export type View<Shown> = { element: HTMLElement; show(what: Shown): void; close?(): void }

/**
 * Has the children of an element be those of a list: what stays keeps its element, with its focus and its video.
 * @param keyOf what tells one from another
 */
export function each<Item>(
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
      const heir = view.element.nextElementSibling ?? view.element.previousElementSibling
      view.element.remove()
      view.close?.()
      views.delete(key)
      if (hadFocus) passFocus(heir, parent)
    }
    items.forEach((item, index) => {
      const view = views.get(keyOf(item)) ?? make(item)
      views.set(keyOf(item), view)
      // A video that is moved in the document stops.
      if (parent.children[index] !== view.element) parent.insertBefore(view.element, parent.children[index] ?? null)
      view.show(item)
    })
  }
}

/** To what took the place of what is gone, or else to the heading above: from nowhere a keyboard begins at the top. */
function passFocus(heir: Element | null, parent: HTMLElement): void {
  const heading = parent.closest('aside')?.querySelector('h2') ?? document.querySelector('h1')
  const next = heir?.querySelector('button') ?? heading
  next?.focus()
}
