import { describe } from 'node:test'
import { startPostgres, withoutPostgres } from './postgres-server.ts'
import { testQueuePlans } from './queue-plans.ts'
import { makeTemplate } from './template.ts'

/** The distribution's PostgreSQL is older than the embedded one, and ends some index searches later. */
describe('on an external PostgreSQL', { skip: withoutPostgres }, async () => {
  const server = await startPostgres({ settings: { synchronous_commit: 'off', full_page_writes: 'off' } })
  process.env.TEST_CLUSTER_URL = server.superuser()
  await makeTemplate(server.superuser())
  await testQueuePlans({ 'never analysed': 'select' })
})
