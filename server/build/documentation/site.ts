import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { modelOf } from '../../../clients/generator/model.ts'
import type { Findable } from '../../../web/documentation/search-index.ts'
import type { Document } from '../../src/http/openapi/document.ts'
import { apiPages } from './api.ts'
import { framed } from './frame.ts'
import { type Guide, LIBRARIES, OPERATION, PROJECT, pathOfGuide, USE } from './guides.ts'
import { addressIn } from './links.ts'
import { rendered } from './markdown.ts'
import type { Page, Part } from './page.ts'
import { startPage, withScopes } from './start.ts'
import { translated } from './translated.ts'

const root = resolve(import.meta.dirname, '../../..')

export type Site = { pages: { path: string; html: string }[]; findable: Findable[] }

/** The documentation of a mode. In the sandbox, operations can be tried. */
export function siteOf(document: Document, isSandbox: boolean): Site {
  const reference = apiPages(document, modelOf(document), isSandbox)
  const basics = basicsPage(document)
  const parts: Part[] = [
    { title: 'Guides', pages: [basics, ...USE.map(guidePage)] },
    { title: 'API', pages: reference },
    { title: 'Libraries', pages: LIBRARIES.map(guidePage) },
    { title: 'Operation', pages: OPERATION.map(guidePage) },
    { title: 'Project', pages: PROJECT.map(guidePage) },
  ]
  const pages = parts.flatMap(({ pages }) => pages)
  const pageOf = new Map(
    [...reference, basics].flatMap(({ path, body }) => idsIn(body.text).map((id) => [id, path] as const)),
  )
  return {
    pages: [startPage(document, parts), ...pages].map((page) => ({
      path: page.path,
      html: linked(framed(document, page, parts), page, pageOf),
    })),
    findable: pages.flatMap(({ findable }) => findable),
  }
}

const idsIn = (html: string) => [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id!)

/** Links to anchors of other pages get the path of their page. */
function linked(html: string, page: Page, pageOf: Map<string, string>): string {
  const own = new Set(idsIn(html))
  return html.replace(/href="#([^"]+)"/g, (link, id: string) => {
    const path = own.has(id) ? undefined : pageOf.get(id)
    return path && path !== page.path ? `href="${path}#${id}"` : link
  })
}

const guidePage = ({ label, file }: Guide): Page =>
  markdownPage(label, readFileSync(join(root, file), 'utf8'), (link) => addressIn(file, link))

/** The introduction of openapi.json. */
function basicsPage(document: Document): Page {
  const page = markdownPage('Using the API', `# Using the API\n\n${document.info.description}`, (link) => link)
  const section = { id: 'scopes', label: 'Scopes' }
  return { ...page, sections: [...page.sections, section], body: withScopes(document, page.body) }
}

function markdownPage(label: string, source: string, rewrite: (link: string) => string | undefined): Page {
  const { title, body, headings, passages } = rendered(source, rewrite)
  const path = pathOfGuide(label)
  return {
    path,
    label,
    title,
    hasSamples: false,
    sections: headings.map(({ id, title }) => ({ id, label: title })),
    body,
    findable: passages.map((one) => ({
      url: one.id ? `${path}#${one.id}` : path,
      title: one.id ? `${label}: ${one.title}` : title,
      kind: 'guide',
      words: translated(one.title),
      text: one.text,
    })),
  }
}
