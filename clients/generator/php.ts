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

const FOLDER = 'clients/php/src'
/** Enumerations with more values are not listed in comments. */
const VALUES_SHOWN = 12

/** The generated files of the PHP library, with a class each, because PHP loads classes by name. */
export function php(model: Model): Record<string, string> {
  const answered = model.schemas.filter(({ isAnswered }) => isAnswered)
  return Object.fromEntries([
    ...answered.filter(isRecord).map((one) => [`${FOLDER}/Types/${one.name}.php`, recordFile(one, model)]),
    ...answered
      .filter(({ schema }) => schema.oneOf)
      .map((one) => [`${FOLDER}/Types/${one.name}.php`, choiceFile(one, model)]),
    ...resourcesIn(model.resources).map((one) => [
      `${FOLDER}/Api/${className(one.path)}.php`,
      resourceFile(one, model),
    ]),
  ])
}

const headOf = (namespace: string, uses: string[]) => `<?php

// Generated from openapi.json by \`npm run clients\`. Do not edit.

namespace MedinaCare\\${namespace};
${uses.length > 0 ? `\n${uses.map((name) => `use MedinaCare\\${name};\n`).join('')}` : ''}`

const isRecord = ({ schema }: NamedSchema) => schema.properties !== undefined && !schema.oneOf

const schemaOf = (name: string | undefined, { schemas }: Model) => schemas.find((one) => one.name === name)

/** The choice that contains a schema. */
const choiceWith = (name: string, { schemas }: Model) =>
  schemas.find(({ schema, isAnswered }) => isAnswered && schema.oneOf?.some((one) => nameOf(one) === name))

function recordFile({ name, schema }: NamedSchema, model: Model): string {
  const choice = choiceWith(name, model)
  const inherited = choice ? commonFields(choice, model).map((field) => field.name) : []
  const fields = propertiesOf(schema).filter((field) => !inherited.includes(field.name))
  return `${headOf('Types', choice ? ['Meta'] : ['Meta', 'Record'])}
${comment([schema.description ?? ''], '')}final readonly class ${name} extends ${choice?.name ?? 'Record'}
{
${bodyOf(fields, model)}}
`
}

/** The base class of the records of a choice. Types that are newer than the library become instances of it. */
function choiceFile(choice: NamedSchema, model: Model): string {
  const { propertyName, mapping } = choice.schema.discriminator!
  const arms = Object.entries(mapping).map(
    ([value, ref]) => `            ${text(value)} => new ${nameOf({ $ref: ref })}($raw, $meta),\n`,
  )
  return `${headOf('Types', ['Choice', 'Meta', 'Record'])}
/** A record whose type is in \`${propertyName}\`. For types that are newer than the library, \`raw\` has all fields. */
readonly class ${choice.name} extends Record implements Choice
{
${bodyOf(commonFields(choice, model), model)}
    /** @param array<string, mixed> $raw */
    final public static function of(array $raw, ?Meta $meta = null): self
    {
        return match ($raw[${text(propertyName)}] ?? null) {
${arms.join('')}            default => new self($raw, $meta),
        };
    }
}
`
}

/** The fields that all records of a choice have with the same type. */
function commonFields({ schema }: NamedSchema, model: Model): Field[] {
  const [first = [], ...others] = schema.oneOf!.map((one) => propertiesOf(schemaOf(nameOf(one), model)!.schema))
  return first
    .filter((field) =>
      others.every((fields) =>
        fields.some((other) => other.name === field.name && typeOf(other, model) === typeOf(field, model)),
      ),
    )
    .map((field) => ({ ...field, description: '', schema: { ...field.schema, const: undefined } }))
}

