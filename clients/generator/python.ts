import type { Schema } from '../../server/src/http/openapi/document.ts'
import { capitalized } from '../../server/src/lib/camel-case.ts'
import {
  type Answer,
  type Call,
  type Field,
  type Model,
  type NamedSchema,
  nameOf,
  propertiesOf,
  type Resource,
} from './model.ts'

const HEAD =
  '"""Generated from openapi.json by `npm run clients`. Do not edit."""\n\nfrom __future__ import annotations\n'
const FOLDER = 'clients/python/src/medina_care/_generated'

/** The generated files of the Python library. */
export const python = (model: Model): Record<string, string> => ({
  [`${FOLDER}/types.py`]: typesFile(model),
  [`${FOLDER}/sent.py`]: sentFile(model),
  [`${FOLDER}/names.py`]: namesFile(model),
  ...resourceFiles(model, false),
  ...resourceFiles(model, true),
})

/** A module for each resource, which is imported on first use, because most programs use few resources. */
function resourceFiles(model: Model, isAsync: boolean): Record<string, string> {
  const folder = `${FOLDER}/${isAsync ? 'async_resources' : 'resources'}`
  const modules = model.resources.resources.map((resource) => [
    `${folder}/${snakeCase(resource.name)}.py`,
    resourceFile(resource, model, isAsync),
  ])
  return { ...Object.fromEntries(modules), [`${folder}/__init__.py`]: rootFile(model.resources.resources, isAsync) }
}

function rootFile(resources: Resource[], isAsync: boolean): string {
  const http = isAsync ? 'AsyncHttp' : 'Http'
  const importOf = ({ name }: Resource) => `from .${snakeCase(name)} import ${className([name], isAsync)}`
  return `${HEAD}
from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..._http import ${http}
${resources.map((one) => `    ${importOf(one)}`).join('\n')}


class ${className([], isAsync)}:
    def __init__(self, http: ${http}) -> None:
        self._http = http

${resources
  .map(
    (one) => `    @cached_property
    def ${nameIn(one.name)}(self) -> ${className([one.name], isAsync)}:
        ${importOf(one)}

        return ${className([one.name], isAsync)}(self._http)
`,
  )
  .join('\n')}`
}

/** Converts `startTime` to `start_time`, and `amountMAD` to `amount_mad`. */
export const snakeCase = (name: string): string =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1_$2')
    .toLowerCase()

/** Reserved words of Python. */
const RESERVED = new Set([
  'from',
  'for',
  'in',
  'is',
  'with',
  'as',
  'class',
  'def',
  'import',
  'not',
  'or',
  'and',
  'pass',
  'global',
])
/** The name of a field or method in Python. */
export const nameIn = (name: string) => (RESERVED.has(snakeCase(name)) ? `${snakeCase(name)}_` : snakeCase(name))

function typesFile({ schemas }: Model): string {
  const answered = schemas.filter(({ isAnswered }) => isAnswered)
  return `${HEAD}
from datetime import datetime
from typing import Any, Literal, TypeAlias

from ..records import Record

${answered.filter(isEnumeration).map(alias).join('\n')}

${answered
  .filter((one) => isObject(one))
  .map(recordOf)
  .join('\n\n')}

${answered
  .filter(({ schema }) => schema.oneOf)
  .map(choiceOf)
  .join('\n')}
`
}

const isEnumeration = ({ schema }: NamedSchema) => schema.enum !== undefined
const isObject = ({ schema }: NamedSchema) => schema.properties !== undefined && !schema.oneOf

const alias = ({ name, schema }: NamedSchema) => `${name}: TypeAlias = Literal[${listed(schema.enum!)}] | str`

const listed = (values: unknown[]) =>
  values
    .filter((value) => value !== null)
    .map((value) => JSON.stringify(value))
    .join(', ')

