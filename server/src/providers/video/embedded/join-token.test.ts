import assert from 'node:assert/strict'
import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { test } from 'node:test'
import { decodeJwt, decodeProtectedHeader, SignJWT } from 'jose'
import { Clock } from '../../../lib/clock.ts'
import { newId } from '../../../lib/ids.ts'
import { JoinTokens } from './join-token.ts'
import { ISSUER, KEY, OLD_KEY, startVideo } from './testing.ts'

const room = newId('room')
const nowSec = Math.floor(Date.now() / 1000)
const genuine = {
  iss: ISSUER,
  aud: 'video',
  sub: 'usr_patient',
  room,
  apt: 'apt_a',
  ten: 'ten_a',
  name: 'Nour',
  role: 'patient',
  use: 'join',
  jti: 'jti_1',
  iat: nowSec,
  nbf: nowSec,
  exp: nowSec + 900,
}
const header = { alg: 'HS256', typ: 'video+jwt', kid: KEY.kid }

const sign = (claims: object, head: object = {}, key: KeyObject | Uint8Array = KEY.secret) =>
  new SignJWT({ ...claims }).setProtectedHeader({ ...header, ...head }).sign(key)

const without = (claim: keyof typeof genuine) =>
  Object.fromEntries(Object.entries(genuine).filter(([key]) => key !== claim))

const base64 = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

test('resume tokens expire at most twelve hours after the join token, despite renewals', async (t) => {
  const scene = await startVideo(t)
  const room = newId('room')
  let page = await scene.join(room, 'host', 'usr_doctor', 'page')
  for (let hours = 1.5; hours < 12; hours += 1.5) {
    scene.clock.runAheadBy(hours * 3_600_000)
    const resumeToken = String(page.frames[0]!.resumeToken)
    page = await scene.knock(room, resumeToken, 'page')
    await page.next('joined')
  }
  scene.clock.runAheadBy(12 * 3_600_000 + 1000)
  assert.equal(await (await scene.knock(room, String(page.frames[0]!.resumeToken), 'page')).end, 4440)
})

test('issues a token of 15 minutes with the identity, the room and the use', async (t) => {
  const scene = await startVideo(t)
  scene.clock.runAheadBy(3_600_000)
  const request = {
    tenantId: 'ten_a',
    appointmentId: 'apt_a',
    roomId: room,
    identity: 'usr_patient',
    name: 'Nour',
    role: 'patient',
  } as const
  const issued = await scene.video.issueJoinToken(request)
  assert.deepEqual(decodeProtectedHeader(issued.token), header)
  const { iat, nbf, exp, jti, ...claims } = decodeJwt(issued.token)
  const { iat: _, nbf: __, exp: ___, jti: ____, ...expected } = genuine
  assert.deepEqual(claims, expected)
  assert.equal(exp! - iat!, 900)
  assert.ok(nbf! <= iat! && Math.abs(iat! - scene.clock.nowSec()) < 5)
  assert.match(String(jti), /^jti_/)
  assert.equal(issued.expiresAt.getTime(), exp! * 1000)
  assert.deepEqual([issued.url, issued.roomId], [scene.url(room), room])
})

test('accepts a token of any key of the ring', async (t) => {
  const scene = await startVideo(t)
  for (const { kid, secret } of [KEY, OLD_KEY]) {
    await (await scene.knock(room, await sign(genuine, { kid }, secret))).next('waiting')
  }
})

test('closes with 4440 for an expired genuine token, by business time', async (t) => {
  const scene = await startVideo(t)
  const token = await scene.token(room)
  scene.clock.runAheadBy(15 * 60_000 - 5000)
  await (await scene.knock(room, token)).next('waiting')
  scene.clock.runAheadBy(15 * 60_000)
  assert.equal(await (await scene.knock(room, token)).end, 4440)
})

