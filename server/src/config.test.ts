import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { settingsPage } from './config/settings-page.ts'
import { faultsOf } from './config/testing.ts'
import { variables } from './config/variables.ts'
import { loadConfig } from './config.ts'
import { addressSet } from './lib/cidr.ts'

const key = Buffer.alloc(32, 7).toString('base64')
const production = {
  MODE: 'production',
  DATABASE_URL: 'postgres://medina@db.example.ma/medina',
  STORAGE_URL: 'file:///var/lib/medina-care/files',
  MASTER_KEY: key,
  CRON_SECRET: 'c'.repeat(32),
  INTERNAL_TOKEN: 'i'.repeat(32),
  PUBLIC_URL: 'https://api.example.ma/',
}

test('a sandbox needs no settings, and derives other URLs from its own', () => {
  const { config, secrets } = loadConfig({ PORT: '3100', DATABASE_URL: '' })
  assert.partialDeepStrictEqual(config, {
    mode: 'sandbox',
    publicUrl: 'http://localhost:3100',
    cdnUrl: 'http://localhost:3100',
    videoBaseUrl: 'ws://localhost:3100',
    databaseUrl: undefined,
    webhookAllowCidrs: ['127.0.0.0/8', '::1/128'],
    videoJoinWindow: undefined,
  })
  assert.deepEqual(secrets.cron, ['sandbox-cron-secret'])
})

test('production has strict defaults', () => {
  const { config, secrets } = loadConfig({ ...production, CRON_SECRET: `${'a'.repeat(32)},${'b'.repeat(40)}` })
  assert.partialDeepStrictEqual(config, {
    publicUrl: 'https://api.example.ma',
    videoBaseUrl: 'wss://api.example.ma',
    webhookAllowCidrs: [],
    videoJoinWindow: { beforeMin: 30, afterMin: 60 },
  })
  assert.equal(secrets.cron.length, 2)
})

test('production reports all missing settings at once', () => {
  const message = faultsOf({ MODE: 'production' })
  for (const name of ['DATABASE_URL', 'STORAGE_URL', 'MASTER_KEY', 'CRON_SECRET', 'INTERNAL_TOKEN', 'PUBLIC_URL'])
    assert.match(message, new RegExp(`${name} is missing`))
})

test('production refuses the sandbox’s secrets, short secrets, and non-public URLs', () => {
  assert.match(
    faultsOf({ ...production, CRON_SECRET: 'sandbox-cron-secret' }),
    /CRON_SECRET is the published value of the sandbox/,
  )
  assert.match(faultsOf({ ...production, INTERNAL_TOKEN: 'short' }), /INTERNAL_TOKEN is too short/)
  for (const url of [
    'http://api.example.ma',
    'https://localhost',
    'https://10.0.0.1',
    'https://[::1]',
    'api.example.ma',
    'https://x.localhost',
  ]) {
    assert.match(faultsOf({ ...production, PUBLIC_URL: url }), /PUBLIC_URL must be/, url)
  }
  assert.match(faultsOf({ ...production, CDN_URL: 'http://cdn.example.ma' }), /CDN_URL must begin with https/)
  assert.match(faultsOf({ ...production, VIDEO_BASE_URL: 'ws://v.example.ma' }), /VIDEO_BASE_URL must begin with wss/)
  assert.match(
    faultsOf({ ...production, MARKETING_ORIGINS: 'https://www.example.ma,http://example.ma' }),
    /MARKETING_ORIGINS must begin with https/,
  )
})

