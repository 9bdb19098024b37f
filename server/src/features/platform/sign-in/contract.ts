import { z } from 'zod'
import { accountRole } from '../../../actor.ts'
import type { Endpoint } from '../../../http/endpoint.ts'
import { bounded, id, MAX_TYPED_EMAIL, utc } from '../../../lib/fields.ts'
import { MAX_TYPED_PASSWORD } from '../../../lib/passwords.ts'
import { MAX_CREDENTIAL, MAX_TYPED_CODE, methods } from '../second-factors/actions.ts'
import { MAX_CALLBACK } from './rules.ts'

const csrfToken = bounded(200).meta({ description: 'The token of `GET /api/auth/csrf`. Send its cookie too.' })
const callbackUrl = bounded(MAX_CALLBACK)
  .optional()
  .meta({ description: 'The URL to redirect to afterwards. Other hosts are ignored.' })

/** The specification's credentials form. */
const credentials = z
  .object({
    email: bounded(MAX_TYPED_EMAIL),
    password: bounded(MAX_TYPED_PASSWORD),
    organization: id('ten').optional().meta({
      description: 'The organisation to sign in to. Only people who work in several organisations need it.',
    }),
    csrfToken,
    callbackUrl,
  })
  .meta({
    id: 'SignIn',
    example: { email: 'doctor@sandbox.example', password: 'sandbox-password', csrfToken: '8f6ba1…' },
  })

const signOut = z.object({ csrfToken, callbackUrl }).meta({ id: 'SignOut', example: { csrfToken: '8f6ba1…' } })

const callbackTarget = z
  .object({ url: z.string().meta({ description: 'The URL to go to.', example: 'http://localhost:3000' }) })
  .meta({ id: 'WhereTo' })

const organization = z
  .object({
    id: id('ten'),
    name: z.string().meta({ example: 'Clinique Atlas' }),
    role: accountRole,
  })
  .meta({ id: 'OfferedOrganization' })

const offered = {
  organizations: z
    .array(organization)
    .optional()
    .meta({ description: 'The organisations of the person, if they must choose one.' }),
}
const signedIn = callbackTarget.extend(offered)

const choice = z
  .object({ organization: organization.shape.id, csrfToken, callbackUrl })
  .meta({ id: 'OrganizationChoice', example: { organization: 'ten_sandbox', csrfToken: '8f6ba1…' } })

const provider = z
  .object({
    id: z.literal('credentials'),
    name: z.string().meta({ example: 'Credentials' }),
    type: z.literal('credentials'),
    signinUrl: z.string().meta({ example: 'http://localhost:3000/api/auth/signin/credentials' }),
    callbackUrl: z.string().meta({ example: 'http://localhost:3000/api/auth/callback/credentials' }),
  })
  .meta({ id: 'SignInProvider' })

export const passkeyRequest = z.strictObject({}).meta({ id: 'PasskeyRequest', example: {} })

const secondFactor = z
  .object({
    code: bounded(MAX_TYPED_CODE).meta({
      description: 'The six digits of the authenticator app, or a recovery code.',
      example: '492039',
    }),
    csrfToken,
    callbackUrl,
  })
  .meta({ id: 'SecondFactorSignIn', example: { code: '492039', csrfToken: '8f6ba1…' } })

const passkey = z
  .object({
    credential: bounded(MAX_CREDENTIAL).meta({
      description: 'The JSON of the credential (`PublicKeyCredential.toJSON`), as text.',
      example: '{"id":"pYf3…","type":"public-key","response":{…}}',
    }),
    organization: id('ten').optional().meta({ description: 'The organisation to sign in to.' }),
    csrfToken,
    callbackUrl,
  })
  .meta({
    id: 'PasskeySignIn',
    example: { credential: '{"id":"pYf3…","type":"public-key","response":{…}}', csrfToken: '8f6ba1…' },
  })

