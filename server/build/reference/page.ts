import {
  type Document,
  type DocumentedOperation,
  type Method,
  type Parameter,
  resolve,
} from '../../src/http/openapi/document.ts'
import { type Html, html } from '../../src/lib/html.ts'
import { fieldList, fieldsOf } from './fields.ts'
import { operationArticle } from './operation.ts'
import { phrase, prose } from './prose.ts'
import { exampleIn, json, sampleBox } from './samples.ts'

type Place = { path: string; method: Method; operation: DocumentedOperation }

/** The API reference as one self-contained page that works without its script. */
export function referencePage(document: Document): string {
  const chapters = chaptersOf(document)
  const { info } = document
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${info.title} API</title>
<meta name="description" content="${info.summary}">
<link rel="icon" href="/docs/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/docs/reference.css">
<script src="/docs/reference.js" defer></script>
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header class="bar">
<button type="button" class="menu" popovertarget="contents">Contents</button>
<a class="brand" href="#content">${info.title} <span>API ${info.version}</span></a>
</header>
<nav id="contents" popover aria-label="Contents">
<a class="brand" href="#content"><img src="/docs/icon.svg" alt="" width="28" height="28"> ${info.title} <span>API ${info.version}</span></a>
<label class="filter" hidden>Find <input type="search" placeholder="appointments, POST, 409 …" autocomplete="off" spellcheck="false"></label>
${chapters.map(
  ({ title, id, entries }) => html`
<section><h2><a href="#${id}">${title}</a></h2>
<ul>${entries.map(
    ({ id, label, method }) => html`
<li><a href="#${id}">${method && html`<span class="method ${method}">${method}</span> `}${label}</a></li>`,
  )}</ul></section>`,
)}
</nav>
<main id="content" tabindex="-1">
<h1>${info.title} API</h1>
<p class="lead">${info.summary} Version ${info.version}, ${info.license.name} licence. <a href="/openapi.json">openapi.json</a></p>
${chapters.map(({ body }) => body)}
</main>
</body>
</html>
`.text
}

type Entry = { id: string; label: Html | string; method?: Method }
type Chapter = { title: string; id: string; entries: Entry[]; body: Html }

const chaptersOf = (document: Document): Chapter[] => [
  guide(document),
  ...document.tags
    .map(({ name, description }) => group(document, name, description))
    .filter(({ entries }) => entries.length > 0),
  events(document),
  errors(document),
  schemas(document),
]

const idOf = (title: string) => title.toLowerCase().replace(/[^a-z0-9]+/g, '-')

/** The document's description, one section for each heading, and the scopes. */
function guide({ info, components }: Document): Chapter {
  const [opening, ...sections] = info.description.split(/^## /m)
  const parts = sections.map((section) => {
    const [title, ...text] = section.split('\n')
    return { id: `guide-${idOf(title!)}`, label: title!, text: text.join('\n') }
  })
  const { flows } = components.securitySchemes.OAuth2 as {
    flows: { clientCredentials: { scopes: Record<string, string> } }
  }
  return {
    title: 'Guide',
    id: 'guide',
    entries: [...parts, { id: 'scopes', label: 'Scopes' }],
    body: html`
<section class="guide" id="guide">
${prose(opening)}
${parts.map(({ id, label, text }) => html`<section id="${id}"><h2><a href="#${id}">${label}</a></h2>${prose(text)}</section>`)}
<section id="scopes"><h2><a href="#scopes">Scopes</a></h2>
<table><thead><tr><th scope="col">Scope</th><th scope="col">Grants</th></tr></thead><tbody>${Object.entries(
      flows.clientCredentials.scopes,
    ).map(([scope, grants]) => html`<tr><td><code>${scope}</code></td><td>${grants}</td></tr>`)}</tbody></table>
</section>
</section>`,
  }
}

function group(document: Document, tag: string, description: string | undefined): Chapter {
  const places = Object.entries(document.paths).flatMap(([path, item]) =>
    (Object.entries(item) as [Method, DocumentedOperation][])
      .filter(([, { tags }]) => tags.includes(tag))
      .map(([method, operation]): Place => ({ path, method, operation })),
  )
  const id = `group-${idOf(tag)}`
  return {
    title: tag,
    id,
    entries: places.map(({ method, operation }) => ({ id: operation.operationId, label: operation.summary, method })),
    body: html`
<section class="group" id="${id}"><h2><a href="#${id}">${tag}</a></h2>
<p>${phrase(description)}</p>
${places.map(({ path, method, operation }) => operationArticle(document, path, method, operation))}
</section>`,
  }
}

function events(document: Document): Chapter {
  const kinds = Object.entries(document.webhooks).map(([kind, { post }]) => ({ kind, id: `event-${kind}`, post }))
  const headers = (kinds[0]?.post.parameters ?? [])
    .map((one) => resolve<Parameter>(document, one))
    .map(({ name, schema, description, required = false }) => ({ name, schema, description, required }))
  return {
    title: 'Events',
    id: 'events',
    entries: kinds.map(({ kind, id }) => ({ id, label: html`<code>${kind}</code>` })),
    body: html`
<section class="group" id="events"><h2><a href="#events">Events</a></h2>
<p>Events are posted to your endpoints with these headers. <a href="#guide-webhooks">How to receive them</a></p>
${fieldList(headers)}
${kinds.map(({ kind, id, post }) => {
  const media = post.requestBody?.content['application/json']
  return html`
<article class="operation" id="${id}"><h3><a href="#${id}"><code>${kind}</code></a></h3>
<div class="columns"><div class="words"><p>${post.summary}. ${phrase(post.description)}</p>
<h4>Body</h4>${media && fieldList(fieldsOf(media.schema))}</div>
<div class="samples">${sampleBox('Body', json(exampleIn(media)), 'json')}</div></div></article>`
})}
</section>`,
  }
}

/** Errors that operations share, by status, with examples. */
function errors({ components, paths }: Document): Chapter {
  const statuses = statusesOf(paths)
  const all = Object.entries(components.responses)
    .filter(([name]) => statuses.has(name))
    .map(([name, response]) => ({ name, response, title: titleOf(name, statuses.get(name)) }))
    .sort((a, b) => (a.title < b.title ? -1 : 1))
  return {
    title: 'Errors',
    id: 'errors',
    entries: all.map(({ name, title }) => ({ id: `error-${name}`, label: title })),
    body: html`
<section class="group" id="errors"><h2><a href="#errors">Errors</a></h2>
<p>Errors that operations share. <a href="#guide-errors">How to handle them</a></p>
${all.map(({ name, title, response: { description, content } }) => {
  const { example, examples = {} } = content?.['application/json'] ?? {}
  const shown = example === undefined ? Object.values(examples) : [{ value: example }]
  return html`
<article class="small" id="error-${name}"><h3><a href="#error-${name}">${title}</a></h3>
<div class="columns"><div class="words"><p>${phrase(description)}</p></div>
<div class="samples">${shown.map(({ value }) => sampleBox('Answer', json(value), 'json'))}</div></div></article>`
})}</section>`,
  }
}

/** The statuses with which operations use each shared response. */
function statusesOf(paths: Document['paths']): Map<string, Set<string>> {
  const statuses = new Map<string, Set<string>>()
  for (const { responses } of Object.values(paths).flatMap((item) => Object.values(item))) {
    for (const [status, response] of Object.entries(responses)) {
      if (!('$ref' in response)) continue
      const name = response.$ref.split('/').at(-1)!
      statuses.set(name, (statuses.get(name) ?? new Set()).add(status))
    }
  }
  return statuses
}

/** "404 Not found" for "NotFound", which only comes with status 404. */
function titleOf(name: string, statuses: Set<string> | undefined): string {
  const words = name.replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return statuses?.size === 1 ? `${[...statuses][0]} ${words}` : words
}

function schemas({ components }: Document): Chapter {
  const all = Object.entries(components.schemas)
  return {
    title: 'Schemas',
    id: 'schemas',
    entries: all.map(([name]) => ({ id: `schema-${name}`, label: name })),
    body: html`
<section class="group" id="schemas"><h2><a href="#schemas">Schemas</a></h2>
${all.map(([name, schema]) => {
  const shown = schema.properties ? fieldsOf(schema) : [{ name: 'value', schema, required: true, description: '' }]
  return html`
<article class="small" id="schema-${name}"><h3><a href="#schema-${name}">${name}</a></h3>
<p>${phrase(schema.description)}</p>${fieldList(shown)}</article>`
})}
</section>`,
  }
}