test('all malformed variables are reported at once', () => {
  const env = {
    MODE: 'staging',
    PORT: '99999',
    PUBLIC_URL: 'ftp://x',
    DATABASE_URL: 'mysql://x',
    MASTER_KEY: 'short',
    VIDEO_URL: 'wss://video.example.ma',
    TURN_URL: 'turn.example.ma',
    VIDEO_FORCE_RELAY: 'yes',
    VIDEO_JOIN_WINDOW: 'soon',
    WEBHOOK_ALLOW_CIDRS: '10.0.0.0',
    WEBHOOK_AUTO_DISABLE: '72',
    WEBHOOK_RETENTION_DAYS: '29',
    MESSAGE_RETENTION_DAYS: '29',
    AUDIT_RETENTION_DAYS: '364',
    TRUSTED_PROXIES: '10.0.0.0/33',
    CACHE_URL: 'memcached://localhost',
    STORAGE_URL: 'ftp://files.example.ma',
    TIMESTAMP_URL: 'http://clinic:secret@timestamp.example.ma/tsr',
    SIGNATURE_LONG_TERM: 'yes',
    RATE_LIMIT_PRO: 'fast',
    RATE_LIMIT_FORMS: '0',
    RATE_LIMIT_GUESSES: 'many',
    MARKETING_ORIGINS: 'www.example.ma',
    EMAIL_URL: 'smtp://mail.example.ma',
    SMS_URL: 'twilio://api.twilio.com?from=Medina',
    WHATSAPP_URL: 'https://graph.facebook.com',
    MAINTENANCE: 'yes',
    LOG_LEVEL: 'loud',
  }
  const message = faultsOf(env)
  for (const name of Object.keys(env)) assert.match(message, new RegExp(`\\b${name} must`), name)
})

test('a sandbox accepts a public URL only with SANDBOX_PUBLIC', () => {
  const url = 'https://sandbox.example.ma'
  const refusal = /PUBLIC_URL names a public host, .* set MODE=production, or SANDBOX_PUBLIC=1/
  for (const MODE of ['', 'sandbox']) {
    assert.match(faultsOf({ MODE, PUBLIC_URL: url }), refusal)
    assert.match(faultsOf({ MODE, PUBLIC_URL: url, SANDBOX_PUBLIC: '0' }), refusal)
    assert.equal(loadConfig({ MODE, PUBLIC_URL: url, SANDBOX_PUBLIC: '1' }).config.publicUrl, url)
    assert.equal(loadConfig({ MODE, PUBLIC_URL: 'http://192.168.1.20:3000' }).config.mode, 'sandbox')
  }
  assert.match(faultsOf({ SANDBOX_PUBLIC: 'yes' }), /SANDBOX_PUBLIC must be 0 or 1/)
})

test('NODE_ENV=production without MODE starts no sandbox', () => {
  assert.match(faultsOf({ NODE_ENV: 'production' }), /MODE is missing/)
  assert.equal(loadConfig({ NODE_ENV: 'production', MODE: 'sandbox' }).config.mode, 'sandbox')
  assert.equal(loadConfig({ NODE_ENV: 'development' }).config.mode, 'sandbox')
})

test('a misspelt setting is refused with the intended name, along with all other faults', () => {
  const message = faultsOf({ PUBLIC_ULR: 'https://api.example.ma', DATABASE_URI: 'postgres://x', PORT: 'http' })
  assert.match(message, /PUBLIC_ULR is not a setting; did you mean PUBLIC_URL\?/)
  assert.match(message, /DATABASE_URI is not a setting; did you mean DATABASE_URL\?/)
  assert.match(message, /PORT must be/)
  assert.equal(faultsOf({ PUBLIC_ULR: '' }), '', 'an empty variable counts as absent')
  assert.match(faultsOf({ ...production, MASTER_KEYS: key }), /MASTER_KEYS is not a setting; did you mean MASTER_KEY\?/)
})

