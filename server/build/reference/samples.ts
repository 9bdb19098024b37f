import { FORM } from '../../src/http/form.ts'
import type { DocumentedOperation, MediaType, Method, Parameter, Schema } from '../../src/http/openapi/document.ts'
import { sample } from '../../src/http/openapi/examples.ts'
import { type Html, html } from '../../src/lib/html.ts'

/** A code box with a copy button. */
export const sampleBox = (title: Html | string, content: Html, language: string): Html => html`
<figure class="sample">
<figcaption><span>${title}</span><button type="button" class="copy" hidden>Copy</button></figcaption>
<pre tabindex="0"><code class="${language}">${content}</code></pre>
</figure>`

/** Formatted JSON with syntax highlighting. */
export function json(value: unknown): Html {
  const text = JSON.stringify(value, null, 2)
  const parts = text.split(/("(?:[^"\\]|\\.)*"(?:\s*:)?|\b(?:true|false|null)\b|-?\b\d[\d.eE+-]*\b)/)
  return html`${parts.map((part, i) => (i % 2 === 0 ? part : html`<span class="${kindOf(part)}">${part}</span>`))}`
}

function kindOf(token: string): string {
  if (token.endsWith(':')) return 'key'
  return token.startsWith('"') ? 'string' : 'literal'
}

/** The first example of a body. */
export const exampleIn = (media: MediaType | undefined): unknown =>
  media?.example ?? Object.values(media?.examples ?? {})[0]?.value

const credentials: Record<string, string> = {
  OAuth2: '"Authorization: Bearer $TOKEN"',
  InternalToken: '"X-Internal-Token: $INTERNAL_TOKEN"',
  CronSecret: '"X-Cron-Secret: $CRON_SECRET"',
}

type Call = { base: string; path: string; method: Method; operation: DocumentedOperation; parameters: Parameter[] }

/** The call as a curl command. */
export function curl({ base, path, method, operation, parameters }: Call, named: Record<string, Schema>): Html {
  const at = parameters.reduce(
    (url, { in: place, name, schema }) =>
      place === 'path' ? url.replace(`{${name}}`, String(sample(schema, named))) : url,
    path,
  )
  const { [FORM]: form, 'application/json': jsonBody } = operation.requestBody?.content ?? {}
  const body = exampleIn(jsonBody)
  const fields = jsonBody ? {} : ((exampleIn(form) ?? {}) as Record<string, string>) // forms are flat
  const credential = Object.keys(operation.security[0] ?? {}).map((scheme) => credentials[scheme])[0]
  const lines = [
    `curl ${method === 'get' || (method === 'post' && (body || form)) ? '' : `-X ${method.toUpperCase()} `}${base}${at}`,
    ...(credential ? [`-H ${credential}`] : []),
    ...(parameters.some(({ name }) => name === 'Idempotency-Key') ? [`-H "Idempotency-Key: $(uuidgen)"`] : []),
    ...(body
      ? [`-H 'Content-Type: application/json'`, `-d '${JSON.stringify(body, null, 2).replaceAll("'", "'\\''")}'`]
      : []),
    ...Object.entries(fields).map(([name, value]) => `--data-urlencode '${name}=${value}'`),
  ]
  return html`${lines.join(' \\\n  ')}`
}
