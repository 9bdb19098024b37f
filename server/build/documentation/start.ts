import type { Document } from '../../src/http/openapi/document.ts'
import { type Html, html } from '../../src/lib/html.ts'
import { sampleBox } from './code.ts'
import type { Page, Part } from './page.ts'
import { LANGUAGES, type Language } from './samples.ts'

/** The first page: the first call in each language, and all guides and groups of operations. */
export function startPage(document: Document, parts: Part[]): Page {
  const { info, servers } = document
  return {
    path: '/docs',
    label: 'Start',
    title: `${info.title} documentation`,
    hasSamples: true,
    sections: [],
    body: html`
<p class="lead">${info.summary}</p>
<section class="guide"><h2 id="first-call"><a href="#first-call">The first call</a></h2>
<p>Exchange the id and the secret of your client for a token, and list appointments. The libraries get and renew tokens themselves. <a href="/docs/guides/using-the-api">Using the API</a> explains tokens, errors, lists, idempotency and limits.</p>
${Object.entries(firstCalls(servers[0]!.url, document.info.description)).map(([language, text]) =>
  sampleBox(LANGUAGES[language as Language], html`${text}`, language, `in-${language}`),
)}</section>
${parts.map(
  ({ title, pages }) => html`
<section class="map"><h2>${title}</h2>
<ul>${pages.map(({ path, label }) => html`<li><a href="${path}">${label}</a></li>`)}</ul></section>`,
)}
<p>For programs: <a href="/openapi.json">OpenAPI 3.1</a> (also <a href="/openapi.yaml">YAML</a>), <a href="/asyncapi.json">AsyncAPI</a> for events, and a <a href="/postman.json">collection for Postman</a>.</p>`,
    findable: [],
  }
}

/** The id and secret of the introduction, which are those of the sandbox there. */
function firstCalls(url: string, introduction: string): Record<Language, string> {
  const [, id] = /"client_id": "([^"]+)"/.exec(introduction)!
  const [, secret] = /"client_secret": "([^"]+)"/.exec(introduction)!
  return {
    curl: `TOKEN=$(curl -s ${url}/api/auth/token \\
  -d grant_type=client_credentials -d client_id=${id} -d client_secret=${secret} \\
  | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')

curl ${url}/api/appointments -H "Authorization: Bearer $TOKEN"`,
    javascript: `// npm install @medina-care/client
import { Medina } from '@medina-care/client'

const medina = new Medina({ url: '${url}', clientId: '${id}', clientSecret: '${secret}' })
for await (const appointment of medina.appointments.list()) console.log(appointment.id, appointment.startTime)`,
    python: `# pip install medina-care
from medina_care import Medina

medina = Medina("${url}", client_id="${id}", client_secret="${secret}")
for appointment in medina.appointments.list():
    print(appointment.id, appointment.start_time)`,
    php: `// composer require medina-care/client
use MedinaCare\\Medina;

$medina = new Medina(url: '${url}', clientId: '${id}', clientSecret: '${secret}');
foreach ($medina->appointments->list() as $appointment) {
    echo "{$appointment->id} {$appointment->startTime->format('c')}\\n";
}`,
  }
}

/** The introduction with the table of scopes. */
export function withScopes({ components }: Document, introduction: Html): Html {
  const { flows } = components.securitySchemes.OAuth2 as {
    flows: { clientCredentials: { scopes: Record<string, string> } }
  }
  return html`${introduction}
<h2 id="scopes"><a href="#scopes">Scopes</a></h2>
<table><thead><tr><th scope="col">Scope</th><th scope="col">Grants</th></tr></thead><tbody>${Object.entries(
    flows.clientCredentials.scopes,
  ).map(([scope, grants]) => html`<tr><td><code>${scope}</code></td><td>${grants}</td></tr>`)}</tbody></table>`
}
