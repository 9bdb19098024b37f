import type { Call, Model, Resource } from '../../../clients/generator/model.ts'
import { javascriptSample, phpSample, pythonSample } from '../../../clients/generator/samples.ts'
import { FORM } from '../../src/http/form.ts'
import {
  type Document,
  type DocumentedOperation,
  type Method,
  type Parameter,
  resolve,
} from '../../src/http/openapi/document.ts'
import { sample } from '../../src/http/openapi/examples.ts'
import { type Html, html } from '../../src/lib/html.ts'
import { exampleIn, sampleBox } from './code.ts'

/** An operation with its method and path. */
export type Place = { path: string; method: Method; operation: DocumentedOperation }

/** The languages of samples, in which libraries exist. `curl` stands for the API without a library. */
export const LANGUAGES = { curl: 'curl', javascript: 'JavaScript', python: 'Python', php: 'PHP' } as const
export type Language = keyof typeof LANGUAGES

/** Example values of a request: those of its path, of the query parameters that it needs, and its body. */
export type Example = {
  params: [name: string, value: string][]
  query: [name: string, value: unknown][]
  body: unknown
  /** Whether the body is a form. Forms are flat. */
  isForm: boolean
}

export function exampleOf(document: Document, { operation }: Place): Example {
  const parameters = (operation.parameters ?? []).map((one) => resolve<Parameter>(document, one))
  const exampleValue = ({ name, schema }: Parameter) => sample(schema, document.components.schemas, name)
  const { [FORM]: form, 'application/json': json } = operation.requestBody?.content ?? {}
  return {
    params: parameters.filter((one) => one.in === 'path').map((one) => [one.name, String(exampleValue(one))]),
    query: parameters.filter((one) => one.in === 'query' && one.required).map((one) => [one.name, exampleValue(one)]),
    body: exampleIn(json ?? form),
    isForm: !json && form !== undefined,
  }
}

/** The path with values in place of its parameters, and the query. */
export function addressOf(path: string, { params, query }: Example): string {
  const at = params.reduce((url, [name, value]) => url.replace(`{${name}}`, encodeURIComponent(value)), path)
  const asked = new URLSearchParams(query.map(([name, value]) => [name, String(value)])).toString()
  return asked ? `${at}?${asked}` : at
}

/** The request in each language. Operations that are not for partners' servers have no library method, and only curl. */
export function requestSamples(document: Document, model: Model, place: Place): Html[] {
  const texts = requestTexts(document, model, place)
  const languages = Object.keys(texts) as Language[]
  return languages.map((language) =>
    sampleBox(
      LANGUAGES[language],
      html`${texts[language]}`,
      language,
      languages.length > 1 ? `in-${language}` : undefined,
    ),
  )
}

export function requestTexts(document: Document, model: Model, place: Place): Partial<Record<Language, string>> {
  const example = exampleOf(document, place)
  const method = methodsOf(model).get(`${place.method} ${place.path}`)
  const inCurl = curl(document, place, example)
  if (!method) return { curl: inCurl }
  const { params, query, body } = example
  const asked = query.length > 0 ? Object.fromEntries(query) : undefined
  const call = { ...method, params: params.map(([, value]) => value), body, query: asked }
  return {
    curl: inCurl,
    javascript: javascriptSample(call),
    python: pythonSample(call, model),
    php: phpSample(call),
  }
}

type LibraryMethod = { call: Call; names: string[] }
const known = new WeakMap<Model, Map<string, LibraryMethod>>()

/** The methods of the libraries by method and path of their operation. */
const methodsOf = (model: Model) =>
  known.getOrInsertComputed(
    model,
    () => new Map(methodsIn(model.resources).map((one) => [`${one.call.method.toLowerCase()} ${one.call.path}`, one])),
  )

const methodsIn = ({ calls, resources }: Resource, path: string[] = []): LibraryMethod[] => [
  ...calls.map((call) => ({ call, names: [...path, call.name] })),
  ...resources.flatMap((one) => methodsIn(one, [...path, one.name])),
]

const credentials: Record<string, string> = {
  OAuth2: '"Authorization: Bearer $TOKEN"',
  InternalToken: '"X-Internal-Token: $INTERNAL_TOKEN"',
  CronSecret: '"X-Cron-Secret: $CRON_SECRET"',
}

function curl(document: Document, { path, method, operation }: Place, example: Example): string {
  const { body, isForm } = example
  const address = `${document.servers[0]!.url}${addressOf(path, example)}`
  const isDefault = method === 'get' || (method === 'post' && body !== undefined)
  const credential = Object.keys(operation.security[0] ?? {}).map((scheme) => credentials[scheme])[0]
  const parameters = (operation.parameters ?? []).map((one) => resolve<Parameter>(document, one))
  const fields = isForm ? Object.entries(body as Record<string, string>) : []
  const lines = [
    `curl ${isDefault ? '' : `-X ${method.toUpperCase()} `}${address.includes('&') ? `'${address}'` : address}`,
    ...(credential ? [`-H ${credential}`] : []),
    ...(parameters.some(({ name }) => name === 'Idempotency-Key') ? [`-H "Idempotency-Key: $(uuidgen)"`] : []),
    ...(body && !isForm
      ? [`-H 'Content-Type: application/json'`, `-d '${JSON.stringify(body, null, 2).replaceAll("'", "'\\''")}'`]
      : []),
    ...fields.map(([name, value]) => `--data-urlencode '${name}=${value}'`),
  ]
  return lines.join(' \\\n  ')
}
