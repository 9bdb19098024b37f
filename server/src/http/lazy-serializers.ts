import { type SerializerFactory, SerializerSelector } from '@fastify/fast-json-stringify-compiler'
import { z } from 'zod'
import { once } from '../lib/once.ts'

/** The contracts of answers, by the schemas that stand for them in the options of their routes. */
const contracts = new WeakMap<object, z.ZodType>()

/** The schema of an answer for a route's options. The JSON schema of the contract is made with its serializer. */
export function answerSchema(contract: z.ZodType): Record<string, unknown> {
  const schema = { type: 'object' }
  contracts.set(schema, contract)
  return schema
}

/** Compiles the serializer of an answer at its first use: making and compiling all of them takes a third of the start. */
export const lazySerializers: SerializerFactory = (externalSchemas, options) => {
  const compile = SerializerSelector()(externalSchemas, options)
  return (route) => {
    const serializer = once(() => compile({ ...route, schema: jsonSchemaOf(route.schema as object) }))
    return (answer) => serializer()(answer)
  }
}

function jsonSchemaOf(schema: object): object {
  const contract = contracts.get(schema)
  return contract ? z.toJSONSchema(contract, { target: 'draft-7', io: 'output' }) : schema
}
