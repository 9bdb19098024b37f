import { createHash, generateKeyPairSync, randomBytes } from 'node:crypto'
import Fastify from 'fastify'
import { SignJWT } from 'jose'
import pg from 'pg'
import { newId } from '../server/src/lib/ids.ts'
import { grantOfToken, oneAppointment, pageOfAppointments, TENANT } from './bare-queries.ts'

/**
 * The reference for reads, lists and token grants: the same framework and queries with a plain pool, as the database's owner
 * without row-level security. Reads have no token, no validation and no audit row, and lists no total.
 */
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 16 })
const app = Fastify()
const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const sha256 = (text: string) => createHash('sha256').update(text).digest()

app.get('/appointments/:id', async (request) => {
  const { id } = request.params as { id: string } // by the route
  const { rows } = await pool.query({ name: 'one', text: oneAppointment, values: [TENANT, id] })
  return { appointment: rows[0] }
})

app.get('/appointments', async () => {
  const { rows } = await pool.query({ name: 'page', text: pageOfAppointments, values: [TENANT] })
  return { appointments: rows }
})

app.post('/token', async (request, reply) => {
  const { client_id: id, client_secret: secret } = request.body as { client_id: string; client_secret: string }
  const [family, refreshToken] = [newId('fam'), randomBytes(32).toString('base64url')]
  const values = [id, sha256(secret), family, sha256(refreshToken), newId('aud')]
  const { rows } = await pool.query({ name: 'grant', text: grantOfToken, values })
  if (rows.length !== 1) return reply.code(401).send()
  const scope = rows[0].scopes.join(' ')
  const token = await new SignJWT({ sub: rows[0].acts_as, client_id: id, tenant: TENANT, scope, family })
    .setProtectedHeader({ alg: 'ES256' })
    .setIssuedAt()
    .setExpirationTime('1 h')
    .sign(privateKey)
  return { access_token: token, refresh_token: refreshToken }
})

await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT) })
process.on('disconnect', () => process.exit())
process.send?.('ready')
