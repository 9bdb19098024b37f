import type { z } from 'zod'
import type { Actor, Scope, TableRole } from '../actor.ts'
import type { Trail } from '../audit/trail.ts'
import type { ApiError } from '../errors.ts'
import type { Page } from '../lib/fields.ts'
import { BODY_LIMIT, PUBLIC_BODY_LIMIT } from './body.ts'
import type { Call } from './call.ts'
import type { FullContext, Services } from './services.ts'

type Shape = z.ZodObject
/** One shape, or several that a field discriminates. */
type BodyShape = Shape | z.ZodDiscriminatedUnion

/**
 * The contract of one operation. Its route, validation, documented errors, openapi.json entry and permission tests are
 * derived from it.
 */
export type Operation<
  P extends Shape = Shape,
  Q extends Shape = Shape,
  B extends BodyShape = BodyShape,
  A extends Shape = Shape,
> = {
  /** The scope that the token needs: `token` accepts any token, `public` takes none. */
  scope: Scope | 'token' | 'public'
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** With parameters in braces, as in OpenAPI. */
  path: `/api/${string}`
  /** Unique. */
  name: string
  /** The method of client libraries, by resource: `webhooks.deliveries.list`. Unique. */
  call: string
  tag: string
  summary: string
  description?: string
  /** The object of the path, as in "Appointment not found." */
  subject?: string
  /** All roles if absent, except PENDING, which an operation must name. */
  roles?: readonly TableRole[]
  params?: P
  query?: Q
  body?: B
  /** Fields of the body that are required unless one of the others is given. */
  requiredUnless?: { readonly [field: string]: readonly string[] }
  status?: 200 | 201
  answer: A
  /** Paths of secrets in the answer, such as `client.secret`. Replays omit them and explain it in `notice`. */
  shownOnce?: readonly string[]
  /** Works without a registration organisation too: `prepare` finds the tenant and sets it in the trail. */
  findsTenant?: true
  /** Browsers may call it, without credentials, from the pages of MARKETING_ORIGINS. */
  crossOrigin?: boolean
  /** An additional, tighter rate limit by address. */
  addressLimit?: 'forms'
  /** Maximum bytes of the body, where the default (16 KiB without a token, 1 MB with one) does not fit its fields. */
  bodyLimit?: number
  /** Seconds for which shared caches may keep the answer. Only for public data that is the same for all callers. */
  cacheSec?: number
  /** Description of its 409, in full sentences. */
  conflicts?: string
  /** Description of its 403, other than for scope and role. */
  refusals?: string
  /** Description of its 502, in full sentences. */
  outages?: string
}

/** Declares an operation; its types are inferred from its schemas. */
export function operation<
  P extends Shape = z.ZodObject<Record<never, never>>,
  Q extends Shape = z.ZodObject<Record<never, never>>,
  B extends BodyShape = z.ZodObject<Record<never, never>>,
  A extends Shape = Shape,
>(scope: Scope | 'token', spec: Omit<Operation<P, Q, B, A>, 'scope'>): Operation<P, Q, B, A> {
  return { scope, ...spec }
}

/** Declares an operation that needs no token. */
export function publicOperation<
  P extends Shape = z.ZodObject<Record<never, never>>,
  Q extends Shape = z.ZodObject<Record<never, never>>,
  B extends BodyShape = z.ZodObject<Record<never, never>>,
  A extends Shape = Shape,
>(spec: Omit<Operation<P, Q, B, A>, 'scope' | 'roles'>): Operation<P, Q, B, A> {
  return { scope: 'public', ...spec }
}

/** Maximum bytes of the body. */
export const bodyLimitOf = ({ bodyLimit, scope }: Pick<Operation, 'bodyLimit' | 'scope'>): number =>
  bodyLimit ?? (scope === 'public' ? PUBLIC_BODY_LIMIT : BODY_LIMIT)

/** Roles in a sentence. */
export const namesOf = (roles: readonly TableRole[]): string => roles.filter((role) => role !== 'PENDING').join(' or ')

/** Whether a body is required: not if an empty object would be valid. */
export const needsBody = ({ body }: Pick<Operation, 'body'>): boolean => body?.safeParse({}).success === false

/** The validated request. */
export type Input<O> =
  O extends Operation<infer P, infer Q, infer B, Shape>
    ? { params: z.output<P>; query: z.output<Q>; body: z.output<B> }
    : never