function bodyOf(fields: Field[], model: Model): string {
  const declared = fields.map((field) => {
    if (field.name === 'raw' || field.name === 'meta') throw new Error(`${field.name} is a property of every record.`)
    const type = typeOf(field, model)
    const shown = docType(field.schema, model)
    const says = [field.description, shown === type.replace('?', '') ? '' : `@var ${shown}`]
    return `${comment(says, '    ')}    public ${type} $${field.name};\n`
  })
  const assigned = fields.map(({ name, schema, required }) => {
    const raw = `$raw[${text(name)}]`
    const value = readingOf(raw, schema, model)
    if (!required || isNullable(schema))
      return `        $this->${name} = ${value === raw ? `${raw} ?? null` : `isset(${raw}) ? ${value} : null`};\n`
    return `        if (isset(${raw})) {\n            $this->${name} = ${value};\n        }\n`
  })
  return `${declared.join('')}
    /**
     * @internal
     *
     * @param array<string, mixed> $raw
     */
    public function __construct(array $raw, ?Meta $meta = null)
    {
        parent::__construct($raw, $meta);
${assigned.join('')}    }
`
}

const isNullable = ({ type, anyOf }: Schema): boolean =>
  [type].flat().includes('null') || (anyOf?.some((one) => one.type === 'null') ?? false)

/** A schema without null. */
function valueSchema(schema: Schema): Schema {
  const inner = schema.anyOf?.filter(({ type }) => type !== 'null')
  if (inner?.length === 1) return inner[0]!
  return Array.isArray(schema.type) ? { ...schema, type: schema.type.filter((one) => one !== 'null') as never } : schema
}

/** The expression that converts a value of a response. */
function readingOf(raw: string, schema: Schema, model: Model): string {
  const value = valueSchema(schema)
  const name = nameOf(value)
  const named = schemaOf(name, model)
  if (named?.schema.oneOf) return `${name}::of(${raw})`
  if (named && isRecord(named)) return `new ${name}(${raw})`
  if (named) return readingOf(raw, named.schema, model)
  if (value.items) {
    const item = readingOf('$one', value.items, model)
    return item === '$one' ? raw : `array_map(static fn ($one) => ${item}, ${raw})`
  }
  return value.format === 'date-time' ? `new \\DateTimeImmutable(${raw})` : raw
}

/** The declared PHP type. */
function typeOf({ schema, required }: Field, model: Model): string {
  const type = nativeType(valueSchema(schema), model)
  if (type === 'mixed') return type
  return required && !isNullable(schema) ? type : type.includes('|') ? `${type}|null` : `?${type}`
}

function nativeType(schema: Schema, model: Model): string {
  const name = nameOf(schema)
  const named = schemaOf(name, model)
  if (named && (named.schema.oneOf || isRecord(named))) return name!
  if (named) return nativeType(named.schema, model)
  const types = [schema.type ?? 'any'].flat()
  if (types.length > 1) return types.map((type) => nativeType({ ...schema, type }, model)).join('|')
  if (types[0] === 'string') return schema.format === 'date-time' ? '\\DateTimeImmutable' : 'string'
  return { integer: 'int', number: 'float', boolean: 'bool', array: 'array', object: 'array' }[types[0]!] ?? 'mixed'
}

/** The type of a value of a response in comments, with known values and the items of lists. */
function docType(schema: Schema, model: Model): string {
  const value = valueSchema(schema)
  const named = schemaOf(nameOf(value), model)
  if (named && !isRecord(named) && !named.schema.oneOf) return docType(named.schema, model)
  const values = value.enum?.filter((one) => one !== null)
  if (values && values.length <= VALUES_SHOWN) return `${values.map(text).join('|')}|string`
  if (value.items) return `list<${docType(value.items, model)}>`
  const { additionalProperties } = value
  if (!named && value.type === 'object')
    return `array<string, ${typeof additionalProperties === 'object' ? docType(additionalProperties, model) : 'mixed'}>`
  return nativeType(value, model)
}