/** Variables of shells, npm, systemd, containers, clouds, CI and databases. */
const strangers = `
  PATH HOME SHELL USER LOGNAME PWD OLDPWD LANG LC_ALL LC_CTYPE TERM COLORTERM TZ TMPDIR EDITOR VISUAL PAGER MAIL HOSTNAME
  HOST_IP HOSTTYPE MACHTYPE OSTYPE SHLVL UID PS1 IFS DISPLAY SSH_AUTH_SOCK SSH_CLIENT SSH_TTY XDG_DATA_DIRS XDG_DATA_HOME
  XDG_CONFIG_DIRS XDG_CACHE_HOME XDG_RUNTIME_DIR DBUS_SESSION_BUS_ADDRESS LS_COLORS SUDO_USER _
  NODE NODE_ENV NODE_OPTIONS NODE_PATH NODE_EXTRA_CA_CERTS NODE_VERSION NODE_HOME NVM_DIR NVM_BIN ICU_TIMEZONE_FILES_DIR
  INIT_CWD npm_config_cache npm_config_loglevel npm_package_name npm_lifecycle_event npm_execpath npm_command
  UV_THREADPOOL_SIZE DEBUG FORCE_COLOR NO_COLOR HTTP_PROXY HTTPS_PROXY NO_PROXY ALL_PROXY http_proxy https_proxy no_proxy
  INVOCATION_ID JOURNAL_STREAM LISTEN_FDS LISTEN_PID MAINPID NOTIFY_SOCKET STATE_DIRECTORY CACHE_DIRECTORY LOGS_DIRECTORY
  RUNTIME_DIRECTORY CONFIGURATION_DIRECTORY CREDENTIALS_DIRECTORY WATCHDOG_USEC container
  KUBERNETES_PORT KUBERNETES_SERVICE_HOST KUBERNETES_SERVICE_PORT POD_NAME POD_IP NODE_NAME NAMESPACE
  CACHE_PORT CACHE_SERVICE_HOST CACHE_PORT_6379_TCP DATABASE_PORT DATABASE_SERVICE_HOST DATABASE_PORT_5432_TCP_ADDR
  VIDEO_PORT VIDEO_SERVICE_PORT TURN_PORT TURN_SERVICE_HOST STORAGE_PORT STORAGE_SERVICE_HOST EMAIL_PORT
  PGHOST PGPORT PGUSER PGPASSWORD PGDATABASE PGDATA PGSSLMODE PGPASSFILE POSTGRES_USER POSTGRES_PASSWORD POSTGRES_DB
  DATABASE DATABASE_HOST DATABASE_NAME DATABASE_USER DATABASE_USERNAME DATABASE_PASSWORD DATABASE_SSL DATABASE_TLS
  DATABASE_UID DATABASE_ENGINE DATABASE_SCHEMA DATABASE_POOL DATABASE_POOL_MIN DATABASE_POOL_MAX DATABASE_TIMEOUT
  DATABASE_PRIVATE_URL DATABASE_PUBLIC_URL DATABASE_URL_UNPOOLED DB_URL DB_HOST TEST_DATABASE_URL
  MYSQL_URL MONGO_URL REDIS_URL REDIS_HOST RABBITMQ_URL POSTGRES_URL SMTP_HOST SMTP_URL SMTP_PORT MAIL_FROM SENTRY_DSN
  S3_BUCKET SNS_URL CMS_URL API_URL APP_URL BASE_URL SITE_URL ROOT_URL VITE_PUBLIC_URL NEXT_PUBLIC_URL REACT_APP_PUBLIC_URL
  RAILS_MASTER_KEY SECRET_KEY SECRET_KEY_BASE JWT_SECRET SESSION_SECRET CSRF_SECRET ACCESS_TOKEN EXTERNAL_TOKEN API_TOKEN
  AUTH_URL AUTH_SECRET AUTH_TRUST_HOST NEXTAUTH_URL PROXY_TRUSTED RATE_LIMIT RATE_LIMIT_MAX RATE_LIMIT_RPM RATE_LIMIT_WINDOW
  LOG_FORMAT LOG_FILE LOG_DIR PINO_LOG_LEVEL RUST_LOG WEBHOOK_URL WEBHOOK_SECRET WEBHOOK_TIMEOUT
  CI GITHUB_TOKEN GITHUB_ACTIONS GITHUB_SHA GITHUB_REF RUNNER_OS GITLAB_CI CI_JOB_TOKEN CI_COMMIT_SHA BUILD_NUMBER
  AWS_REGION AWS_ACCESS_KEY_ID AWS_SECRET_ACCESS_KEY AWS_LAMBDA_FUNCTION_NAME GOOGLE_APPLICATION_CREDENTIALS AZURE_CLIENT_ID
  DYNO FLY_APP_NAME FLY_REGION RAILWAY_PUBLIC_DOMAIN RENDER_EXTERNAL_URL VERCEL_URL WEB_CONCURRENCY WEBSITE_HOSTNAME
  PM2_HOME PM2_USAGE pm_id JAVA_HOME GOPATH GOBIN CARGO_HOME PYTHONPATH VIRTUAL_ENV PORTS MODEL MODES HOSTS POST SORT
  TEST_CLUSTER_URL BENCH_SEC BENCH_PROFILE POLICIES CHROMIUM FIREFOX`

