import type { FastifyRequest } from 'fastify'
import { getCookies, setCookie } from 'undici'

/** With TLS, the prefix binds cookies to this host (RFC 6265bis, section 4.1.3.2). */
export const cookiePrefix = (origin: string): string => (origin.startsWith('https:') ? '__Host-' : '')

/** A cookie that scripts cannot read and that browsers do not send from other sites. */
export type OwnCookie = { name: string; maxAgeSec: number }

/** The `Set-Cookie` header; without a value it removes the cookie. */
export function setOwnCookie(origin: string, { name, maxAgeSec }: OwnCookie, value: string | undefined): string {
  const headers = new Headers()
  setCookie(headers, {
    name: cookiePrefix(origin) + name,
    value: value ?? '',
    path: '/',
    httpOnly: true,
    sameSite: 'Strict',
    secure: origin.startsWith('https:'),
    maxAge: value === undefined ? 0 : maxAgeSec,
  })
  return headers.get('set-cookie')!
}

export function ownCookie(origin: string, { name }: OwnCookie, { headers }: FastifyRequest): string | undefined {
  if (headers.cookie === undefined) return undefined
  return getCookies(new Headers({ cookie: headers.cookie }))[cookiePrefix(origin) + name] || undefined
}
