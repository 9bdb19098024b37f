import type { Schema } from '../../src/http/openapi/document.ts'
import { type Html, html } from '../../src/lib/html.ts'
import { phrase } from './markdown.ts'

export type Field = { name: string; schema: Schema; required: boolean; description?: string | undefined }

/** Fields with their types; fields of a nested object follow it, indented. */
export const fieldList = (fields: Field[]): Html => html`
<dl class="fields">${fields.map(fieldEntry)}</dl>`

export const fieldsOf = ({ properties = {}, required = [] }: Schema): Field[] =>
  Object.entries(properties).map(([name, schema]) => ({ name, schema, required: required.includes(name) }))

function fieldEntry({ name, schema, required, description = schema.description }: Field): Html {
  const inner = fieldsOf(innermost(schema))
  return html`
<div class="field"><dt><code>${name}</code> <span class="type">${typeOf(schema)}</span>${required ? '' : html` <span class="optional">optional</span>`}</dt>
<dd>${phrase(description)} ${bounds(schema)}${inner.length > 0 && fieldList(inner)}</dd></div>`
}

/** The element type of a list, or the non-null type of a union. */
function innermost(schema: Schema): Schema {
  const within = schema.items ?? schema.anyOf?.find(({ type }) => type !== 'null')
  return within ? innermost(within) : schema
}

/** A type in words, with links to named types. */
export function typeOf(schema: Schema): Html {
  if (schema.$ref) {
    const name = schema.$ref.split('/').at(-1)!
    return html`<a href="#schema-${name}">${name}</a>`
  }
  if (schema.items) return html`list of ${typeOf(schema.items)}`
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return html`${choices.map((one, i) => html`${i > 0 && ' or '}${typeOf(one)}`)}`
  const prefix = schema.pattern?.match(/^\^([a-z]+_)\[/)?.[1]
  if (prefix) return html`string <code>${prefix}…</code>`
  const types = [schema.type ?? 'anything'].flat().map((type) => (type === 'null' ? 'null' : (schema.format ?? type)))
  return html`${types.join(' or ')}`
}

/** The constraints of a value, as short sentences. */
function bounds(given: Schema): Html {
  const schema = given.anyOf?.find(({ type }) => type !== 'null') ?? given
  const { minLength, maxLength, minimum, maximum, minItems, maxItems } = schema.items
    ? { ...schema.items, ...schema }
    : schema
  const sentences = [
    schema.const !== undefined && html`Always <code>${JSON.stringify(schema.const)}</code>.`,
    schema.enum && html`One of ${schema.enum.map((value, i) => html`${i > 0 && ', '}<code>${String(value)}</code>`)}.`,
    schema.default !== undefined && html`By default <code>${JSON.stringify(schema.default)}</code>.`,
    between(minimum, maximum, ''),
    between(minLength, maxLength, schema.items ? 'characters each' : 'characters'),
    between(minItems, maxItems, 'entries'),
  ].filter((one): one is Html => Boolean(one))
  return html`<span class="bounds">${sentences.map((one, i) => html`${i > 0 && ' '}${one}`)}</span>`
}

const number = new Intl.NumberFormat('en')

function between(low: number | undefined, high: number | undefined, noun: string): Html | undefined {
  if (low === undefined && high === undefined) return undefined
  const unit = noun && ` ${noun}`
  if (high === undefined) return html`At least ${number.format(low!)}${unit}.`
  if (low === undefined) return html`At most ${number.format(high)}${unit}.`
  return html`${number.format(low)} to ${number.format(high)}${unit}.`
}
