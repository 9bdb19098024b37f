import { type Findable, type Search, searchIn } from './search-index.ts'

const KINDS: Record<Findable['kind'], string> = {
  operation: 'Operation',
  guide: 'Guide',
  event: 'Event',
  error: 'Error',
  schema: 'Schema',
}

/** The search in the head of the page: links while typing. The arrow keys go through them. */
export function enableSearch(): void {
  const box = document.querySelector<HTMLElement>('.search')
  const field = box?.querySelector('input')
  const list = box?.querySelector('ul')
  const status = box?.querySelector('p')
  if (!box || !field || !list || !status) return
  box.hidden = false
  const load = loader()

  function show(found: Findable[], text: string): void {
    list!.replaceChildren(...found.map(result))
    list!.hidden = found.length === 0
    status!.textContent = text
  }
  const close = () => show([], '')

  async function find(asked: string): Promise<void> {
    try {
      const search = await load()
      if (field!.value.trim() !== asked) return // typed on meanwhile
      const found = asked ? search(asked) : []
      show(found, asked && (found.length === 0 ? 'Nothing found.' : `${found.length} results`))
    } catch {
      show([], 'The search cannot be loaded. Check the connection.')
    }
  }

  field.addEventListener('focus', () => void load().catch(() => {}))
  field.addEventListener('input', () => void find(field.value.trim()))
  box.addEventListener('keydown', (event) => {
    const links = [...list.querySelectorAll('a')]
    const at = links.indexOf(document.activeElement as HTMLAnchorElement)
    if (event.key === 'Escape') close()
    if (event.key === 'Escape' || (event.key === 'ArrowUp' && at === 0)) field.focus()
    else if (event.key === 'ArrowDown') (links[at + 1] ?? links[0])?.focus()
    else if (event.key === 'ArrowUp') links[at - 1]?.focus()
    else if (event.key === 'Enter' && at < 0) links[0]?.click()
    else return
    event.preventDefault()
  })
  document.addEventListener('click', ({ target }) => {
    const isOutside = target instanceof Node && !box.contains(target)
    if (isOutside || (target instanceof Element && target.closest('.search a'))) close()
  })
  document.addEventListener('keydown', (event) => {
    const isTyping = event.target instanceof Element && event.target.closest('input, textarea, select')
    if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    field.focus()
  })
}

/** Loads the index once. After a failure the next key tries again. */
function loader(): () => Promise<Search> {
  let loading: Promise<Search> | undefined
  const load = async () => searchIn(await (await fetch('/docs/search.json')).json())
  return () => {
    loading ??= load().catch((error) => {
      loading = undefined
      throw error
    })
    return loading
  }
}

function result({ url, title, kind }: Findable): HTMLElement {
  const link = document.createElement('a')
  link.href = url
  const label = document.createElement('span')
  label.textContent = KINDS[kind]
  link.append(title, ' ', label)
  const item = document.createElement('li')
  item.append(link)
  return item
}
