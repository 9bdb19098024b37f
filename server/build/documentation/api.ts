import type { Model } from '../../../clients/generator/model.ts'
import {
  type Document,
  type DocumentedOperation,
  type Method,
  type Parameter,
  resolve,
} from '../../src/http/openapi/document.ts'
import { html } from '../../src/lib/html.ts'
import { exampleIn, json, sampleBox } from './code.ts'
import { fieldList, fieldsOf } from './fields.ts'
import { phrase } from './markdown.ts'
import { operationArticle } from './operation.ts'
import { type Page, slugOf } from './page.ts'
import { translated } from './translated.ts'

/** A page for each group of operations, and one each for events, errors and schemas. */
export const apiPages = (document: Document, model: Model, canTry: boolean): Page[] => [
  ...document.tags
    .map(({ name, description }) => group(document, model, canTry, name, description))
    .filter(({ sections }) => sections.length > 0),
  events(document),
  errors(document),
  schemas(document),
]

const pathOf = (name: string) => `/docs/api/${name}`

function group(document: Document, model: Model, canTry: boolean, tag: string, description: string | undefined): Page {
  const places = Object.entries(document.paths).flatMap(([path, item]) =>
    (Object.entries(item) as [Method, DocumentedOperation][])
      .filter(([, { tags }]) => tags.includes(tag))
      .map(([method, operation]) => ({ path, method, operation })),
  )
  const path = pathOf(slugOf(tag))
  return {
    path,
    label: tag,
    title: tag,
    hasSamples: true,
    sections: places.map(({ method, operation }) => ({ id: operation.operationId, label: operation.summary, method })),
    body: html`<p class="lead">${phrase(description)}</p>
${places.map((place) => operationArticle(document, model, place, canTry))}`,
    findable: places.map(({ path: route, method, operation }) => ({
      url: `${path}#${operation.operationId}`,
      title: operation.summary,
      kind: 'operation',
      words: [operation.operationId, operation['x-method'], method, route, tag, translated(operation.summary)].join(
        ' ',
      ),
      text: operation.description ?? '',
    })),
  }
}

function events(document: Document): Page {
  const kinds = Object.entries(document.webhooks).map(([kind, { post }]) => ({ kind, id: `event-${kind}`, post }))
  const headers = (kinds[0]?.post.parameters ?? [])
    .map((one) => resolve<Parameter>(document, one))
    .map(({ name, schema, description, required = false }) => ({ name, schema, description, required }))
  const path = pathOf('events-and-payloads')
  return {
    path,
    label: 'Events and their payloads',
    title: 'Events and their payloads',
    hasSamples: false,
    sections: kinds.map(({ kind, id }) => ({ id, label: html`<code>${kind}</code>` })),
    body: html`
<p class="lead">Events are posted to your endpoints with these headers. <a href="/docs/guides/webhooks">How to receive them</a></p>
${fieldList(headers)}
${kinds.map(({ kind, id, post }) => {
  const media = post.requestBody?.content['application/json']
  return html`
<article class="operation" id="${id}"><h2><a href="#${id}"><code>${kind}</code></a></h2>
<div class="columns"><div class="words"><p>${post.summary}. ${phrase(post.description)}</p>
<h3>Body</h3>${media && fieldList(fieldsOf(media.schema))}</div>
<div class="samples">${sampleBox('Body', json(exampleIn(media)), 'json')}</div></div></article>`
})}`,
    findable: kinds.map(({ kind, id, post }) => ({
      url: `${path}#${id}`,
      title: kind,
      kind: 'event',
      words: translated(`webhook event ${kind.replace(/[._]/g, ' ')}`),
      text: `${post.summary}. ${post.description ?? ''}`,
    })),
  }
}

/** Errors that operations share, by status, with examples. */
function errors({ components, paths }: Document): Page {
  const statuses = statusesOf(paths)
  const all = Object.entries(components.responses)
    .filter(([name]) => statuses.has(name))
    .map(([name, response]) => ({ id: `error-${name}`, response, title: titleOf(name, statuses.get(name)) }))
    .sort((a, b) => (a.title < b.title ? -1 : 1))
  const path = pathOf('errors')
  return {
    path,
    label: 'Errors',
    title: 'Errors',
    hasSamples: false,
    sections: all.map(({ id, title }) => ({ id, label: title })),
    body: html`
<p class="lead">Errors that operations share. <a href="/docs/guides/using-the-api#errors">How to handle them</a></p>
${all.map(({ id, title, response: { description, content } }) => {
  const { example, examples = {} } = content?.['application/json'] ?? {}
  const shown = example === undefined ? Object.values(examples) : [{ value: example }]
  return html`
<article class="small" id="${id}"><h2><a href="#${id}">${title}</a></h2>
<div class="columns"><div class="words"><p>${phrase(description)}</p></div>
<div class="samples">${shown.map(({ value }) => sampleBox('Answer', json(value), 'json'))}</div></div></article>`
})}`,
    findable: all.map(({ id, title, response }) => ({
      url: `${path}#${id}`,
      title,
      kind: 'error',
      words: translated('error'),
      text: response.description,
    })),
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

function schemas({ components }: Document): Page {
  const all = Object.entries(components.schemas)
  const path = pathOf('schemas')
  return {
    path,
    label: 'Schemas',
    title: 'Schemas',
    hasSamples: false,
    sections: all.map(([name]) => ({ id: `schema-${name}`, label: name })),
    body: html`${all.map(([name, schema]) => {
      const shown = schema.properties ? fieldsOf(schema) : [{ name: 'value', schema, required: true, description: '' }]
      return html`
<article class="small" id="schema-${name}"><h2><a href="#schema-${name}">${name}</a></h2>
<p>${phrase(schema.description)}</p>${fieldList(shown)}</article>`
    })}`,
    findable: all.map(([name, { description = '', properties = {} }]) => ({
      url: `${path}#schema-${name}`,
      title: name,
      kind: 'schema',
      words: Object.keys(properties).join(' '),
      text: description,
    })),
  }
}
