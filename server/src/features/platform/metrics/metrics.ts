import type { Database } from '../../../db/database.ts'
import type { Metrics, Services } from '../../../http/services.ts'
import { readVersion } from '../../../lib/version.ts'
import { queues, readBacklog } from './backlog.ts'

/** Upper bounds in seconds. The last one is the default time limit of a statement. */
const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]

/**
 * The metrics of this process, and of the work that waits in the installation. Labels contain names of operations, queues and
 * tasks, and nothing about organisations or people.
 */
export async function openMetrics(): Promise<Metrics> {
  const { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } = await import('prom-client') // not without METRICS_PORT
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const gauge = (name: string, help: string, ...labelNames: string[]) =>
    new Gauge({ name, help, labelNames, registers: [registry] })
  const histogram = (name: string, help: string, ...labelNames: string[]) =>
    new Histogram({ name, help, labelNames, buckets: SECONDS, registers: [registry] })

  const requests = new Counter({
    name: 'medina_http_requests_total',
    help: 'Answered requests by operation and status.',
    labelNames: ['operation', 'status'],
    registers: [registry],
  })
  const durations = histogram(
    'medina_http_request_duration_seconds',
    'Time from the arrival of a request to its answer.',
    'operation',
  )
  const turns = histogram(
    'medina_database_wait_seconds',
    'Time for which transactions and lists waited for a connection.',
  )
  const calls = gauge('medina_database_calls', 'Transactions and lists that run, or wait for a connection.', 'state')
  const connections = gauge('medina_database_connections', 'Open connections for transactions and lists.')
  const draining = gauge('medina_draining', '1 while the server is not ready because it will stop.')
  const info = gauge('medina_build_info', 'Always 1.', 'version', 'mode')
  const answers = gauge('medina_database_up', '1 if the database answered. Otherwise there is no backlog.')
  const ages = gauge('medina_backlog_age_seconds', 'How long the oldest item of a queue has been due.', 'queue')
  const failures = gauge(
    'medina_job_failures',
    'Consecutive failures of scheduled tasks whose last run failed.',
    'task',
  )

  function showProcess({ database, readiness, config }: Services): void {
    const { running, waiting, connections: open } = database.load
    calls.set({ state: 'running' }, running)
    calls.set({ state: 'waiting' }, waiting)
    connections.set(open)
    draining.set(readiness.isDraining ? 1 : 0)
    info.set({ version: readVersion(), mode: config.mode }, 1)
  }

  async function showBacklog({ log }: Services, worker: Database): Promise<void> {
    const backlog = await readBacklog(worker).catch((err) => log.warn({ err }, 'the backlog could not be read'))
    answers.set(backlog ? 1 : 0)
    ages.reset()
    failures.reset()
    if (!backlog) return
    for (const queue of queues) ages.set({ queue }, backlog.ages[queue])
    for (const { task, count } of backlog.failures) failures.set({ task }, count)
  }

  return {
    noteRequest({ operation, status, ms }) {
      requests.inc({ operation, status })
      durations.observe({ operation }, ms / 1000)
    },
    noteTurn: (waitedMs) => turns.observe(waitedMs / 1000),
    async scrape(services, worker) {
      showProcess(services)
      await showBacklog(services, worker)
      return { contentType: registry.contentType, text: await registry.metrics() }
    },
  }
}
