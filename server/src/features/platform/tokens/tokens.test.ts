import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { describe, test } from 'node:test'
import { decodeJwt, decodeProtectedHeader, exportJWK, generateKeyPair, SignJWT } from 'jose'
import { newClinic, newPerson } from '../../../../testing/factories.ts'
import { startPlatform } from '../../../../testing/harness.ts'
import { newId } from '../../../lib/ids.ts'
import { sha256 } from '../../../lib/secrets.ts'
import { grant as grantTokens } from './actions.ts'
import { clientBySecret } from './queries.ts'

const platform = await startPlatform()
const { call, services } = platform
const clinic = await newClinic(platform)
const { admin, doctor } = clinic

const credentials = { client_id: admin.clientId, client_secret: admin.secret }
const grant = (body: object = {}) =>
  call('POST', '/api/auth/token', { body: { grant_type: 'client_credentials', ...credentials, ...body } })
const refresh = (refresh_token: string, body: object = {}) =>
  call('POST', '/api/auth/token', { body: { grant_type: 'refresh_token', ...credentials, refresh_token, ...body } })
const form = (path: string, fields: string, headers: Record<string, string> = {}) =>
  call('POST', path, { raw: fields, headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers } })
const me = (token: string) => call('GET', '/api/users/me', { token })