function recordOf({ name, schema }: NamedSchema): string {
  const fields = propertiesOf(schema)
  return `class ${name}(Record):
${docstring(schema.description, '    ')}${fields.map(attribute).join('\n')}

    _fields = {
${fields.map(({ name, schema }) => `        "${name}": ("${nameIn(name)}", ${kindOf(schema)}),`).join('\n')}
    }
`
}

const attribute = ({ name, schema, required, description }: Field) =>
  `    ${nameIn(name)}: ${orNone(typeOf(schema), required)}\n${docstring(description, '    ')}`.trimEnd()

const orNone = (type: string, required: boolean) => (required || /\bNone$/.test(type) ? type : `${type} | None`)

function choiceOf({ name, schema }: NamedSchema): string {
  const { propertyName, mapping } = schema.discriminator!
  const names = Object.entries(mapping).map(([value, ref]) => [value, nameOf({ $ref: ref })!] as const)
  return `${name}: TypeAlias = ${names.map(([, one]) => one).join(' | ')}
Record._choices["${name}"] = (
    "${propertyName}",
    {
${names.map(([value, one]) => `        "${value}": "${one}",`).join('\n')}
    },
)
`
}

/** The type of a value of a response. */
function typeOf(schema: Schema): string {
  const name = nameOf(schema)
  if (name !== undefined) return name
  const { anyOf, oneOf, items, enum: values, const: only, format, additionalProperties } = schema
  const choices = anyOf ?? oneOf
  if (choices) return nullLast(choices.map(typeOf))
  const types = [schema.type ?? 'any'].flat()
  if (types.length > 1) return nullLast(types.map((type) => typeOf({ ...schema, type })))
  if (types[0] === 'null') return 'None'
  if (only !== undefined) return `Literal[${literal(only)}]`
  if (values) return `Literal[${listed(values)}] | str`
  if (items) return `list[${typeOf(items)}]`
  if (types[0] === 'object')
    return `dict[str, ${typeof additionalProperties === 'object' ? typeOf(additionalProperties) : 'Any'}]`
  if (types[0] === 'string') return format === 'date-time' ? 'datetime' : 'str'
  return { integer: 'int', number: 'float', boolean: 'bool' }[types[0]!] ?? 'Any'
}

const literal = (value: unknown) => (value === true ? 'True' : value === false ? 'False' : JSON.stringify(value))
const nullLast = (types: string[]) =>
  [...new Set(types)].sort((a, b) => Number(a === 'None') - Number(b === 'None')).join(' | ')

/** The kind of a value of a response (\`records.Kind\`). */
function kindOf(schema: Schema): string {
  const name = nameOf(schema)
  if (name !== undefined) return `"${name}"`
  const inner = (schema.anyOf ?? schema.oneOf)?.find(({ type }) => type !== 'null')
  if (inner) return kindOf(inner)
  if (schema.items) {
    const item = kindOf(schema.items)
    return item === 'None' ? 'None' : `[${item}]`
  }
  return schema.format === 'date-time' ? '"time"' : 'None'
}

/** The types of requests, only for type checkers. */
function sentFile({ schemas }: Model): string {
  const sent = schemas.filter(({ isSent }) => isSent)
  return `${HEAD}
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Literal, TypeAlias

from typing_extensions import NotRequired, TypedDict  # known to type checkers, and not needed to run

${sent
  .filter(({ schema }) => !schema.properties && !schema.oneOf)
  .sort((a, b) => Number(isEnumeration(b)) - Number(isEnumeration(a)))
  .map(({ name, schema }) => `${name}: TypeAlias = ${sentType(schema)}`)
  .join('\n')}

${sent
  .filter((one) => isObject(one))
  .map(({ name, schema }) => {
    const fields = propertiesOf(schema)
    const lines = fields.map(({ name, required, schema }) => {
      const type = sentType(schema)
      return `        "${nameIn(name)}": ${JSON.stringify(required ? type : `NotRequired[${type}]`)},`
    })
    return `${name} = TypedDict(
    "${name}",
    {
${lines.join('\n')}
    },
)`
  })
  .join('\n')}

${sent
  .filter(({ schema }) => schema.oneOf)
  .map(({ name, schema }) => `${name}: TypeAlias = ${schema.oneOf!.map((one) => nameOf(one)).join(' | ')}`)
  .join('\n')}
`
}

