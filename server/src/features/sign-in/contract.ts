import { z } from 'zod'
import { roles } from '../../actor.ts'
import type { Endpoint } from '../../http/endpoint.ts'
import { bounded, id, MAX_TYPED_EMAIL, utc } from '../../lib/fields.ts'
import { MAX_TYPED_PASSWORD } from '../../lib/passwords.ts'
import { MAX_CALLBACK } from './rules.ts'

const csrfToken = bounded(200).meta({ description: 'The token of `GET /api/auth/csrf`, whose cookie comes along.' })
const callbackUrl = bounded(MAX_CALLBACK)
  .optional()
  .meta({ description: 'Where to go afterwards. Other hosts than ours are not gone to.' })

/** The specification's credentials form. */
export const credentials = z
  .object({ email: bounded(MAX_TYPED_EMAIL), password: bounded(MAX_TYPED_PASSWORD), csrfToken, callbackUrl })
  .meta({
    id: 'SignIn',
    example: { email: 'doctor@sandbox.example', password: 'sandbox-password', csrfToken: '8f6ba1…' },
  })

const signOut = z.object({ csrfToken, callbackUrl }).meta({ id: 'SignOut', example: { csrfToken: '8f6ba1…' } })

const whereTo = z
  .object({ url: z.string().meta({ description: 'Where to go now.', example: 'http://localhost:3000' }) })
  .meta({ id: 'WhereTo' })

const provider = z.object({
  id: z.literal('credentials'),
  name: z.string().meta({ example: 'Credentials' }),
  type: z.literal('credentials'),
  signinUrl: z.string().meta({ example: 'http://localhost:3000/api/auth/signin/credentials' }),
  callbackUrl: z.string().meta({ example: 'http://localhost:3000/api/auth/callback/credentials' }),
})

/** Who is signed in, and how to call the API on their behalf. */
export const session = z
  .object({
    user: z.object({ id: id('usr'), email: z.string(), name: z.string(), role: z.enum(roles), tenantId: id('ten') }),
    expires: utc.meta({ description: 'When the session ends unless it is used before then.' }),
    accessToken: z.string().meta({ description: 'A bearer token for the API.', example: 'eyJhbGciOiJFUzI1NiIs…' }),
    accessTokenExpiresAt: utc.meta({ description: 'Five minutes from now. Ask again for the next.' }),
  })
  .meta({
    id: 'Session',
    example: {
      user: {
        id: 'usr_sandbox_doctor',
        email: 'doctor@sandbox.example',
        name: 'Dr Youssef Benali',
        role: 'DOCTOR',
        tenantId: 'ten_sandbox',
      },
      expires: '2026-12-01T21:30:00.000Z',
      accessToken: 'eyJhbGciOiJFUzI1NiIsInR5cCI6ImF0K2p3dCJ9…',
      accessTokenExpiresAt: '2026-12-01T09:35:00.000Z',
    },
  })

const base = { tag: 'Sign-in', access: 'public', wording: 'name' } as const
const post = { ...base, method: 'POST', form: 'only', answer: whereTo } as const

/** The dispatcher, for openapi.json. */
export const signInEndpoints: Endpoint[] = [
  {
    ...base,
    method: 'GET',
    path: '/api/auth/csrf',
    name: 'readCsrfToken',
    summary: 'Obtain a token against forged forms',
    description: 'It goes with the cookie that is set along with it, and is sent as `csrfToken` with every form.',
    answer: z.object({ csrfToken: z.string().meta({ example: '8f6ba1…' }) }),
  },
  {
    ...post,
    path: '/api/auth/callback/credentials',
    name: 'signIn',
    summary: 'Sign in with e-mail and password',
    description:
      'Sets the cookie of a new session; one that was shown ends. After a few wrong tries the next has to wait, a little longer each time: 429, with `Retry-After`.',
    body: credentials,
    refused: 'E-mail and password are not those of anybody (`CredentialsSignin`), or the csrfToken is (`MissingCSRF`).',
  },
  {
    ...base,
    method: 'GET',
    path: '/api/auth/session',
    name: 'readSession',
    summary: 'Read who is signed in, and obtain an access token',
    description:
      'By the cookie alone. `null` for nobody. Sessions end 12 hours after they were last asked for, and after 30 days in any case. The API itself takes no cookie: send `accessToken` to it, and ask for the next before it expires.',
    answer: session.nullable(),
  },
  {
    ...post,
    path: '/api/auth/signout',
    name: 'signOut',
    summary: 'Sign out',
    description: 'Ends the session of the cookie, and its access tokens within a second.',
    body: signOut,
    refused: 'The csrfToken is missing, or not that of the cookie (`MissingCSRF`).',
  },
  {
    ...base,
    method: 'GET',
    path: '/api/auth/providers',
    name: 'listProviders',
    summary: 'List the ways to sign in',
    answer: z.object({ credentials: provider }),
  },
  {
    ...base,
    method: 'GET',
    path: '/api/auth/signin',
    name: 'readSignInPage',
    summary: 'Ask where people sign in',
    description: 'A browser that comes here by a link is sent there.',
    query: z.object({ callbackUrl }),
    answer: whereTo,
  },
  {
    ...post,
    path: '/api/auth/signin',
    name: 'beginSignIn',
    summary: 'Ask where people sign in, by form',
    description: 'As libraries for Auth.js do.',
    body: signOut,
    refused: 'The csrfToken is missing, or not that of the cookie (`MissingCSRF`).',
  },
]