test('no common variable is taken for a misspelt setting', () => {
  const env = Object.fromEntries(strangers.match(/\S+/g)!.map((name) => [name, 'x']))
  assert.ok(Object.keys(env).length > 200)
  assert.equal(faultsOf(env), '')
})

test('a time-stamping authority may have a user and a password, which only HTTPS and this machine may carry', () => {
  const addressOf = (url: string) => loadConfig({ TIMESTAMP_URL: url }).config.timestamps
  assert.deepEqual(addressOf('http://timestamp.example.ma/tsr'), {
    url: 'http://timestamp.example.ma/tsr',
    authorization: undefined,
  })
  const authorization = `Basic ${Buffer.from('clinic:p@ss').toString('base64')}`
  for (const [scheme, host] of [
    ['https', 'timestamp.example.ma'],
    ['http', 'localhost:3999'],
  ])
    assert.deepEqual(addressOf(`${scheme}://clinic:p%40ss@${host}/tsr`), {
      url: `${scheme}://${host}/tsr`,
      authorization,
    })
  for (const wrong of [
    'ldap://timestamp.example.ma',
    'timestamp.example.ma',
    'https://clinic:%zz@timestamp.example.ma',
  ])
    assert.match(faultsOf({ TIMESTAMP_URL: wrong }), /TIMESTAMP_URL must/)
})

test('signatures for decades need a time-stamping authority', () => {
  const timestamps = { TIMESTAMP_URL: 'https://timestamp.example.ma/tsr' }
  assert.equal(loadConfig(timestamps).config.signatureLongTerm, false)
  assert.equal(loadConfig({ ...timestamps, SIGNATURE_LONG_TERM: '1' }).config.signatureLongTerm, true)
  assert.match(faultsOf({ SIGNATURE_LONG_TERM: '1' }), /TIMESTAMP_URL is missing/)
})

test('documents are stored in a sandbox’s data folder, or at STORAGE_URL', () => {
  assert.deepEqual(loadConfig({ DATA_DIR: '/srv/medina' }).config.storage, {
    kind: 'folder',
    path: '/srv/medina/files',
  })
  assert.deepEqual(loadConfig(production).config.storage, { kind: 'folder', path: '/var/lib/medina-care/files' })
  assert.equal(loadConfig({ STORAGE_URL: 's3://key:secret@s3.example.ma/papers' }).config.storage.kind, 's3')
})

test('rooms are on this server or on LiveKit, which may have a separate URL for participants', () => {
  assert.partialDeepStrictEqual(loadConfig({}).config, { video: { kind: 'embedded' }, videoForceRelay: false })
  const env = { ...production, VIDEO_URL: `livekit://key:${'s'.repeat(32)}@video.example.ma` }
  assert.partialDeepStrictEqual(loadConfig(env).config, {
    video: { kind: 'livekit', base: 'https://video.example.ma' },
    videoBaseUrl: 'wss://video.example.ma',
  })
  const apart = loadConfig({ ...env, VIDEO_BASE_URL: 'wss://rooms.example.ma' }).config
  assert.equal(apart.videoBaseUrl, 'wss://rooms.example.ma')
})