test('closes with 4401 for any other token', async (t) => {
  const scene = await startVideo(t)
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const pem = Buffer.from(rsa.publicKey.export({ type: 'spki', format: 'pem' }))
  const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const expired = { exp: nowSec - 10, iat: nowSec - 910, nbf: nowSec - 910 }
  const good = await sign(genuine)
  const [head, body, signature] = good.split('.') as [string, string, string]
  const forged: [string, string][] = [
    ['nothing', ''],
    ['noise', 'a.b.c'],
    ['alg none', `${base64({ ...header, alg: 'none' })}.${body}.`],
    ['alg none with a signature', `${base64({ ...header, alg: 'none' })}.${body}.${signature}`],
    ['no signature', `${head}.${body}.`],
    ['a changed body', `${head}.${base64({ ...genuine, role: 'host' })}.${signature}`],
    ['another secret', await sign(genuine, {}, Buffer.alloc(32, 'x'))],
    ['another key of the ring than its kid', await sign(genuine, {}, OLD_KEY.secret)],
    ['RS256 with a valid kid', await sign(genuine, { alg: 'RS256' }, rsa.privateKey)],
    ['HS256 with a public key for its secret', await sign(genuine, {}, pem)],
    ['HS512 with a valid secret', await sign(genuine, { alg: 'HS512' }, KEY.secret)],
    ['an API access token', await sign({ ...genuine, aud: ISSUER }, { alg: 'ES256', typ: 'at+jwt' }, ec.privateKey)],
    ['an unknown kid', await sign(genuine, { kid: 'next' })],
    ['no kid', await sign(genuine, { kid: undefined })],
    ['an embedded key', await sign(genuine, { jwk: { kty: 'oct', k: 'AAAA' } })],
    ['a key URL', await sign(genuine, { jku: 'https://evil.example/keys' })],
    ['another type', await sign(genuine, { typ: 'JWT' })],
    ['no type', await sign(genuine, { typ: undefined })],
    ['another audience', await sign({ ...genuine, aud: 'api' })],
    ['another issuer', await sign({ ...genuine, iss: 'https://evil.example' })],
    ['another use', await sign({ ...genuine, use: 'probe' })],
    ['another room', await sign({ ...genuine, room: newId('room') })],
    ['another room, expired', await sign({ ...genuine, ...expired, room: newId('room') })],
    ['another audience, expired', await sign({ ...genuine, ...expired, aud: 'api' })],
    ['another secret, expired', await sign({ ...genuine, ...expired }, {}, Buffer.alloc(32, 'x'))],
    ['an unknown role', await sign({ ...genuine, role: 'admin' })],
    ['a subject that is not an id', await sign({ ...genuine, sub: 'a/../b' })],
    ['an nbf in the future', await sign({ ...genuine, nbf: nowSec + 600 })],
  ]
  for (const claim of Object.keys(genuine) as (keyof typeof genuine)[]) {
    forged.push([`no ${claim}`, await sign(without(claim))])
  }
  for (const [name, token] of forged) {
    assert.equal(await (await scene.knock(room, token)).end, 4401, name)
  }
  assert.equal(await (await scene.knock(newId('room'), good)).end, 4401)
  assert.equal(await (await scene.knock(room, await sign({ ...genuine, ...expired }))).end, 4440)
  await (await scene.knock(room, good)).next('waiting')
  assert.equal(scene.logged.filter(({ level }) => level === 'error').length, 0)
})

test('separates tenants whose rooms have the same id', async (t) => {
  const scene = await startVideo(t)
  const doctor = await scene.join(room, 'host')
  const stranger = await scene.knock(room, await sign({ ...genuine, ten: 'ten_b' }))
  assert.equal((await stranger.next('waiting')).hostPresent, false)
  doctor.send({ type: 'admit', peerId: 'usr_patient' })
  assert.equal((await doctor.next('error')).code, 'not_there')
  assert.ok((await stranger.everything()).every(({ type }) => type === 'waiting' || type === 'pong'))
})

test('a resume token opens its room for two hours, and no other room', async (t) => {
  const scene = await startVideo(t)
  const first = await scene.knock(room, await scene.token(room, 'host'), 'page')
  const { resumeToken } = await first.next('joined')
  const { exp, iat, jti, ...claims } = decodeJwt(String(resumeToken))
  assert.partialDeepStrictEqual(claims, { use: 'resume', room, role: 'host', sid: 'page' })
  assert.equal(exp! - iat!, 7200)
  first.socket.terminate()
  scene.clock.runAheadBy(7_000_000)
  const again = await scene.knock(room, String(resumeToken), 'page')
  assert.equal((await again.next('joined')).resumed, true)
  assert.equal(await (await scene.knock(newId('room'), String(resumeToken))).end, 4401)
  scene.clock.runAheadBy(7_300_000)
  assert.equal(await (await scene.knock(room, String(resumeToken))).end, 4440)
})

test('a probe’s token opens no ordinary room, and no other token opens a probe’s room', async (t) => {
  const scene = await startVideo(t)
  const tokens = new JoinTokens([KEY], ISSUER, scene.clock)
  const probe = {
    tenantId: 'probe',
    appointmentId: 'probe',
    roomId: room,
    identity: 'probe',
    name: '',
    role: 'observer',
  } as const
  assert.equal(await (await scene.knock(room, (await tokens.issue(probe, 'probe')).token)).end, 4401)
  const elsewhere = { ...probe, roomId: 'probe_1' }
  assert.equal(await (await scene.knock('probe_1', (await tokens.issue(elsewhere, 'probe')).token)).end, 4401)
})

test('refuses an empty key ring, duplicate kids and short keys', () => {
  const clock = new Clock()
  assert.throws(() => new JoinTokens([], ISSUER, clock), RangeError)
  assert.throws(() => new JoinTokens([KEY, { ...OLD_KEY, kid: KEY.kid }], ISSUER, clock), RangeError)
  assert.throws(() => new JoinTokens([{ kid: 'short', secret: Buffer.alloc(31) }], ISSUER, clock), RangeError)
})