describe('a token request', () => {
  test('in JSON is answered as specified, without caching', async () => {
    const answer = await grant({ scope: 'users:read appointments:read' })
    assert.equal(answer.status, 200)
    assert.equal(answer.headers.get('cache-control'), 'no-store')
    const { access_token, refresh_token, ...rest } = answer.body
    assert.deepEqual(rest, {
      token_type: 'Bearer',
      expires_in: 3600,
      scope: 'users:read appointments:read',
      refresh_expires_in: 2_592_000,
    })
    assert.equal(Buffer.from(refresh_token, 'base64url').length, 32)
    assert.equal(decodeProtectedHeader(access_token).typ, 'at+jwt')
    const claims = decodeJwt(access_token)
    assert.partialDeepStrictEqual(claims, {
      iss: platform.url,
      aud: platform.url,
      sub: admin.id,
      client_id: admin.clientId,
      tenant: clinic.tenantId,
      role: 'ADMIN',
      scope: 'users:read appointments:read',
    })
    assert.equal(claims.exp! - claims.iat!, 3600)
  })

  test('as a form works with the client in the body or by HTTP Basic', async () => {
    const inBody = await form(
      '/api/auth/token',
      new URLSearchParams({ grant_type: 'client_credentials', ...credentials }).toString(),
    )
    assert.equal(inBody.status, 200)
    const basic = `Basic ${Buffer.from(`${admin.clientId}:${admin.secret}`).toString('base64')}`
    assert.equal((await form('/api/auth/token', 'grant_type=client_credentials', { authorization: basic })).status, 200)
    const both = await form(
      '/api/auth/token',
      new URLSearchParams({ grant_type: 'client_credentials', ...credentials }).toString(),
      { authorization: basic },
    )
    assert.equal(both.status, 400)
    assert.equal(both.body.error, 'invalid_request')
  })

  test('grants all scopes by default, drops scopes that the client lacks, and is refused if none is left', async () => {
    const reader = await newPerson(platform, clinic.tenantId, 'DOCTOR', ['users:read', 'appointments:read'])
    const grantScope = (scope?: string) =>
      call('POST', '/api/auth/token', {
        body: {
          grant_type: 'client_credentials',
          client_id: reader.clientId,
          client_secret: reader.secret,
          ...(scope === undefined ? {} : { scope }),
        },
      })
    assert.equal((await grantScope()).body.scope, 'users:read appointments:read')
    assert.equal((await grantScope('')).body.scope, 'users:read appointments:read')
    assert.equal((await grantScope('appointments:read webhooks:manage')).body.scope, 'appointments:read')
    const misspelt = await grantScope('appointments:read appointment:write users:reed "x"')
    assert.equal(misspelt.status, 400)
    assert.deepEqual(misspelt.body.error.details, { oauth: 'invalid_scope' })
    assert.equal(misspelt.body.error.message, 'Unknown scopes: appointment:write users:reed ….')
    const refused = await grantScope('webhooks:manage')
    assert.equal(refused.status, 400)
    assert.deepEqual(refused.body.error.details, { oauth: 'invalid_scope' })
  })

  test('with invalid HTTP Basic gets a Basic challenge', async () => {
    for (const authorization of ['Basic %%%', 'Basic', `Basic ${btoa(`${admin.clientId}:wrong`)}`]) {
      const answer = await form('/api/auth/token', 'grant_type=client_credentials', { authorization })
      assert.deepEqual([answer.status, answer.body.error], [401, 'invalid_client'])
      assert.match(answer.headers.get('www-authenticate')!, /^Basic /)
    }
  })

  test('that is invalid gets an error in the format of its content type', async () => {
    const cases = [
      [{ grant_type: 'password' }, 400, 'BAD_REQUEST', 'unsupported_grant_type'],
      [{ client_secret: 'wrong' }, 401, 'UNAUTHORIZED', 'invalid_client'],
      [{ client_id: 'unknown' }, 401, 'UNAUTHORIZED', 'invalid_client'],
      [{ grant_type: 'refresh_token', refresh_token: 'unknown' }, 400, 'BAD_REQUEST', 'invalid_grant'],
      [{ grant_type: 'refresh_token' }, 400, 'BAD_REQUEST', 'invalid_request'],
    ] as const
    for (const [body, status, code, oauth] of cases) {
      const json = await grant(body)
      assert.equal(json.status, status)
      assert.equal(json.body.error.code, code)
      assert.deepEqual(json.body.error.details, { oauth })
      assert.equal(json.headers.has('www-authenticate'), status === 401)
      const asForm = await form(
        '/api/auth/token',
        new URLSearchParams({ grant_type: 'client_credentials', ...credentials, ...body }).toString(),
      )
      assert.equal(asForm.status, status)
      assert.equal(asForm.body.error, oauth)
      assert.equal(typeof asForm.body.error_description, 'string')
    }
    const missing = await call('POST', '/api/auth/token', { body: {} })
    assert.equal(missing.status, 422)
    assert.deepEqual(missing.body.error.details, [{ path: ['grant_type'], message: 'is required', code: 'required' }])
    assert.equal((await form('/api/auth/token', 'grant_type=client_credentials&grant_type=refresh_token')).status, 400)
    assert.equal((await call('POST', '/api/auth/token')).status, 400)
    assert.equal((await call('POST', '/api/auth/token', { raw: '{', headers: {} })).status, 400)
    const basic = await form('/api/auth/token', 'grant_type=client_credentials', {
      authorization: `Basic ${Buffer.from('unknown:x').toString('base64')}`,
    })
    assert.match(basic.headers.get('www-authenticate')!, /^Basic /)
  })

  test('of a disabled client or user is refused, and its tokens end within a second', async () => {
    for (const table of ['clients', 'users']) {
      const user = await newPerson(platform, clinic.tenantId, 'DOCTOR')
      assert.equal((await me(user.token)).status, 200)
      await platform.owner.query(`update ${table} set disabled_at = now() where tenant_id = $1 and id = $2`, [
        clinic.tenantId,
        table === 'clients' ? user.clientId : user.id,
      ])
      assert.equal((await grant({ client_id: user.clientId, client_secret: user.secret })).status, 401)
      await new Promise((resolve) => setTimeout(resolve, 1000))
      assert.equal((await me(user.token)).body.error.code, 'UNAUTHORIZED')
    }
  })

  test('is refused if the secret, the client or the user ends after the secret was checked', async () => {
    const { tenantId } = clinic
    const ends = {
      'a deleted secret': 'delete from client_secrets where client_id = $1 and secret_sha256 = sha256($2::bytea)',
      'an expired secret':
        'update client_secrets set expires_at = app_now() where client_id = $1 and secret_sha256 = sha256($2::bytea)',
      'a disabled client': 'update clients set disabled_at = app_now() where id = $1 and $2 <> $1',
      'a disabled user':
        'update users u set disabled_at = app_now() from clients c where c.id = $1 and u.id = c.acts_as and $2 <> $1',
    }
    for (const [name, end] of Object.entries(ends)) {
      const { clientId, secret, id: userId } = await newPerson(platform, tenantId, 'DOCTOR')
      // Another secret stays valid.
      await platform.owner.query(
        `insert into client_secrets (tenant_id, client_id, secret_sha256, expires_at)
         values ($1, $2, sha256('another'), app_now() + interval '1 hour')`,
        [tenantId, clientId],
      )
      const client = (await clientBySecret(services.database, clientId, sha256(secret)))!
      const trail = { tenantId, userId, clientId, operation: 'issueToken', address: null, requestId: newId('req') }
      const issue = () => grantTokens(services, client, { grant_type: 'client_credentials' }, trail)
      assert.ok((await issue()).access_token)
      assert.equal((await platform.owner.query(end, [clientId, secret])).rowCount, 1)
      await assert.rejects(issue, { status: 401 }, name)
    }
  })

  test('with wrong secrets is rate-limited by address after 30 in a minute', async () => {
    const own = await startPlatform()
    const wrong = () =>
      own.call('POST', '/api/auth/token', {
        body: { grant_type: 'client_credentials', client_id: 'sandbox-admin', client_secret: 'wrong' },
      })
    for (let n = 0; n < 30; n++) assert.equal((await wrong()).status, 401)
    const slowed = await wrong()
    assert.equal(slowed.status, 429)
    assert.ok(Number(slowed.headers.get('retry-after')) >= 1)
    await own.advance(61)
    assert.equal((await wrong()).status, 401)
    await own.stop()
  })
})