test('TURN_URL requires TURN_SECRET, and VIDEO_FORCE_RELAY requires TURN_URL', () => {
  const env = { TURN_URL: 'turn:turn.example.ma, turns:turn.example.ma:443?transport=tcp', TURN_SECRET: 't'.repeat(32) }
  assert.deepEqual(loadConfig({ ...production, ...env }).config.turn, {
    urls: ['turn:turn.example.ma', 'turns:turn.example.ma:443?transport=tcp'],
    secret: 't'.repeat(32),
  })
  assert.equal(loadConfig({}).config.turn, undefined)
  assert.equal(loadConfig({ ...env, VIDEO_FORCE_RELAY: '1' }).config.videoForceRelay, true)
  assert.match(faultsOf({ TURN_URL: env.TURN_URL }), /TURN_SECRET is missing/)
  assert.match(faultsOf({ TURN_SECRET: 'secret' }), /TURN_URL is missing/)
  assert.match(faultsOf({ VIDEO_FORCE_RELAY: '1' }), /TURN_URL is missing/)
  assert.match(faultsOf({ ...production, ...env, TURN_SECRET: 'short' }), /TURN_SECRET is too short/)
})

test('DATABASE_DIRECT_URL makes DATABASE_URL a pooler', () => {
  const [pooler, direct] = ['postgres://medina@pooler:6432/medina', 'postgres://medina@db/medina']
  const urls = (env: Record<string, string>) => {
    const { databaseUrl, databasePoolerUrl } = loadConfig(env).config
    return [databaseUrl, databasePoolerUrl]
  }
  assert.deepEqual(urls({ DATABASE_URL: direct }), [direct, undefined])
  assert.deepEqual(urls({ DATABASE_URL: pooler, DATABASE_DIRECT_URL: direct }), [direct, pooler])
  assert.match(faultsOf({ DATABASE_DIRECT_URL: direct }), /DATABASE_URL is missing/)
})

test('traces have the address of a collector, and a ratio', () => {
  const OTEL_EXPORTER_OTLP_ENDPOINT = 'http://collector:4318/'
  const tracesOf = (env: Record<string, string>) => loadConfig(env).config.traces
  assert.equal(tracesOf({ OTEL_TRACES_SAMPLER_ARG: '0.5' }), undefined)
  assert.deepEqual(tracesOf({ OTEL_EXPORTER_OTLP_ENDPOINT }), {
    endpoint: 'http://collector:4318',
    headers: {},
    ratio: 1,
  })
  const headers = (OTEL_EXPORTER_OTLP_HEADERS: string) =>
    tracesOf({ OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_EXPORTER_OTLP_HEADERS })!.headers
  assert.deepEqual(headers('authorization=Bearer%20a%3D%3D, x-team=care=1'), {
    authorization: 'Bearer a==',
    'x-team': 'care=1',
  })
  for (const wrong of ['authorization', '=x', 'a b=c', 'a=%', 'a=%0d%0ab: c'])
    assert.throws(() => headers(wrong), /OTEL_EXPORTER_OTLP_HEADERS must be name=value/, wrong)
  for (const [text, ratio] of [
    ['0', 0],
    ['0.25', 0.25],
    ['1.0', 1],
  ] as const)
    assert.equal(tracesOf({ OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_TRACES_SAMPLER_ARG: text })!.ratio, ratio)
  for (const text of ['10%', '-1', '1.5', 'x'])
    assert.match(faultsOf({ OTEL_TRACES_SAMPLER_ARG: text }), /OTEL_TRACES_SAMPLER_ARG must be a ratio/)
})

