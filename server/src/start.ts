import { styleText } from 'node:util'
import { type Config, loadConfig } from './config.ts'
import { type EmbeddedPostgres, startEmbedded } from './db/embedded/start.ts'
import { type StartError, shownFailure } from './db/start-error.ts'
import { endProcess } from './lib/end-process.ts'
import { openLog } from './log.ts'
import { sandboxMasterKey } from './master-key.ts'
import { type RunningServer, startServer } from './server.ts'
import { assertTimeZoneData } from './time-zone-data.ts'

/** How long a stop may take after draining before the process ends regardless; supervisors kill at 30 s. */
const STOP_WITHIN_MS = 25_000

const running: { server?: RunningServer; postgres?: Promise<EmbeddedPostgres>; stopping?: Promise<void> } = {}

async function start(): Promise<void> {
  assertTimeZoneData()
  const { config, secrets } = loadConfig(process.env)
  const log = openLog(config.logLevel)
  process.once('uncaughtException', (error) => {
    log.fatal({ err: error }, 'uncaught exception; stopping')
    stop(1)
  })
  // Never removed: a signal must not interrupt a start or a stop.
  process.on('SIGINT', () => stop(0))
  process.on('SIGTERM', () => stop(0))
  const masterKeys = secrets.masterKeys ?? (await sandboxMasterKey(config))
  if (!config.databaseUrl) {
    showStep('Starting PostgreSQL')
    running.postgres = startEmbedded({ dataDir: config.dataDir, log: (line) => console.log(line), onLost: end })
  }
  const postgres = await running.postgres
  const ownerUrl = config.databaseUrl ?? postgres!.url
  running.server = await startServer(config, { ...secrets, masterKeys }, ownerUrl, log, {
    onStep: showStep,
    onRoomsLost: end,
  })
  printIntroduction(config, postgres)
}

/** Styles apply on a terminal only, and not with NO_COLOR. */
const showStep = (step: string): void => console.log(styleText('dim', `${step} …`))

/** Called when the embedded database cannot be restarted, or another server has taken over the rooms. */
function end(error: StartError): void {
  console.error(error.message)
  stop(1)
}

/** Ends draining: a second signal, or a failure, stops the server at once. */
const hurry = new AbortController()

let exitCode = 0

function stop(code: number): void {
  if (running.stopping || code !== 0) hurry.abort()
  exitCode ||= code // also of a failure while draining
  running.stopping ??= (async () => {
    await running.server?.drain(hurry.signal)
    setTimeout(endProcess, STOP_WITHIN_MS, 1).unref()
    try {
      await running.server?.stop()
    } finally {
      const postgres = await running.postgres?.catch(() => undefined) // a failed start has been reported
      await postgres?.stop() // last: everything else needs it until then
    }
    endProcess(exitCode)
  })().catch((error) => {
    console.error(error)
    endProcess(1)
  })
}

function printIntroduction(
  { mode, publicUrl, video, videoBaseUrl }: Config,
  postgres: EmbeddedPostgres | undefined,
): void {
  const lines = [
    styleText(['bold', 'green'], `Medina Care (${mode}) is ready.`),
    `  API        ${publicUrl}/api`,
    `  Reference  ${publicUrl}/docs`,
    `  Sign in    ${publicUrl}/signin${mode === 'sandbox' ? ' (doctor@sandbox.example, sandbox-password)' : ''}`,
    `  Video      ${videoBaseUrl}${video.kind === 'livekit' ? ' (LiveKit)' : '/video/ws'}`,
    `  Health     ${publicUrl}/api/health`,
  ]
  if (postgres) lines.push(`  Database   ${postgres.home}`)
  if (mode === 'sandbox') {
    lines.push(
      '',
      'Obtain a token:',
      `  curl -s ${publicUrl}/api/auth/token -d grant_type=client_credentials -d client_id=sandbox-admin -d client_secret=sandbox-admin-secret`,
      '',
      'See a whole consultation, in another terminal: npm run demo',
    )
  }
  console.log(lines.join('\n'))
}

try {
  await start()
} catch (error) {
  // A signal during the start is not an error.
  if (!running.stopping) {
    console.error(shownFailure(error))
    stop(1)
  }
}