describe('a refresh', () => {
  test('rotates the token; reuse within 10 s is a repeat, later it revokes the family', async () => {
    const first = (await grant()).body
    const second = await refresh(first.refresh_token)
    assert.equal(second.status, 200)
    assert.notEqual(second.body.refresh_token, first.refresh_token)
    const sibling = await refresh(first.refresh_token)
    assert.equal(sibling.status, 200)
    await platform.advance(11)
    const stolen = await refresh(first.refresh_token)
    assert.equal(stolen.status, 400)
    assert.deepEqual(stolen.body.error.details, { oauth: 'invalid_grant' })
    for (const { refresh_token } of [second.body, sibling.body])
      assert.equal((await refresh(refresh_token)).status, 400)
    await new Promise((resolve) => setTimeout(resolve, 1000))
    for (const { access_token } of [first, second.body]) assert.equal((await me(access_token)).status, 401)
  })

  test('by twenty concurrent requests with one token leaves one family, and all get tokens', async () => {
    const first = (await grant()).body
    const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(first.refresh_token)))
    assert.ok(answers.every(({ status }) => status === 200))
    assert.equal(new Set(answers.map(({ body }) => body.refresh_token)).size, 20)
  })

  test('is audited once, whether granted or refused', async () => {
    const person = await newPerson(platform, clinic.tenantId, 'DOCTOR')
    const own = { client_id: person.clientId, client_secret: person.secret }
    await refresh('unknown', own)
    await grant({ ...own, grant_type: 'password' })
    await grant({ ...own, scope: 'unknown' })
    const { rows } = await platform.owner.query(
      'select outcome from audit_log where client_id = $1 order by id offset 1', // after the first token
      [person.clientId],
    )
    const outcomes = rows.map(({ outcome }) => outcome)
    assert.deepEqual(outcomes, ['invalid_grant', 'unsupported_grant_type', 'invalid_scope'])
  })

  test('can narrow the scope but never widen it', async () => {
    const first = (await grant({ scope: 'users:read appointments:read' })).body
    const shrunk = (await refresh(first.refresh_token, { scope: 'users:read orders:read' })).body
    assert.equal(shrunk.scope, 'users:read')
    assert.equal((await refresh(shrunk.refresh_token)).body.scope, 'users:read')
    assert.deepEqual((await refresh(shrunk.refresh_token, { scope: 'orders:read' })).body.error.details, {
      oauth: 'invalid_scope',
    })
  })

  test('is possible only for the token’s own client', async () => {
    const first = (await grant()).body
    const thief = await refresh(first.refresh_token, { client_id: doctor.clientId, client_secret: doctor.secret })
    assert.equal(thief.status, 400)
    assert.equal((await refresh(first.refresh_token)).status, 200)
  })

  test('ends 30 days after the first grant, regardless of refreshes', async () => {
    const own = await startPlatform()
    const body = { client_id: 'sandbox-admin', client_secret: 'sandbox-admin-secret' }
    const first = (await own.call('POST', '/api/auth/token', { body: { ...body, grant_type: 'client_credentials' } }))
      .body
    await own.advance(20 * 86_400)
    const second = await own.call('POST', '/api/auth/token', {
      body: { ...body, grant_type: 'refresh_token', refresh_token: first.refresh_token },
    })
    assert.equal(second.status, 200)
    assert.ok(Math.abs(second.body.refresh_expires_in - 10 * 86_400) < 60)
    await own.advance(10 * 86_400 + 1)
    assert.equal(
      (
        await own.call('POST', '/api/auth/token', {
          body: { ...body, grant_type: 'refresh_token', refresh_token: second.body.refresh_token },
        })
      ).status,
      400,
    )
    await own.stop()
  })
})

