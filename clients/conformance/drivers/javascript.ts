import { createInterface } from 'node:readline'
import {
  ApiError,
  type Attempt,
  type Call,
  Invalid,
  Medina,
  MedinaError,
  Pages,
  RateLimited,
  type UpdateOptions,
  webhooks,
} from '../../javascript/src/index.ts'
import type { Delivery } from '../deliveries.ts'
import type { CallRequest, Printed, SampleRequest } from '../languages.ts'

/** Reads calls as lines of JSON, makes them, and prints each result as a line. */
type Result = Call<unknown> | Pages<unknown>

/** More items than the tested lists have. */
const MANY = 1000

let kept: Medina | undefined
let waits: number[] = []
let paths: string[] = []

const hooks = {
  onRequest: ({ path }: Attempt) => void paths.push(path),
  onRetry: ({ waitMs }: { waitMs: number }) => void waits.push(waitMs),
}

async function run({ settings: { fresh, ...settings }, call, args, options, parallel }: CallRequest): Promise<object> {
  waits = []
  paths = []
  kept ??= new Medina({ ...settings, hooks })
  const medina = fresh ? new Medina({ ...settings, hooks }) : kept
  const names = call.split('.')
  const method = names.pop()!
  const resource = names.reduce<object>((parent, name) => Reflect.get(parent, name), medina)
  const { cancelAfterMs, ...rest } = options
  const given: UpdateOptions = {
    ...rest,
    ...(cancelAfterMs !== undefined && { signal: AbortSignal.timeout(cancelAfterMs) }),
  }
  const once = async () => {
    const made: Result = Reflect.apply(Reflect.get(resource, method), resource, [...args, given])
    if (made instanceof Pages) return { result: await made.all(MANY) }
    const { data, meta } = await made.withMeta()
    return { result: data instanceof Uint8Array ? { bytes: data.length } : data, meta }
  }
  try {
    const results = await Promise.all(Array.from({ length: parallel }, once))
    return { ...results[0], waits, paths }
  } catch (error) {
    return { error: errorResult(error as Error, cancelAfterMs !== undefined), waits, paths }
  }
}

type Program = (
  medina: Medina,
  console: { log(value: unknown): void },
  writeFile: (path: string, bytes: Uint8Array) => void,
) => Promise<void>
const AsyncFunction = (async () => {}).constructor as new (...parts: string[]) => Program

async function runSample({ settings, sample }: SampleRequest): Promise<Printed> {
  kept ??= new Medina({ ...settings, hooks })
  const printed: unknown[] = []
  const program = new AsyncFunction('medina', 'console', 'writeFile', sample)
  const writeFile = (_path: string, { length }: Uint8Array) => void printed.push({ bytes: length })
  try {
    await program(kept, { log: (value) => void printed.push(value) }, writeFile)
    return { printed }
  } catch (error) {
    return { error: { ...errorResult(error as Error, false), name: String(error) } }
  }
}

function errorResult(error: Error, isCancelled: boolean): object {
  if (!(error instanceof MedinaError))
    return { name: isCancelled && error.name === 'TimeoutError' ? 'cancelled' : String(error) }
  return {
    name: error.name,
    message: error.message,
    ...(error instanceof ApiError && { status: error.status, code: error.code, attempts: error.attempts }),
    ...(error instanceof Invalid && { faults: error.faults.map(({ path }) => path.join('.')) }),
    ...(error instanceof RateLimited && { retryAfter: error.retryAfter }),
  }
}

function verify({ body, headers, secrets, now }: Delivery): object {
  try {
    return { result: webhooks.verify(body, headers, secrets, { now }) }
  } catch (error) {
    return { error: { name: (error as Error).name } }
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  const asked = JSON.parse(line) as CallRequest | SampleRequest | { verify: Delivery }
  const outcome =
    'verify' in asked ? verify(asked.verify) : 'sample' in asked ? await runSample(asked) : await run(asked)
  console.log(JSON.stringify(outcome))
}