/** The type of a sent value in comments, with the fields of arrays. */
function sentType(schema: Schema, model: Model, indent: string, within: string[] = []): string {
  const value = valueSchema(schema)
  const orNull = isNullable(schema) ? '|null' : ''
  const name = nameOf(value)
  const named = schemaOf(name, model)
  if (named) {
    if (within.includes(name!)) return `array<string, mixed>${orNull}`
    return `${sentType(named.schema, model, indent, [...within, name!])}${orNull}`
  }
  const choices = value.oneOf ?? value.anyOf
  if (choices) return `${[...new Set(choices.map((one) => sentType(one, model, indent, within)))].join('|')}${orNull}`
  if (value.properties) {
    const deeper = `${indent}    `
    const fields = propertiesOf(value).map(
      (field) =>
        `${deeper}${field.name}${field.required ? '' : '?'}: ${sentType(field.schema, model, deeper, within)},\n`,
    )
    return `array{\n${fields.join('')}${indent}}${orNull}`
  }
  if (value.const !== undefined) return `${text(value.const)}${orNull}`
  const values = value.enum?.filter((one) => one !== null)
  if (values && values.length <= VALUES_SHOWN) return `${values.map(text).join('|')}${orNull}`
  if (value.items) return `list<${sentType(value.items, model, indent, within)}>${orNull}`
  if (value.type === 'object') return `array<string, mixed>${orNull}`
  const types = [value.type ?? 'any'].flat()
  const scalars = types.map((type) =>
    value.format === 'date-time' ? '\\DateTimeInterface|string' : nativeType({ ...value, type }, model),
  )
  return `${scalars.join('|')}${orNull}`
}

const text = (value: unknown) =>
  typeof value === 'string' ? `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'` : String(value)

type Placed = { resource: Resource; path: string[] }

const resourcesIn = (resource: Resource, path: string[] = []): Placed[] => [
  { resource, path },
  ...resource.resources.flatMap((one) => resourcesIn(one, [...path, one.name])),
]

const className = (path: string[]) => `${path.map(capitalized).join('') || 'Root'}Api`

function resourceFile({ resource, path }: Placed, model: Model): string {
  const methods = resource.calls.map((call) => method(call, model))
  const body = methods.join('\n')
  const uses = ['Errors\\Conflict', 'File', 'Items', 'Meta', 'Options', 'Pages', 'Request', 'Resource'].filter((name) =>
    new RegExp(`\\b${name.split('\\').at(-1)}\\b`).test(`${body} Resource`),
  )
  const records = model.schemas.filter(({ name, isAnswered }) => isAnswered && new RegExp(`\\b${name}\\b`).test(body))
  const within = resource.resources.map(({ name }) => [name, className([...path, name])] as const)
  const lists = within.map(([name, type]) => ` * @property-read ${type} $${name}\n`)
  const isRoot = path.length === 0
  const head = headOf(
    'Api',
    [...uses, ...records.filter(hasClass).map(({ name }) => `Types\\${name}`)].sort((a, b) => (a < b ? -1 : 1)),
  )
  const known = within.map(([name, type]) => `        ${text(name)} => ${type}::class,\n`)
  const constant = known.length > 0 ? `    protected const WITHIN = [\n${known.join('')}    ];\n` : ''
  return `${head}
${lists.length > 0 ? `/**\n${lists.join('')} */\n` : ''}${isRoot ? 'abstract' : 'final'} class ${className(path)} extends Resource
{
${[constant, ...methods].filter(Boolean).join('\n')}}
`
}

const hasClass = (one: NamedSchema) => isRecord(one) || one.schema.oneOf !== undefined

function method(call: Call, model: Model): string {
  const { params, query, body, answer } = call
  const isDemanding = query.some(({ required }) => required)
  const given = [
    ...params.map(({ name }) => `string $${name}`),
    ...(body ? [`array $body${body.required ? '' : ' = []'}`] : []),
    ...(query.length > 0 ? [`array $query${isDemanding ? '' : ' = []'}`] : []),
    '?Options $options = null',
  ]
  const request = [
    text(call.method),
    text(call.path),
    ...(params.length > 0 ? [`values: [${params.map(({ name }) => `$${name}`).join(', ')}]`] : []),
    ...(query.length > 0 ? ['query: $query'] : []),
    ...(body ? ['body: $body'] : []),
    ...(call.keyed ? ['keyed: true'] : []),
    ...(call.isOpen ? ['open: true'] : []),
    ...readingArguments(answer, model),
    'options: $options',
  ]
  const made = `new Request(\n            ${request.join(',\n            ')},\n        )`
  const returned = returnType(answer, model)
  return `${docOf(call, model)}    public function ${call.name}(${given.join(', ')}): ${returned}
    {
        return ${answer.kind === 'list' ? `new Pages($this->http, ${made})` : `$this->http->send(${made})`};
    }
`
}

