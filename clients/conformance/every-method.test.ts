import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import type { Document } from '../../server/src/http/openapi/document.ts'
import { startPlatform } from '../../server/testing/harness.ts'
import type { Sample, Samples } from '../../server/testing/samples/scene.ts'
import { samplesOf } from '../../server/testing/samples.ts'
import { newWorld } from '../../server/testing/world.ts'
import { type Call, modelOf, type Resource } from '../generator/model.ts'
import type { ExampleCall } from '../generator/samples.ts'
import { type Driver, type Language, languages, startDriver } from './languages.ts'
import { openSamples } from './open-samples.ts'
import { type FaultyPlatform, startProxy } from './proxy.ts'

/**
 * Calls every method of every library once with its request from `server/testing/samples`, written as in the samples of the
 * documentation. The result must have the fields of the response.
 */
const document = JSON.parse(readFileSync(join(import.meta.dirname, '../../openapi.json'), 'utf8')) as Document
const platform = await startPlatform()
const operations = await samplesOf(platform, await newWorld(platform))
const samples: Samples = { ...operations, ...openSamples(platform, operations) }

/** These delete other records, so they are called last. */
const LAST = ['sandbox.moveClock', 'sandbox.reset']
const model = modelOf(document)
const methods = methodsIn(model.resources).sort((a, b) => LAST.indexOf(a.name) - LAST.indexOf(b.name))

describe('every method', { concurrency: 1 }, () => {
  const tested = Object.entries(languages)
  const running = tested
    .filter(([, { skip }]) => !skip)
    .map(async ([name, language]) => {
      const proxy = await startProxy(platform.url)
      after(() => proxy.close())
      return { name, proxy, driver: startDriver(language), sampleOf: language.sampleOf }
    })
  for (const [name, { skip }] of tested) if (skip) it(`of the ${name} library`, { skip })
  for (const method of methods)
    it(method.name, async () => {
      const drivers = await Promise.all(running)
      const sampleOf = samples[method.operation]!
      // Reads do not change their sample, so the libraries can share it.
      const shared = method.call.method === 'GET' ? await sampleOf() : undefined
      await Promise.all(drivers.map(async (driver) => callOnce(method, shared ?? (await sampleOf()), driver)))
    })
})

type Method = { name: string; call: Call; operation: string }
type Running = { name: string; proxy: FaultyPlatform; driver: Driver; sampleOf: Language['sampleOf'] }

function methodsIn(resource: Resource, path: string[] = []): Method[] {
  const own = resource.calls.map((call) => {
    const item = document.paths[call.path]![call.method.toLowerCase() as 'get']!
    return { name: [...path, call.name].join('.'), call, operation: item.operationId }
  })
  return [...own, ...resource.resources.flatMap((one) => methodsIn(one, [...path, one.name]))]
}

async function callOnce(
  { name, call }: Method,
  sample: Sample,
  { name: language, proxy, driver, sampleOf }: Running,
): Promise<void> {
  proxy.script({ token: sample.caller?.token })
  const settings = { url: proxy.url, clientId: 'sandbox-admin', clientSecret: 'sandbox-admin-secret' }
  const example = exampleOf(name, call, sample)
  if (sampleOf) {
    const text = sampleOf(example, model)
    const { printed, error } = await driver.runSample({ settings, sample: text })
    assert.equal(error, undefined, `${language}: ${JSON.stringify(error)}\n${text}`)
    return assertResult(call, call.answer.kind === 'list' ? printed! : printed![0], proxy.answered, language)
  }
  const { params, body, query } = example
  const args = [...params, ...(call.body ? [body] : []), ...(query ? [query] : [])]
  const { result, error } = await driver.run({ settings, call: name, args, options: {}, parallel: 1 })
  assert.equal(error, undefined, `${language}: ${JSON.stringify(error)}`)
  assertResult(call, result, proxy.answered, language)
}

function assertResult({ answer }: Call, result: unknown, body: Buffer, language: string): void {
  if (answer.kind === 'nothing') return
  if (answer.kind === 'file') {
    assert.deepEqual(result, { bytes: body.length }, language)
    return
  }
  const answered = JSON.parse(body.toString())
  const expected = 'field' in answer ? answered[answer.field] : answered
  if (answer.kind !== 'list') {
    assertSame(result, expected, language)
    return
  }
  // The last response of a list is its last page.
  assert.ok(Array.isArray(result) && result.length >= expected.length, language)
  if (expected.length > 0) assertSame(result.slice(-expected.length), expected, language)
}

/** Compares values. Fields without a value may be absent or null. */
function assertSame(result: unknown, expected: unknown, language: string): void {
  const plain = (value: unknown) =>
    JSON.parse(JSON.stringify(value), (_, inner) => (inner === null ? undefined : inner))
  assert.deepEqual(plain(result), plain(expected), language)
}

/** The ids of the path, the body and the query, as a method takes them. */
function exampleOf(name: string, call: Call, sample: Sample): ExampleCall {
  const parts = sample.id?.split('/') ?? []
  const given = new URLSearchParams(sample.query)
  const values = call.query
    .filter(({ name }) => given.has(name))
    .map(({ name, schema }) => {
      const text = given.get(name)!
      if (schema.type === 'array') return [name, text.split(',')]
      return [name, schema.type === 'integer' || schema.type === 'boolean' ? JSON.parse(text) : text]
    })
  return {
    call,
    names: name.split('.'),
    params: call.params.map(() => decodeURIComponent(parts.shift() ?? sample.id!)),
    body: sample.body ?? {},
    query: values.length > 0 ? Object.fromEntries(values) : undefined,
  }
}