describe('an access token', () => {
  test('gets token_expired after an hour; a forged one gets UNAUTHORIZED', async () => {
    const own = await startPlatform()
    const token = await own.tokenOf('sandbox-admin')
    assert.equal((await own.call('GET', '/api/users/me', { token })).status, 200)
    await own.advance(3601)
    const expired = await own.call('GET', '/api/users/me', { token })
    assert.equal(expired.status, 401)
    assert.equal(expired.body.error.code, 'token_expired')
    assert.match(expired.headers.get('www-authenticate')!, /^Bearer /)
    const forged = `${token.slice(0, -6)}AAAAAA`
    assert.equal((await own.call('GET', '/api/users/me', { token: forged })).body.error.code, 'UNAUTHORIZED')
    await own.stop()
  })

  test('with another format or signature is refused', async () => {
    const genuine = (await grant()).body.access_token
    const claims = decodeJwt(genuine)
    const { kid } = decodeProtectedHeader(genuine)
    const { privateKey, publicKey } = await generateKeyPair('ES256')
    const ours = services.keys.signingKey()
    const signed = (header: object, payload: object = claims, key: Parameters<SignJWT['sign']>[0] = ours.privateKey) =>
      new SignJWT({ ...payload }).setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid: kid!, ...header }).sign(key)
    assert.equal((await me(await signed({}))).status, 200, 'the control')
    const [head, payload] = genuine.split('.')
    const none = `${Buffer.from(JSON.stringify({ alg: 'none', typ: 'at+jwt', kid })).toString('base64url')}.${payload}.`
    const hs = `${Buffer.from(JSON.stringify({ alg: 'HS256', typ: 'at+jwt', kid })).toString('base64url')}.${payload}`
    const { keys } = (await call('GET', '/.well-known/jwks.json')).body
    const forgeries = {
      'another key': await signed({}, claims, privateKey),
      'alg none': none,
      'HS256 with the public key': `${hs}.${createHmac('sha256', JSON.stringify(keys[0])).update(hs).digest('base64url')}`,
      'an unknown kid': await signed({ kid: 'elsewhere' }, claims, privateKey),
      'its own jwk': await signed({ jwk: await exportJWK(publicKey) }, claims, privateKey),
      'a jku': await signed({ jku: 'https://evil.example/jwks.json' }),
      'another typ': await signed({ typ: 'JWT' }),
      'another audience': await signed({}, { ...claims, aud: 'video' }),
      'another issuer': await signed({}, { ...claims, iss: 'https://evil.example' }),
      'no expiry': await signed({}, { ...claims, exp: undefined }),
      'a tenant it is not of': await signed({}, { ...claims, tenant: 'ten_sandbox' }),
      'no signature': `${head}.${payload}.`,
      garbage: 'garbage',
    }
    for (const [name, token] of Object.entries(forgeries)) {
      const answer = await me(token)
      assert.equal(answer.status, 401, name)
      assert.equal(answer.body.error.code, 'UNAUTHORIZED', name)
    }
    for (const header of ['', 'Bearer', `Basic ${genuine}`, `Bearer ${genuine} x`, `Token ${genuine}`]) {
      assert.equal((await call('GET', '/api/users/me', { headers: { authorization: header } })).status, 401, header)
    }
  })

  test('has its user’s present role, not the one at issue', async () => {
    const user = await newPerson(platform, clinic.tenantId, 'PATIENT')
    assert.equal((await me(user.token)).body.role, 'PATIENT')
    await platform.owner.query(`update users set role = 'DOCTOR' where id = $1`, [user.id])
    await platform.owner.query(`update clients set scopes = '{appointments:read}' where id = $1`, [user.clientId])
    await new Promise((resolve) => setTimeout(resolve, 1000))
    const refused = await me(user.token)
    assert.equal(refused.status, 403)
    assert.match(refused.body.error.message, /users:read/)
  })

  test('revoked, or of a revoked family, is invalid within a second; revoking an unknown token is no error', async () => {
    const { access_token, refresh_token } = (await grant()).body
    const other = (await grant()).body
    const revoke = (token: string, caller = credentials) =>
      call('POST', '/api/auth/revoke', { body: { ...caller, token } })
    const stranger = { client_id: doctor.clientId, client_secret: doctor.secret }
    assert.equal((await revoke(access_token, stranger)).status, 200)
    assert.equal((await me(access_token)).status, 200, 'another client’s token stays valid')
    assert.equal((await me(other.access_token)).status, 200)
    assert.equal((await revoke('unknown')).status, 200)
    assert.equal((await revoke(access_token)).status, 200)
    assert.equal((await revoke(other.refresh_token)).status, 200)
    await new Promise((resolve) => setTimeout(resolve, 1000))
    assert.equal((await me(access_token)).status, 401)
    assert.equal((await me(other.access_token)).status, 401)
    assert.equal((await refresh(refresh_token)).status, 200, 'revoking an access token keeps its family')
    assert.equal((await revoke(access_token, { client_id: admin.clientId, client_secret: 'wrong' })).status, 401)
  })

  test('is introspected only by its own client', async () => {
    const { access_token, refresh_token } = (await grant({ scope: 'users:read' })).body
    const introspect = async (token: string, caller = credentials) =>
      (await call('POST', '/api/auth/introspect', { body: { ...caller, token } })).body
    assert.partialDeepStrictEqual(await introspect(access_token), {
      active: true,
      scope: 'users:read',
      client_id: admin.clientId,
      sub: admin.id,
      token_type: 'Bearer',
      iss: platform.url,
    })
    assert.partialDeepStrictEqual(await introspect(refresh_token), {
      active: true,
      scope: 'users:read',
      token_type: 'refresh_token',
    })
    assert.deepEqual(await introspect(access_token, { client_id: doctor.clientId, client_secret: doctor.secret }), {
      active: false,
    })
    assert.deepEqual(await introspect('unknown'), { active: false })
  })
})