test('the cache is memory, or Redis at a URL with credentials and database', () => {
  assert.equal(loadConfig({}).config.cacheUrl, undefined)
  for (const url of [
    'redis://localhost',
    'redis://localhost:6379/0',
    'redis://:secret@10.0.0.1:6379/15',
    'rediss://medina:p%40ss@cache.example.ma:6380/1',
    'redis://[::1]:6379',
  ])
    assert.equal(loadConfig({ CACHE_URL: url }).config.cacheUrl, url)
  for (const url of [
    'localhost:6379',
    'http://localhost:6379',
    'redis:',
    'redis://',
    'redis://localhost/medina',
    'redis://localhost?db=1',
    'redis://:se%cret@localhost',
    'redis://:%ff@localhost',
  ]) {
    const message = faultsOf({ CACHE_URL: url })
    assert.match(message, /CACHE_URL must be an address like redis:/, url)
    assert.doesNotMatch(message, /se%cret/, 'a possible password is not repeated')
  }
})

test('WEBHOOK_AUTO_DISABLE is hours and deliveries, or off', () => {
  const parse = (WEBHOOK_AUTO_DISABLE: string) => loadConfig({ WEBHOOK_AUTO_DISABLE }).config.webhookAutoDisable
  assert.deepEqual(
    [parse(''), parse('24,5'), parse('off')],
    [{ hours: 72, deliveries: 20 }, { hours: 24, deliveries: 5 }, undefined],
  )
  for (const text of ['0,5', '72,0', '72,', 'never'])
    assert.match(faultsOf({ WEBHOOK_AUTO_DISABLE: text }), /must be off/)
})

test('a quota of zero is refused', () => {
  for (const quota of ['0/100', '10/0'])
    assert.match(faultsOf({ RATE_LIMIT_PRO: quota }), /RATE_LIMIT_PRO must be/, quota)
})

test('MARKETING_ORIGINS lists exact origins as browsers send them', () => {
  const originsOf = (text: string) => loadConfig({ MARKETING_ORIGINS: text }).config.marketingOrigins
  assert.deepEqual(originsOf('https://www.example.ma, http://localhost:5173'), [
    'https://www.example.ma',
    'http://localhost:5173',
  ])
  assert.deepEqual(originsOf(''), [])
  for (const wrong of [
    '*',
    'https://*.example.ma',
    'null',
    'https://www.example.ma/',
    'https://www.example.ma/form',
    'https://www.example.ma:443',
    'https://WWW.example.ma',
    'https://user@example.ma',
    'ftp://example.ma',
    'https://',
  ])
    assert.match(faultsOf({ MARKETING_ORIGINS: wrong }), /MARKETING_ORIGINS must/, wrong)
})

test('an address set contains the addresses of its ranges', () => {
  const set = addressSet(['10.0.0.0/8', 'fd00::/8'])
  assert.ok(set.check('10.1.2.3', 'ipv4') && set.check('fd12::1', 'ipv6'))
  assert.ok(!set.check('11.0.0.1', 'ipv4') && !set.check('fe80::1', 'ipv6'))
})

test('docs/settings.md describes every setting', () => {
  const page = readFileSync(new URL('../../docs/settings.md', import.meta.url), 'utf8')
  assert.equal(page, settingsPage(), 'run `npm run settings`')
  for (const name of Object.keys(variables.shape))
    assert.match(page, new RegExp(`^\\|.*\`${name}\`.*\\|.*\\|`, 'm'), name)
})

test('the example settings are valid for production with secrets, and name only existing settings', () => {
  const example = readFileSync(new URL('../../.env.example', import.meta.url), 'utf8')
  const lines = [...example.matchAll(/^(# )?([A-Z_]+)=(.*)$/gm)]
  for (const [, , name] of lines) assert.ok(name! in variables.shape, name!)
  const given = Object.fromEntries(lines.filter(([, comment]) => !comment).map(([, , name, value]) => [name, value]))
  const secrets = {
    MASTER_KEY: Buffer.alloc(32, 1).toString('base64'),
    CRON_SECRET: 'c'.repeat(32),
    INTERNAL_TOKEN: 'i'.repeat(32),
  }
  assert.equal(loadConfig({ ...given, ...secrets }).config.mode, 'production')
})
