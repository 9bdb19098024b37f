import type { z } from 'zod'
import type { Actor, Role, Scope } from '../actor.ts'
import type { Trail } from '../audit/trail.ts'
import type { Context, Services } from '../context.ts'
import type { ApiError } from '../errors.ts'
import { BODY_LIMIT, PUBLIC_BODY_LIMIT } from './body.ts'

type Shape = z.ZodObject
/** One shape, or several that a field tells apart. */
type BodyShape = Shape | z.ZodDiscriminatedUnion

/**
 * One operation of the API: the only place where its path, scope and field bounds are written. From it come the route,
 * its validation, its documented errors, its line in openapi.json and its row in the matrix of tests.
 */
export type Operation<
  P extends Shape = Shape,
  Q extends Shape = Shape,
  B extends BodyShape = Shape,
  A extends Shape = Shape,
> = {
  /** What the token must hold: `token` nothing, any will do; `public` takes no token. */
  scope: Scope | 'token' | 'public'
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** With parameters in braces, as OpenAPI writes them. */
  path: `/api/${string}`
  /** Unique; client libraries name their methods after it. */
  name: string
  tag: string
  summary: string
  description?: string
  /** What the path names, as in "Appointment not found." */
  subject?: string
  roles?: readonly Role[]
  params?: P
  query?: Q
  body?: B
  status?: 200 | 201
  answer: A
  /** Browsers may call it from the pages of MARKETING_ORIGINS: no credentials, the same for everybody. */
  crossOrigin?: boolean
  /** Has a count of its own for each address, tighter than that of all that needs no token. */
  addressLimit?: 'forms'
  /** Bytes that its body may have, where 16 KiB without a token or 1 MB with one do not fit its fields. */
  bodyLimit?: number
  /** Seconds that anybody may keep the answer: what is nobody's data and the same for everyone. */
  cacheSec?: number
  /** Conflicts (409) that the operation may answer, each a sentence for the documentation. */
  conflicts?: string
  /** Why it may answer 403 beyond scope and role. */
  refusals?: string
  /** What outside the platform may leave it without an answer (502), a sentence for the documentation. */
  outages?: string
}

/** Declares an operation; types follow from its schemas. */
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

/** Bytes that the body of an operation may have. */
export const bodyLimitOf = ({ bodyLimit, scope }: Pick<Operation, 'bodyLimit' | 'scope'>): number =>
  bodyLimit ?? (scope === 'public' ? PUBLIC_BODY_LIMIT : BODY_LIMIT)

/** Whether it must be given a body. Where an empty object would do, so does none. */
export const needsBody = ({ body }: Pick<Operation, 'body'>): boolean => body?.safeParse({}).success === false

/** What a handler is given of the request, validated. */
export type Input<O> =
  O extends Operation<infer P, infer Q, infer B, Shape>
    ? { params: z.output<P>; query: z.output<Q>; body: z.output<B> }
    : never

/** What it answers. */
export type Answer<O> = O extends Operation<Shape, Shape, BodyShape, infer A> ? z.input<A> : never

/**
 * Work that is too slow to hold a database connection meanwhile: it is done once query and body have been validated,
 * before the unit of work begins and the role is looked at. The handler finds what it gave as `prepared`.
 */
export type Prepare<O, T> = (
  services: Services,
  input: Pick<Input<O>, Extract<keyof Input<O>, 'query' | 'body'>>,
  trail: Trail,
) => Promise<T>

type Prepared<O, T> = Input<O> & { prepared: T }

type Handler<O, T = undefined> = (ctx: Context, actor: Actor, input: Prepared<O, T>) => Promise<Answer<O>>

/** Handles an operation that anybody may call: there is no actor. */
type PublicHandler<O, T = undefined> = (ctx: Context, input: Prepared<O, T>) => Promise<Answer<O>>

/**
 * A write whose effect lies partly outside the database. No transaction spans its steps and no connection is held while it
 * is carried out, so each of them may be the last that happens: what `begin` wrote down must be enough for somebody else
 * to go on from. A repeat of a call that was broken off goes on with its id, and begins nothing.
 */
export type Undertaking<O, T> = {
  /**
   * Writes down what is to be done, in a transaction of its own, and answers its id; or does it all, where nothing lies
   * outside. Checks are made here.
   */
  begin: (ctx: Context, actor: Actor, input: Input<O>) => Promise<{ begunId: string } | { answer: Answer<O> }>
  /** Does it. Called again for an id, at the same time even, it must have its effect once and find the same outcome. */
  carryOut: (services: Services, actor: Actor, begunId: string, input: Input<O>) => Promise<T>
  /** Writes down how it ended, in another transaction. What it wrote stays, though it answers with a refusal. */
  conclude: (ctx: Context, actor: Actor, begunId: string, outcome: T) => Promise<Answer<O> | ApiError>
}

/** Registers an operation with its handler. */
export type On = <P extends Shape, Q extends Shape, B extends BodyShape, A extends Shape, T = undefined>(
  operation: Operation<P, Q, B, A>,
  handler: Handler<Operation<P, Q, B, A>, T>,
  prepare?: Prepare<Operation<P, Q, B, A>, T>,
) => void

/** The same for one that takes no token. */
export type OnPublic = <P extends Shape, Q extends Shape, B extends BodyShape, A extends Shape, T = undefined>(
  operation: Operation<P, Q, B, A>,
  publicHandler: PublicHandler<Operation<P, Q, B, A>, T>,
  prepare?: Prepare<Operation<P, Q, B, A>, T>,
) => void

/** The same for a write with an effect outside the database. */
export type OnUndertaking = <P extends Shape, Q extends Shape, B extends BodyShape, A extends Shape, T>(
  operation: Operation<P, Q, B, A>,
  undertaking: Undertaking<Operation<P, Q, B, A>, T>,
) => void

/** Each feature's routes are given all three. */
export type Routes = (on: On, onPublic: OnPublic, onUndertaking: OnUndertaking) => void

/** An operation as it is offered: what it is, and what carries it out. */
export type Offer = { operation: Operation; prepare?: Prepare<Operation, unknown> | undefined } & (
  | { handler: Handler<Operation, unknown>; publicHandler?: never; undertaking?: never }
  | { handler?: never; publicHandler: PublicHandler<Operation, unknown>; undertaking?: never }
  | { handler?: never; publicHandler?: never; undertaking: Undertaking<Operation, unknown> }
)
