import { Marked, type Tokens } from 'marked'
import { Html, html } from '../../src/lib/html.ts'
import { sampleBox } from './code.ts'

const LANGUAGES: Record<string, string> = {
  sh: 'Shell',
  js: 'JavaScript',
  javascript: 'JavaScript',
  ts: 'TypeScript',
  typescript: 'TypeScript',
  python: 'Python',
  php: 'PHP',
  json: 'JSON',
  yaml: 'YAML',
  sql: 'SQL',
  http: 'HTTP',
}

/** The text below a heading of level 2 or 3, or below the title, for the search. */
export type Passage = { id: string; title: string; text: string }
export type Rendered = { title: string; body: Html; headings: { id: string; title: string }[]; passages: Passage[] }

/** Rewrites the address of a link or a picture. Undefined makes a link plain text. */
type Rewrite = (address: string) => string | undefined

/** A Markdown document of the repository. Trusted, so not sanitised. */
export function rendered(source: string, rewrite: Rewrite): Rendered {
  const ids = new Map<Tokens.Generic, string>()
  const markdown = markdownWith(rewrite, (heading) => ids.get(heading))
  const [first, ...rest] = markdown.lexer(source)
  const { text: title } = first as Tokens.Heading
  const passages: Passage[] = [{ id: '', title: plain(title), text: '' }]
  const idOf = idsInOrder()
  for (const token of rest) {
    if (token.type === 'heading') ids.set(token, idOf(token.text))
    if (token.type === 'heading' && token.depth <= 3)
      passages.push({ id: ids.get(token)!, title: plain(token.text), text: '' })
    else passages.at(-1)!.text += `${plain(token.raw)} `
  }
  const headings = rest
    .filter((one): one is Tokens.Heading => one.type === 'heading' && one.depth === 2)
    .map((heading) => ({ id: ids.get(heading)!, title: plain(heading.text) }))
  return { title: plain(title), body: new Html(markdown.parser(rest)), headings, passages }
}

function markdownWith(rewrite: Rewrite, idOf: (heading: Tokens.Heading) => string | undefined): Marked {
  return new Marked({
    async: false,
    renderer: {
      code: ({ text, lang = '' }) => {
        const [language = ''] = lang.split(' ')
        return sampleBox(LANGUAGES[language] ?? 'Text', html`${text}`, language).text
      },
      heading(heading) {
        const { tokens, depth } = heading
        const id = idOf(heading)
        const text = this.parser.parseInline(tokens)
        return id
          ? `<h${depth} id="${id}"><a href="#${id}">${text}</a></h${depth}>\n`
          : `<h${depth}>${text}</h${depth}>\n`
      },
      link({ href, tokens }) {
        const text = this.parser.parseInline(tokens)
        const target = rewrite(href)
        return target === undefined ? text : html`<a href="${target}">${new Html(text)}</a>`.text
      },
      image: ({ href, text }) => html`<img src="${rewrite(href) ?? href}" alt="${text}" loading="lazy">`.text,
      html: ({ text }) =>
        text.replace(/src="([^"]+)"/g, (_, address: string) => `src="${rewrite(address) ?? address}"`),
      table({ header, rows }) {
        const cell = ({ tokens, header: isHeader }: Tokens.TableCell) => {
          const text = this.parser.parseInline(tokens)
          return isHeader && text ? `<th scope="col">${text}</th>` : `<td>${text}</td>`
        }
        const row = (cells: Tokens.TableCell[]) => `<tr>${cells.map(cell).join('')}</tr>`
        const body = rows.map(row).join('')
        return `<div class="table" tabindex="0"><table><thead>${row(header)}</thead><tbody>${body}</tbody></table></div>\n`
      },
    },
  })
}

/** The anchors of headings as GitHub makes them: a repeated heading gets a number. */
function idsInOrder(): (heading: string) => string {
  const counts = new Map<string, number>()
  return (heading) => {
    const slug = plain(heading)
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replace(/\s/g, '-')
    const count = counts.get(slug) ?? 0
    counts.set(slug, count + 1)
    return count === 0 ? slug : `${slug}-${count}`
  }
}

/** Text without markup. */
const plain = (markdown: string): string =>
  markdown
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/<[^>]+>/g, ' ')
    .replace(/[`*|#]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()

// CommonMark from our own contracts: trusted, so not sanitised.
const ofContracts = markdownWith(
  (address) => address,
  () => undefined,
)

/** Paragraphs, lists, tables and code. */
export const prose = (text: string | undefined): Html => new Html(text ? (ofContracts.parse(text) as string) : '')

/** Inline markup only. */
export const phrase = (text: string | undefined): Html =>
  new Html(text ? (ofContracts.parseInline(text) as string) : '')
