import type { FastifyRequest } from 'fastify'

/** Where people go after signing in, if no page asked them to. */
export const HOME = '/account'

export type Form = Record<string, string | undefined>

/** The fields of a form. */
export const formOf = ({ body }: FastifyRequest): Form => (body ?? {}) as Form // the form parser returns strings

/** The parameters of the URL that are given once. */
export const asked = ({ query }: FastifyRequest): Form =>
  Object.fromEntries(Object.entries(query as object).filter(([, value]) => typeof value === 'string'))

/** The page of second factors, and the page to go to from there. */
export const secondFactorPath = (callbackUrl: string): string =>
  callbackUrl === HOME ? '/account/second-factor' : `/account/second-factor?${new URLSearchParams({ callbackUrl })}`