/** The names of the fields of requests. */
function namesFile({ schemas }: Model): string {
  const sent = schemas.filter(({ isSent }) => isSent)
  return `${HEAD}
from typing import Any

NAMES: dict[str, dict[str, Any]] = {}
"""The names of the fields of each object, and the objects within them."""

${sent
  .filter((one) => isObject(one) || one.schema.oneOf)
  .map(
    ({ name, schema }) =>
      `NAMES["${name}"] = {
${fieldsOfAll(schema, schemas)
  .map(
    ([field, inner]) => `    "${nameIn(field)}": ("${field}", ${inner ? `NAMES.setdefault("${inner}", {})` : 'None'}),`,
  )
  .join('\n')}
}`,
  )
  .join('\n')
  .replaceAll(/NAMES\["(\w+)"\] = \{/g, 'NAMES.setdefault("$1", {}).update({')
  .replaceAll(/^\}$/gm, '})')}

# Fields whose object depends on another field.
${sent.flatMap(({ name, schema }) => mixedFields(name, schema, schemas)).join('\n')}
`
}

/** For an object with several shapes: fields that contain different objects. They accept the fields of all of these. */
function mixedFields(name: string, schema: Schema, schemas: NamedSchema[]): string[] {
  const all = schema.oneOf?.flatMap((one) => {
    const shape = schemas.find(({ name }) => name === nameOf(one))!.schema
    return Object.entries(shape.properties ?? {}).map(([field, inner]) => [field, objectIn(inner, schemas)] as const)
  })
  return Object.entries(Object.groupBy(all ?? [], ([field]) => field)).flatMap(([field, found = []]) => {
    const names = [...new Set(found.map(([, inner]) => inner).filter((inner) => inner !== undefined))]
    if (names.length < 2) return []
    const merged = names.map((inner) => `    **NAMES["${inner}"],`).join('\n')
    return [`NAMES["${name}"]["${nameIn(field)}"] = ("${field}", {\n${merged}\n})`]
  })
}

/** The fields of an object, or of all shapes of a choice. */
function fieldsOfAll(schema: Schema, schemas: NamedSchema[]): [string, string | undefined][] {
  const parts = schema.oneOf?.map((one) => schemas.find(({ name }) => name === nameOf(one))!.schema) ?? [schema]
  const all = parts.flatMap((part) => Object.entries(part.properties ?? {}))
  return [...new Map(all.map(([name, inner]) => [name, objectIn(inner, schemas)]))]
}

function objectIn(schema: Schema, schemas: NamedSchema[]): string | undefined {
  const inner = schema.items ?? (schema.anyOf ?? schema.oneOf)?.find(({ type }) => type !== 'null') ?? schema
  const name = nameOf(inner)
  const found = schemas.find((one) => one.name === name)
  return found && (found.schema.properties || found.schema.oneOf) ? name : undefined
}

function sentType(schema: Schema): string {
  const name = nameOf(schema)
  if (name !== undefined) return name
  const { anyOf, oneOf, items, enum: values, const: only, additionalProperties } = schema
  const choices = anyOf ?? oneOf
  if (choices) return nullLast(choices.map(sentType))
  const types = [schema.type ?? 'any'].flat()
  if (types.length > 1) return nullLast(types.map((type) => sentType({ ...schema, type })))
  if (types[0] === 'null') return 'None'
  if (only !== undefined) return `Literal[${literal(only)}]`
  if (values) return `Literal[${listed(values)}]`
  if (items) return `Sequence[${sentType(items)}]`
  if (types[0] === 'object')
    return `Mapping[str, ${typeof additionalProperties === 'object' ? sentType(additionalProperties) : 'Any'}]`
  return typeOf(schema)
}

