import Fastify from 'fastify'
import pg from 'pg'
import { oneAppointment, pageOfAppointments, TENANT, totalOfAppointments } from './bare-queries.ts'

/**
 * The reference for reads: the same framework and query with a plain pool, as the database's owner without row-level
 * security. No token, no validation, no audit row.
 */
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 16 })
const app = Fastify()

app.get('/appointments/:id', async (request) => {
  const { id } = request.params as { id: string } // by the route
  const { rows } = await pool.query({ name: 'one', text: oneAppointment, values: [TENANT, id] })
  return { appointment: rows[0] }
})

app.get('/appointments', async () => {
  const { rows } = await pool.query({ name: 'page', text: pageOfAppointments, values: [TENANT] })
  const counted = await pool.query({ name: 'total', text: totalOfAppointments, values: [TENANT] })
  return { appointments: rows, pagination: { total: counted.rows[0].total } }
})

await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT) })
process.send?.('ready')
