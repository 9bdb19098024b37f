import type { FastifyRequest } from 'fastify'

/** Leads people to their first page after signing in, unless another page sent them to sign in. */
export const HOME = '/home'

/** The page of a person's own account. */
export const ACCOUNT = '/account'

export type Form = Record<string, string | undefined>

/** The fields of a form. */
export const formOf = ({ body }: FastifyRequest): Form => (body ?? {}) as Form // the form parser returns strings

/** The query parameters of the URL. Parameters that are given more than once are ignored. */
export const queryOf = ({ query }: FastifyRequest): Form =>
  Object.fromEntries(Object.entries(query as object).filter(([, value]) => typeof value === 'string'))

/** The path of the page for second factors, with the page to which it leads afterwards. */
export const secondFactorPath = (callbackUrl: string): string =>
  callbackUrl === HOME ? '/account/second-factor' : `/account/second-factor?${new URLSearchParams({ callbackUrl })}`
