import { type Document, type Parameter, resolve } from '../../src/http/openapi/document.ts'
import { type Html, html } from '../../src/lib/html.ts'
import { exampleOf, type Place } from './samples.ts'

/** The sandbox's clients. Each has the secret `<client_id>-secret`. */
const CLIENTS = ['admin', 'doctor', 'dentist', 'patient', 'mother', 'reception', 'pharmacy', 'laboratory']

/** A form that calls the operation in the sandbox. The script shows it, and gets the token. */
export function trial(document: Document, place: Place): Html | false {
  const { path, method, operation } = place
  const [scheme] = operation.security.flatMap(Object.keys)
  const { params, query, body, isForm } = exampleOf(document, place)
  if (isForm || (scheme !== undefined && scheme !== 'OAuth2')) return false
  const id = (name: string) => `try-${operation.operationId}-${name}`
  const asked = new URLSearchParams(query.map(([name, value]) => [name, String(value)])).toString()
  const parameters = (operation.parameters ?? []).map((one) => resolve<Parameter>(document, one))
  const takesQuery = parameters.some((one) => one.in === 'query')
  return html`
<details class="try" hidden><summary>Try it in the sandbox</summary>
<form data-method="${method}" data-path="${path}" autocomplete="off">
${
  scheme &&
  html`
<label for="${id('client')}">Client</label>
<select id="${id('client')}" name="client">${CLIENTS.map((name) => html`<option>sandbox-${name}</option>`)}</select>
<label for="${id('token')}">Token</label>
<input id="${id('token')}" name="token" spellcheck="false">`
}
${params.map(
  ([name, value]) => html`
<label for="${id(name)}"><code>${name}</code></label>
<input id="${id(name)}" data-param="${name}" value="${value}" spellcheck="false" required>`,
)}
${
  takesQuery &&
  html`
<label for="${id('query')}">Query</label>
<input id="${id('query')}" name="query" value="${asked}" spellcheck="false">`
}
${
  body !== undefined &&
  html`
<label for="${id('body')}">Body</label>
<textarea id="${id('body')}" name="body" rows="${Math.min(14, JSON.stringify(body, null, 2).split('\n').length)}" spellcheck="false">${JSON.stringify(body, null, 2)}</textarea>`
}
<button>Send</button>
<div class="outcome" role="status"></div>
</form></details>`
}