function readingArguments(answer: Answer, model: Model): string[] {
  const kindOf = (schema: Schema): string[] => {
    const value = valueSchema(schema)
    const named = schemaOf(nameOf(value), model)
    if (named && hasClass(named)) return [`kind: ${named.name}::class`]
    if (value.items) return kindOf(value.items).map((kind) => `kind: [${kind.replace('kind: ', '')}]`)
    return value.format === 'date-time' ? [`kind: 'time'`] : []
  }
  switch (answer.kind) {
    case 'nothing':
      return [`take: ''`]
    case 'file':
      return [`kind: 'file'`]
    case 'list':
      return [`take: ${text(answer.field)}`, ...kindOf({ type: 'array', items: answer.item })]
    case 'field':
      return [`take: ${text(answer.field)}`, ...kindOf(answer.schema)]
    case 'whole':
      return kindOf(answer.schema)
  }
}

/** Whether the items of a list become objects. */
const hasKind = (answer: Answer, model: Model): boolean =>
  readingArguments(answer, model).some((one) => one.startsWith('kind: '))

function returnType(answer: Answer, model: Model): string {
  if (answer.kind === 'nothing') return 'Meta'
  if (answer.kind === 'file') return 'File'
  if (answer.kind === 'list') return 'Pages'
  const type = typeOf({ name: '', description: '', required: true, schema: answer.schema }, model)
  return type === 'array' && answer.schema.items && hasKind(answer, model) ? 'Items' : type
}

function docOf({ summary, description, conflicts, scope, params, query, body, answer }: Call, model: Model): string {
  const explained = params
    .filter(({ description }) => description)
    .map(({ name, description }) => `@param string $${name} ${description}`)
  const queried = query.map(({ name, required, schema }) => ({ name, required, schema, description: '' }))
  const lists = [
    ...(body ? [`@param ${sentType(body.schema, model, '')} $body`] : []),
    ...(query.length > 0 ? [`@param ${queryType(queried, model)} $query`] : []),
  ]
  const filters = query
    .filter(({ description }) => description)
    .map(({ name, description }) => `- \`${name}\`: ${description}`)
  const item =
    answer.kind === 'list'
      ? docType(answer.item, model)
      : answer.kind === 'field' && answer.schema.items
        ? docType(answer.schema.items, model)
        : ''
  const listType = answer.kind === 'list' ? 'Pages' : hasKind(answer, model) ? 'Items' : 'list'
  const returned = item && `@return ${listType}<${item}>`
  const raised = conflicts ? `@throws Conflict ${conflicts}` : ''
  return comment(
    [
      `${summary}.`,
      description,
      filters.join('\n'),
      scope ? `Scope: \`${scope}\`.` : '',
      [...explained, ...lists, returned, raised].filter(Boolean).join('\n'),
    ],
    '    ',
  )
}

const queryType = (fields: Field[], model: Model) =>
  `array{\n${fields.map(({ name, required, schema }) => `    ${name}${required ? '' : '?'}: ${sentType(schema, model, '    ')},\n`).join('')}}`

/** A comment with several paragraphs. */
function comment(paragraphs: string[], indent: string): string {
  const lines = paragraphs.filter(Boolean).join('\n\n').replaceAll('*/', '* /').split('\n')
  if (lines.length === 1) return lines[0] ? `${indent}/** ${lines[0]} */\n` : ''
  return `${indent}/**\n${lines.map((line) => `${indent} *${line ? ` ${line}` : ''}\n`).join('')}${indent} */\n`
}
