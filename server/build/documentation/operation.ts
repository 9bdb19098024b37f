import type { Model } from '../../../clients/generator/model.ts'
import {
  type Document,
  type DocumentedOperation,
  type MediaType,
  type Parameter,
  type Ref,
  type Response,
  resolve,
  type Schema,
} from '../../src/http/openapi/document.ts'
import { type Html, html } from '../../src/lib/html.ts'
import { exampleIn, json, sampleBox } from './code.ts'
import { type Field, fieldList, fieldsOf, typeOf } from './fields.ts'
import { phrase, prose } from './markdown.ts'
import { type Place, requestSamples } from './samples.ts'
import { trial } from './trial.ts'

const JSON_TYPE = 'application/json'

/** An operation: description, parameters, body, answer, errors and samples. */
export function operationArticle(document: Document, model: Model, place: Place, canTry: boolean): Html {
  const { path, method, operation } = place
  const parameters = (operation.parameters ?? []).map((one) => resolve<Parameter>(document, one))
  const [status, success] = Object.entries(operation.responses)[0]!
  const { content = {} } = resolve<Response>(document, success)
  const answer = content[JSON_TYPE]
  const fileType = Object.keys(content).find((type) => type !== JSON_TYPE)
  return html`
<article class="operation" id="${operation.operationId}">
<h2><a href="#${operation.operationId}">${operation.summary}</a></h2>
<p class="route"><span class="method ${method}">${method}</span> <code>${breakable(path)}</code></p>
<div class="columns">
<div class="words">
${prose(operation.description)}
${needs(operation)}
${fieldSection('Path', parameters, 'path')}
${fieldSection('Query', parameters, 'query')}
${bodySection(document, operation)}
${answerSection(document, status, answer, fileType)}
${errorSection(document, operation)}
${headerSection(parameters)}
</div>
<div class="samples">
${requestSamples(document, model, place)}
${answer && sampleBox(html`Answer <span class="status good">${status}</span>`, json(exampleIn(answer)), 'json')}
${canTry && trial(document, place)}
</div>
</div>
</article>`
}

/** A path may break after each slash. */
const breakable = (path: string) => path.split('/').map((part, i) => (i === 0 ? part : html`/<wbr>${part}`))

function needs({ security }: DocumentedOperation): Html {
  const [scheme, scopes] = Object.entries(security[0] ?? {})[0] ?? []
  const needs: Record<string, Html> = {
    OAuth2: html`Needs a token with the scope ${scopes?.map((scope) => html`<a href="#scopes"><code>${scope}</code></a>`)}`,
    ClientBasic: html`Needs the client's id and secret, in the body or by HTTP Basic`,
    InternalToken: html`Needs the header <code>X-Internal-Token</code>`,
    CronSecret: html`Needs the header <code>X-Cron-Secret</code>`,
  }
  return html`<p class="needs">${scheme ? needs[scheme] : 'Public: needs no token'}.</p>`
}

function fieldSection(title: string, parameters: Parameter[], place: Parameter['in']): Html | false {
  const fields = parametersIn(parameters, place)
  return fields.length > 0 && html`<h3>${title}</h3>${fieldList(fields)}`
}

const parametersIn = (parameters: Parameter[], place: Parameter['in']): Field[] =>
  parameters
    .filter((one) => one.in === place)
    .map(({ name, schema, required = false, description }) => ({ name, schema, required, description }))

/** Folded, because nearly all operations have the same headers. */
function headerSection(parameters: Parameter[]): Html {
  const fields = parametersIn(parameters, 'header')
  const names = fields.map(({ name }) => html` <code>${name}</code>`)
  return html`<details class="headers"><summary>Headers${names}</summary>${fieldList(fields)}</details>`
}

function bodySection(document: Document, { requestBody }: DocumentedOperation): Html | false {
  const media = requestBody?.content[JSON_TYPE]
  if (!requestBody || !media) return false
  const form = requestBody.content['application/x-www-form-urlencoded'] && ', as JSON or as a form'
  return html`<h3>Body${form && html`<span class="aside">${form}</span>`}</h3>${shapeOf(document, media)}`
}

const answerSection = (
  document: Document,
  status: string,
  media: MediaType | undefined,
  fileType: string | undefined,
): Html =>
  html`<h3>Answer <span class="status good">${status}</span></h3>${media && shapeOf(document, media)}${fileType && html`<p>A file: <code>${fileType}</code></p>`}`

/** The fields of a body; a named schema at the top is expanded. */
function shapeOf(document: Document, { schema }: MediaType): Html {
  const shape = resolve<Schema>(document, schema as Schema | Ref)
  return shape.properties ? fieldList(fieldsOf(shape)) : html`<p>${typeOf(schema)}</p>`
}

/** Errors specific to the operation with a description; common ones by status alone. */
function errorSection(document: Document, { responses }: DocumentedOperation): Html {
  const errors = Object.entries(responses)
    .slice(1)
    .map(([status, response]) => ({
      status,
      response,
      link: '$ref' in response ? `#error-${response.$ref.split('/').at(-1)}` : '',
    }))
  const own = errors.filter(({ response }) => '$ref' in response && response.description)
  const common = errors.filter((one) => !own.includes(one))
  return html`<h3>Errors</h3>
<table class="errors"><tbody>${own.map(
    ({ status, response, link }) => html`
<tr><th scope="row"><a class="status bad" href="${link}">${status}</a></th><td>${phrase(resolve<Response>(document, response).description)}</td></tr>`,
  )}
${common.length > 0 && html`<tr><th scope="row">Also</th><td>${common.map(({ status, link }) => html`<a class="status bad" href="${link}">${status}</a> `)}</td></tr>`}
</tbody></table>`
}