function resourceFile(resource: Resource, model: Model, isAsync: boolean): string {
  const body = allOf(resource, [resource.name])
    .map((one) => classOf(one, model, isAsync))
    .join('\n\n')
  const code = body.replaceAll(/"""[\s\S]*?"""/g, '')
  const uses = (name: string) => code.includes(name)
  const mentions = (name: string) => new RegExp(`(?<!sent\\.)\\b${name}\\b`).test(code)
  const records = model.schemas.filter(({ name, isAnswered }) => isAnswered && mentions(name)).map(({ name }) => name)
  const own = model.schemas
    .filter(({ name, isAnswered, isSent }) => isSent && !isAnswered && mentions(name))
    .map(({ name }) => name)
  return `${HEAD}
from typing import TYPE_CHECKING, cast

from ..._exchange import Request${uses('body_of') ? ', body_of' : ''}
${uses('UNSET') ? 'from ...records import UNSET\n' : ''}${uses('NAMES') ? 'from ..names import NAMES\n' : ''}
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import datetime
    from typing import Any, Literal

${uses('sent.') ? '    from .. import sent\n' : ''}    from ..._http import ${isAsync ? 'AsyncHttp' : 'Http'}
    from ...pages import ${isAsync ? 'AsyncPages' : 'Pages'}
    from ...records import File, Items, Meta, Unset
${listOfImports('..sent', own)}${listOfImports('..types', records)}

${body}
`
}

const allOf = (resource: Resource, path: string[] = []): { resource: Resource; path: string[] }[] => [
  ...resource.resources.flatMap((one) => allOf(one, [...path, one.name])),
  { resource, path },
]

const listOfImports = (module: string, names: string[]) =>
  names.length === 0 ? '' : `    from ${module} import (\n${names.map((name) => `        ${name},\n`).join('')}    )\n`

const className = (path: string[], isAsync: boolean) =>
  `${isAsync ? 'Async' : ''}${path.map(capitalized).join('') || 'Root'}Api`

function classOf({ resource, path }: { resource: Resource; path: string[] }, model: Model, isAsync: boolean): string {
  const http = isAsync ? 'AsyncHttp' : 'Http'
  const made = resource.resources.map(
    ({ name }) => `        self.${nameIn(name)} = ${className([...path, name], isAsync)}(http)`,
  )
  const init = `    def __init__(self, http: ${http}) -> None:\n${['        self._http = http', ...made].join('\n')}`
  return `class ${className(path, isAsync)}:\n${[init, ...resource.calls.map((call) => method(call, model, isAsync))].join('\n\n')}\n`
}

function method(call: Call, model: Model, isAsync: boolean): string {
  const { params, query, body, answer } = call
  const positional = params.map(({ name }) => `${nameIn(name)}: str`)
  const fields = body ? bodyFields(body.schema, model) : []
  const keywords = [...fields, ...query].map((field) => argument(field, model))
  const options = [
    ...(call.keyed ? ['idempotency_key: str | None = None'] : []),
    ...(call.conditional ? ['if_match: str | None = None'] : []),
    'timeout: float | None = None',
  ]
  const given = [
    'self',
    ...positional,
    '*',
    ...keywords.sort((a, b) => Number(a.includes(' = ')) - Number(b.includes(' = '))),
    ...options,
  ]
  const request = [
    `"${call.method}"`,
    `"${call.path}"`,
    ...(params.length > 0 ? [`values=(${params.map(({ name }) => nameIn(name)).join(', ')},)`] : []),
    ...(query.length > 0 ? [`query={${query.map(({ name }) => `"${name}": ${nameIn(name)}`).join(', ')}}`] : []),
    ...(body
      ? [
          `body=body_of({${fields.map(({ name }) => `"${nameIn(name)}": ${nameIn(name)}`).join(', ')}}, NAMES["${nameOf(body.schema)}"])`,
        ]
      : []),
    ...(call.keyed ? ['keyed=True', 'idempotency_key=idempotency_key'] : []),
    ...(call.conditional ? ['if_match=if_match'] : []),
    ...(call.isOpen ? ['open=True'] : []),
    ...readingArguments(answer),
    'timeout=timeout',
  ]
  const type = answerType(answer)
  const isList = answer.kind === 'list'
  const returned = isList ? `${isAsync ? 'AsyncPages' : 'Pages'}[${type}]` : type
  const made = `Request(\n            ${request.join(',\n            ')},\n        )`
  const result = isList
    ? `return self._http.pages(request)`
    : `return cast("${type}", ${isAsync ? 'await ' : ''}self._http.send(request))`
  return `    ${isAsync && !isList ? 'async ' : ''}def ${nameIn(call.name)}(
        ${given.join(',\n        ')},
    ) -> ${returned}:
${docstring(docOf(call), '        ')}        request = ${made}
        ${result}`
}

