import type { Schema } from './document.ts'
import { mapped } from './schemas.ts'

/** People and times of the sandbox, so that examples work there unchanged. */
const known: Record<string, string> = {
  tenantId: 'ten_sandbox',
  doctorId: 'usr_sandbox_doctor',
  patientId: 'usr_sandbox_patient',
  pharmacyId: 'usr_sandbox_pharmacy',
  recipientUserId: 'usr_sandbox_patient',
  identity: 'usr_sandbox_patient',
  startTime: '2026-12-01T09:30:00.000Z',
  endTime: '2026-12-01T10:00:00.000Z',
  doctorName: 'Dr Youssef Benali',
  patientName: 'Amine El Fassi',
  pharmacyName: 'Pharmacie de la Koutoubia',
}
const MOMENT = '2026-12-01T09:30:00.000Z'
const OPAQUE = '019a9f3c5d2e4b7a81c0d5e6f7a8b9c0'

/**
 * An example value of a schema, from the examples of its fields where they have some. Optional fields are included only
 * if they have an example.
 */
export function sample(schema: Schema, named: Record<string, Schema>, name = '', within = ''): unknown {
  const inner = (part: Schema, as = name) => sample(part, named, as, name)
  const byName = schema.properties || schema.$ref ? undefined : knownAs(name, within)
  const given = [byName, schema.examples?.[0], schema.const].find((value) => value !== undefined)
  if (given !== undefined) return given // null is an example too
  if (schema.$ref) return inner(named[schema.$ref.split('/').at(-1)!]!)
  const choice = schema.anyOf?.[0] ?? schema.oneOf?.[0] ?? schema.allOf?.[0]
  if (choice) return inner(choice)
  if (schema.default !== undefined) return schema.default
  if (schema.enum) return schema.enum[0]
  switch ([schema.type].flat()[0]) {
    case 'object': {
      const shown = Object.entries(schema.properties ?? {}).filter(
        ([key, field]) => schema.required?.includes(key) || field.examples,
      )
      return mapped(Object.fromEntries(shown), inner)
    }
    case 'array':
      return schema.items ? [inner(schema.items)] : []
    case 'integer':
    case 'number':
      return schema.minimum ?? 1
    case 'boolean':
      return true
    default:
      return sampleText(schema)
  }
}

const knownAs = (name: string, within: string): string | undefined =>
  known[name] ?? known[within + name[0]?.toUpperCase() + name.slice(1)]

function sampleText({ format, pattern, minLength = 0 }: Schema): string {
  if (format === 'date-time') return MOMENT
  const prefix = pattern?.match(/^\^([a-z0-9]+[_:])/)?.[1]
  if (prefix) return prefix + OPAQUE
  return '…'.padEnd(minLength, '…')
}
