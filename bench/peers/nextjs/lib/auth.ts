import { jwtVerify } from 'jose'
import { z } from 'zod'

const key = new TextEncoder().encode(process.env.TOKEN_SECRET)

const claims = z.object({ sub: z.string(), role: z.enum(['ADMIN', 'DOCTOR', 'PATIENT']) })

export type Caller = z.infer<typeof claims>

/** The caller of a request, by its bearer token; undefined without a valid one. */
export async function callerOf(request: Request): Promise<Caller | undefined> {
  const token = request.headers.get('authorization')?.replace(/^Bearer /, '')
  if (!token) return undefined
  try {
    const { payload } = await jwtVerify(token, key, { issuer: 'nextjs-peer' })
    return claims.parse(payload)
  } catch {
    return undefined
  }
}