describe('keys', () => {
  test('are published with metadata and cached for five minutes', async () => {
    const jwks = await call('GET', '/.well-known/jwks.json')
    assert.equal(jwks.headers.get('cache-control'), 'public, max-age=300')
    for (const key of jwks.body.keys) {
      assert.partialDeepStrictEqual(key, { kty: 'EC', crv: 'P-256', alg: 'ES256', use: 'sig' })
      assert.ok(!('d' in key), 'never the private key')
    }
    const metadata = (await call('GET', '/.well-known/oauth-authorization-server')).body
    assert.equal(metadata.issuer, platform.url)
    assert.equal(metadata.token_endpoint, `${platform.url}/api/auth/token`)
    assert.ok(metadata.scopes_supported.includes('appointments:write'))
  })

  test('rotate without a gap: new keys are published before they sign, and old ones still verify afterwards', async () => {
    const own = await startPlatform()
    const before = await own.tokenOf('sandbox-admin')
    const kid = await own.services.keys.rotate()
    const published = (await own.call('GET', '/.well-known/jwks.json')).body.keys.map((key: { kid: string }) => key.kid)
    assert.equal(published.length, 2)
    assert.ok(published.includes(kid))
    assert.notEqual(decodeProtectedHeader(await own.tokenOf('sandbox-admin')).kid, kid, 'not yet')
    await own.owner.query('update signing_keys set signs_from = now() where kid = $1', [kid])
    const restarted = await startPlatform({}, own.ownerUrl)
    const after = await restarted.tokenOf('sandbox-admin')
    assert.equal(decodeProtectedHeader(after).kid, kid)
    assert.equal((await own.call('GET', '/api/users/me', { token: before })).status, 200)
    assert.equal(await restarted.services.keys.rotate(24 * 3600 * 1000), undefined, 'a young key stays')
    await Promise.all([own.stop(), restarted.stop()])
  })
})
