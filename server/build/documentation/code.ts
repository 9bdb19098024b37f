import type { MediaType } from '../../src/http/openapi/document.ts'
import { type Html, html } from '../../src/lib/html.ts'

/** A code box with a copy button. */
export const sampleBox = (title: Html | string, content: Html, language: string, kind = ''): Html => html`
<figure class="sample ${kind}">
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