function readingArguments(answer: Answer): string[] {
  switch (answer.kind) {
    case 'nothing':
      return ['take=""']
    case 'file':
      return ['kind="file"']
    case 'list':
      return [`take="${answer.field}"`, `kind=${kindOf(answer.item)}`]
    case 'field':
      return [`take="${answer.field}"`, `kind=${kindOf(answer.schema)}`]
    case 'whole':
      return [`kind=${kindOf(answer.schema)}`]
  }
}

function answerType(answer: Answer): string {
  if (answer.kind === 'nothing') return 'Meta'
  if (answer.kind === 'file') return 'File'
  if (answer.kind === 'list') return typeOf(answer.item)
  return typeOf(answer.schema).replace(/^list\[/, 'Items[')
}

/** The fields of a body. With several shapes, the fields of all. */
function bodyFields(schema: Schema, { schemas }: Model): Field[] {
  const resolved = (one: Schema) => schemas.find(({ name }) => name === nameOf(one))?.schema ?? one
  const whole = resolved(schema)
  if (!whole.oneOf) return propertiesOf(whole)
  const all = whole.oneOf.map((one) => propertiesOf(resolved(one)))
  const names = [...new Set(all.flat().map(({ name }) => name))]
  return names.map((name) => {
    const found = all.flatMap((fields) => fields.filter((field) => field.name === name))
    const types = [...new Map(found.map(({ schema }) => [JSON.stringify(schema), schema])).values()]
    return {
      name,
      required: found.length === all.length && found.every(({ required }) => required),
      description: found[0]!.description,
      schema: types.length === 1 ? types[0]! : { oneOf: types },
    }
  })
}

const argument = ({ name, required, schema }: Field, model: Model) =>
  `${nameIn(name)}: ${requestType(schema, model)}${required ? '' : ' | Unset = UNSET'}`

/** The type of a value of a request. Objects that responses have too are records there, and dictionaries in requests. */
function requestType(schema: Schema, { schemas }: Model): string {
  const both = schemas.filter((one) => one.isSent && one.isAnswered && !isEnumeration(one)).map(({ name }) => name)
  return sentType(schema).replace(new RegExp(`\\b(${both.join('|')})\\b`, 'g'), 'sent.$1')
}

function docOf({ summary, description, conflicts, scope, params, query }: Call): string {
  const explained = [...params, ...query]
    .filter(({ description }) => description)
    .map(({ name, description }) => `:param ${nameIn(name)}: ${description}`)
  const parts = [
    `${summary}.`,
    description,
    scope && `Scope: \`\`${scope}\`\`.`,
    [...explained, ...(conflicts ? [`:raises Conflict: ${conflicts}`] : [])].join('\n'),
  ].filter(Boolean)
  return parts.join('\n\n')
}

function docstring(text: string | undefined, indent: string): string {
  if (!text) return ''
  const lines = text.replaceAll('\\', '\\\\').replaceAll('"""', "'''").split('\n')
  if (lines.length === 1) return `${indent}"""${lines[0]}${lines[0]!.endsWith('"') ? ' ' : ''}"""\n`
  return `${indent}"""${lines.map((line, at) => (at === 0 || !line ? line : `${indent}${line}`)).join('\n')}\n${indent}"""\n`
}
