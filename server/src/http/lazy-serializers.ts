import { type SerializerFactory, SerializerSelector } from '@fastify/fast-json-stringify-compiler'

/** Compiles the serializer of an answer at its first use: compiling all of them takes a fifth of the start. */
export const lazySerializers: SerializerFactory = (externalSchemas, options) => {
  const compile = SerializerSelector()(externalSchemas, options)
  return (route) => {
    let serialize: ReturnType<typeof compile> | undefined
    return (answer) => {
      serialize ??= compile(route)
      return serialize(answer)
    }
  }
}