/** The signed-in user, with an access token for the API. */
export const session = z
  .object({
    user: z
      .object({ id: id('usr'), email: z.string(), name: z.string(), role: accountRole, tenantId: id('ten') })
      .meta({ id: 'SessionUser' }),
    secondFactorRequired: z.literal(true).optional().meta({
      description:
        'The installation requires a second factor that the person has not set up. Until then the token gives access only to their own account: send them to `/account/second-factor`.',
    }),
    expires: utc.meta({ description: 'When the session ends unless it is used again.' }),
    accessToken: z.string().meta({ description: 'A bearer token for the API.', example: 'eyJhbGciOiJFUzI1NiIs…' }),
    accessTokenExpiresAt: utc.meta({ description: 'Five minutes from now. Read the session again for a new token.' }),
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

const base = { tag: 'Sign-in', access: 'public', errorFormat: 'name' } as const
const post = { ...base, method: 'POST', form: 'only', answer: callbackTarget } as const

/** The dispatcher, for openapi.json. */
export const signInEndpoints: Endpoint[] = [
  {
    ...base,
    method: 'GET',
    path: '/api/auth/csrf',
    name: 'readCsrfToken',
    call: 'session.getCsrfToken',
    audience: 'browser',
    summary: 'Obtain a CSRF token',
    description: 'Sets a cookie that belongs to the token. Send the token as `csrfToken` with every form.',
    answer: z.object({ csrfToken: z.string().meta({ example: '8f6ba1…' }) }),
  },
  {
    ...post,
    path: '/api/auth/callback/credentials',
    name: 'signIn',
    call: 'session.signIn',
    audience: 'browser',
    summary: 'Sign in with e-mail and password',
    description:
      'Sets the cookie of a new session and ends the previous session. If the person has a second factor, the response contains `secondFactor` and there is no session yet: send the second factor to `POST /api/auth/callback/second-factor` within five minutes. If the person works in several organisations and `organization` is absent, the response contains `organizations` and there is no session yet: choose one with `POST /api/auth/callback/organization` within five minutes. After a few failed attempts, further attempts get 429 with an increasing `Retry-After`.',
    body: credentials,
    answer: callbackTarget.extend({
      secondFactor: z
        .array(z.enum(methods).meta({ id: 'SecondFactorMethod' }))
        .optional()
        .meta({ description: 'The methods with which the person can prove the second factor, if they have one.' }),
      ...offered,
    }),
    refused: 'Wrong e-mail or password (`CredentialsSignin`), or a missing or wrong csrfToken (`MissingCSRF`).',
  },
  {
    ...post,
    path: '/api/auth/callback/second-factor',
    name: 'proveSecondFactor',
    call: 'session.proveSecondFactor',
    audience: 'browser',
    summary: 'Sign in with the second factor',
    description:
      'Call it in the same browser after a sign-in that returned `secondFactor`, with at most five tries. Sets the cookie of a new session, or returns `organizations` like the sign-in with a password. Each code is accepted once. After 20 wrong codes of the app in an hour, from any network, further codes of the app get 429; recovery codes are still accepted.',
    body: secondFactor,
    answer: signedIn,
    refused:
      'The code is wrong or used, or the challenge is not open in this browser (`SecondFactorSignin`); or a missing or wrong csrfToken (`MissingCSRF`).',
  },
  {
    ...post,
    path: '/api/auth/passkey/options',
    name: 'beginPasskeySignIn',
    call: 'session.beginPasskey',
    audience: 'browser',
    summary: 'Start a sign-in with a passkey',
    description:
      'Returns options for `PublicKeyCredential.parseRequestOptionsFromJSON` (WebAuthn). Their challenge is valid once, in this browser, for five minutes.',
    body: passkeyRequest,
    answer: z.looseObject({ challenge: z.string() }).meta({ id: 'PasskeyRequestOptions' }),
  },
  {
    ...post,
    path: '/api/auth/callback/passkey',
    name: 'signInByPasskey',
    call: 'session.signInByPasskey',
    audience: 'browser',
    summary: 'Sign in with a passkey',
    description:
      'Sets the cookie of a new session, or returns `organizations` like the sign-in with a password. A passkey counts as both factors, because the device has verified its owner.',
    body: passkey,
    answer: signedIn,
    refused:
      'The passkey is unknown, or the challenge is not open in this browser (`PasskeySignin`); or a missing or wrong csrfToken (`MissingCSRF`).',
  },
  {
    ...post,
    path: '/api/auth/callback/organization',
    name: 'chooseOrganization',
    call: 'session.chooseOrganization',
    audience: 'browser',
    summary: 'Choose or change the organisation',
    description:
      'After a sign-in that returned `organizations`, sets the cookie of a session in the chosen organisation; call it once, in the same browser. In a session, replaces the session by one in another organisation of the person, which ends no later.',
    body: choice,
    refused:
      'The person does not belong to the organisation, or the choice has expired or was made before (`OrganizationSignin`); or the csrfToken is missing or wrong (`MissingCSRF`).',
  },
  {
    ...base,
    method: 'GET',
    path: '/api/auth/session',
    name: 'readSession',
    call: 'session.get',
    audience: 'browser',
    summary: 'Read the session and obtain an access token',
    description:
      'Returns the session of the cookie, or `null`. Sessions end 12 hours after their last use and at most 30 days after sign-in. The API accepts no cookies: send `accessToken`, and read the session again before the token expires.',
    answer: session.nullable(),
  },
  {
    ...post,
    path: '/api/auth/signout',
    name: 'signOut',
    call: 'session.signOut',
    audience: 'browser',
    summary: 'Sign out',
    description: 'Ends the session of the cookie at once, and its access tokens within a second.',
    body: signOut,
    refused: 'The csrfToken is missing or does not match its cookie (`MissingCSRF`).',
  },
  {
    ...base,
    method: 'GET',
    path: '/api/auth/providers',
    name: 'listProviders',
    call: 'session.listProviders',
    audience: 'browser',
    summary: 'List the ways to sign in',
    description: 'Returns the providers in the format of Auth.js.',
    answer: z.object({ credentials: provider }),
  },
  {
    ...base,
    method: 'GET',
    path: '/api/auth/signin',
    name: 'readSignInPage',
    call: 'session.getSignInPage',
    audience: 'browser',
    summary: 'Read the sign-in URL',
    description: 'Redirects browsers to the sign-in page, and returns its URL to other clients.',
    query: z.strictObject({ callbackUrl }),
    answer: callbackTarget,
  },
  {
    ...post,
    path: '/api/auth/signin',
    name: 'beginSignIn',
    call: 'session.begin',
    audience: 'browser',
    summary: 'Read the sign-in URL with a form',
    description: 'Used by Auth.js client libraries.',
    body: signOut,
    refused: 'The csrfToken is missing or does not match its cookie (`MissingCSRF`).',
  },
]