/** The filters of a list: its query without the page. */
export type Filters<O> = Omit<Input<O>['query'], keyof Page>

export type Answer<O> = O extends Operation<Shape, Shape, BodyShape, infer A> ? z.input<A> : never

/**
 * Work too slow to hold a database connection, such as hashing a password. It runs after query and body are validated,
 * before the unit of work and the role check. The handler receives its result as `prepared`.
 */
export type Prepare<O, T> = (
  services: Services,
  input: Pick<Input<O>, Extract<keyof Input<O>, 'query' | 'body'>>,
  trail: Trail,
  actor: Actor | undefined,
) => Promise<T>

type Prepared<O, T> = Input<O> & { prepared: T }

type Handler<O, T = undefined> = (
  ctx: FullContext,
  actor: Actor,
  input: Prepared<O, T>,
  call: Call,
) => Promise<Answer<O>>

/** Handles a public operation, which has no actor. */
type PublicHandler<O, T = undefined> = (ctx: FullContext, input: Prepared<O, T>) => Promise<Answer<O>>

/**
 * A write with an effect outside the database. No transaction spans its steps and `execute` holds no connection, so a crash
 * may follow any step: what `prepare` stored must be enough for another server to continue. A repeat of an interrupted
 * call continues with the stored id and does not prepare again.
 */
type ExternalEffect<O, T> = {
  /**
   * Checks the call and stores the intent in its own transaction. Returns the intent's id, or the answer if no external
   * effect is needed.
   */
  prepare: (ctx: FullContext, actor: Actor, input: Input<O>) => Promise<{ intentId: string } | { answer: Answer<O> }>
  /** Performs the effect. Idempotent by id, even when called concurrently: one effect, the same outcome. */
  execute: (services: Services, actor: Actor, intentId: string, input: Input<O>) => Promise<T>
  /** Stores the outcome in another transaction, which commits even if the result is an error. */
  finalize: (ctx: FullContext, actor: Actor, intentId: string, outcome: T) => Promise<Answer<O> | ApiError>
}

/** Registers an operation with its handler. */
export type On = <P extends Shape, Q extends Shape, B extends BodyShape, A extends Shape, T = undefined>(
  operation: Operation<P, Q, B, A>,
  handler: Handler<Operation<P, Q, B, A>, T>,
  prepare?: Prepare<Operation<P, Q, B, A>, T>,
) => void

export type OnPublic = <P extends Shape, Q extends Shape, B extends BodyShape, A extends Shape, T = undefined>(
  operation: Operation<P, Q, B, A>,
  publicHandler: PublicHandler<Operation<P, Q, B, A>, T>,
  prepare?: Prepare<Operation<P, Q, B, A>, T>,
) => void

export type OnExternalEffect = <P extends Shape, Q extends Shape, B extends BodyShape, A extends Shape, T>(
  operation: Operation<P, Q, B, A>,
  externalEffect: ExternalEffect<Operation<P, Q, B, A>, T>,
) => void

/** Registers the operations of a feature. */
export type Routes = (on: On, onPublic: OnPublic, onExternalEffect: OnExternalEffect) => void

/** A request that the operation's schemas have parsed, without its static type. */
export type ParsedInput = { params: unknown; query: unknown; body: unknown }

/**
 * An operation with its implementation, without the static types of input and answer: `mount` parses and serializes them
 * by the operation's schemas. Its members are methods, because TypeScript allows narrower parameters only in methods.
 */
export type Implementation = {
  operation: Operation
  prepare?(
    services: Services,
    input: Pick<ParsedInput, 'query' | 'body'>,
    trail: Trail,
    actor: Actor | undefined,
  ): Promise<unknown>
} & (
  | {
      handler(ctx: FullContext, actor: Actor, input: ParsedInput & { prepared: unknown }, call: Call): Promise<object>
    }
  | { publicHandler(ctx: FullContext, input: ParsedInput & { prepared: unknown }): Promise<object> }
  | { externalEffect: ParsedExternalEffect }
)

export type ParsedExternalEffect = {
  prepare(ctx: FullContext, actor: Actor, input: ParsedInput): Promise<{ intentId: string } | { answer: object }>
  execute(services: Services, actor: Actor, intentId: string, input: ParsedInput): Promise<unknown>
  finalize(ctx: FullContext, actor: Actor, intentId: string, outcome: unknown): Promise<object>
}
