/** Forms that call an operation in the sandbox, with a token of the chosen client. */
export function enableTrials(): void {
  for (const details of document.querySelectorAll<HTMLDetailsElement>('.try')) {
    const form = details.querySelector('form')
    if (!form) continue
    details.hidden = false
    const { client, token, body } = fieldsOf(form)
    if (body) body.value = comingTimes(body.value)
    details.addEventListener('toggle', () => {
      if (details.open && token?.value === '') void fillToken(form)
    })
    client?.addEventListener('change', () => void fillToken(form))
    form.addEventListener('submit', (event) => {
      event.preventDefault()
      void send(form)
    })
  }
}

type Fields = {
  client?: HTMLSelectElement
  token?: HTMLInputElement
  query?: HTMLInputElement
  body?: HTMLTextAreaElement
}
const fieldsOf = ({ elements }: HTMLFormElement) => elements as unknown as Fields

const WEEK_MS = 7 * 86_400_000

/** The text with its times some weeks later, so that none is past: appointments are booked in the future. */
export function comingTimes(text: string, now = Date.now()): string {
  const time = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g
  const first = Math.min(...(text.match(time) ?? []).map(Date.parse))
  const weeks = Math.max(0, Math.ceil((now - first) / WEEK_MS))
  return weeks === 0 ? text : text.replace(time, (one) => new Date(Date.parse(one) + weeks * WEEK_MS).toISOString())
}

async function fillToken(form: HTMLFormElement): Promise<void> {
  const { client, token } = fieldsOf(form)
  if (!client || !token) return
  const name = client.value
  try {
    const answer = await fetch('/api/auth/token', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ grant_type: 'client_credentials', client_id: name, client_secret: `${name}-secret` }),
    })
    const body = await answer.json()
    if (client.value !== name) return // another client was chosen meanwhile
    if (answer.ok) token.value = body.access_token
    else show(form, `${answer.status} ${answer.statusText}`, JSON.stringify(body, null, 2))
  } catch {
    show(form, 'No answer', 'The sandbox cannot be reached.')
  }
}

async function send(form: HTMLFormElement): Promise<void> {
  const { token, query, body } = fieldsOf(form)
  const { method = 'get', path = '' } = form.dataset
  const address = [...form.querySelectorAll<HTMLInputElement>('[data-param]')].reduce(
    (url, { dataset, value }) => url.replace(`{${dataset.param}}`, encodeURIComponent(value)),
    path,
  )
  const button = form.querySelector('button')!
  button.disabled = true
  try {
    const answer = await fetch(query?.value ? `${address}?${query.value}` : address, {
      method: method.toUpperCase(),
      headers: {
        ...(token && { Authorization: `Bearer ${token.value}` }),
        ...(body && { 'Content-Type': 'application/json' }),
      },
      ...(body && { body: body.value }),
    })
    const type = answer.headers.get('content-type') ?? ''
    const text = type.includes('json')
      ? JSON.stringify(await answer.json(), null, 2)
      : `${type}, ${(await answer.arrayBuffer()).byteLength} bytes`
    show(form, `${answer.status} ${answer.statusText}`, text)
  } catch {
    show(form, 'No answer', 'The sandbox cannot be reached.')
  } finally {
    button.disabled = false
  }
}

function show(form: HTMLFormElement, status: string, text: string): void {
  const heading = document.createElement('strong')
  heading.textContent = status
  const content = document.createElement('pre')
  content.tabIndex = 0
  content.textContent = text
  form.querySelector('.outcome')?.replaceChildren(heading, content)
}
