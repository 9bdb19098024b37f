import { channels } from '../lib/channels.ts'
import { secretNames } from './secret-files.ts'
import type { variables } from './variables.ts'

type Setting = {
  names: (keyof typeof variables.shape)[]
  /** In production. */
  required?: true
  /** Markdown, as `meaning`. */
  byDefault: string
  meaning: string
}

const settings: Setting[] = [
  {
    names: ['MODE'],
    byDefault: '`sandbox`',
    meaning:
      '`sandbox`: fictitious people and known secrets. `production`: refuses to start without the settings marked ●. Stored in the database: see [The mode of a database](operating.md#the-mode-of-a-database)',
  },
  {
    names: ['PORT', 'HOST'],
    byDefault: '`3000`, `localhost` (production: `0.0.0.0`)',
    meaning: 'listening address; TLS ends at your proxy',
  },
  {
    names: ['PUBLIC_URL'],
    required: true,
    byDefault: '`http://localhost:PORT`',
    meaning:
      'the address that clients use; in production a public https one. Also the issuer of access tokens, and printed in the QR codes of documents: keep it reachable for as long as documents are used. In a sandbox it must not be public, unless `SANDBOX_PUBLIC` is set',
  },
  {
    names: ['SANDBOX_PUBLIC'],
    byDefault: '`0`',
    meaning:
      '`1`: this sandbox may have a public `PUBLIC_URL`. Its secrets are public, so anyone who can reach it has full access',
  },
  {
    names: ['CDN_URL', 'VIDEO_BASE_URL'],
    byDefault: 'from `PUBLIC_URL`',
    meaning: 'bases of document downloads and of the video endpoint (`wss://` in production)',
  },
  {
    names: ['DATA_DIR'],
    byDefault: '`data`',
    meaning: 'data of a sandbox: the embedded PostgreSQL, its master key, and documents',
  },
  {
    names: ['DATABASE_URL'],
    required: true,
    byDefault: 'embedded PostgreSQL',
    meaning:
      'connects as the owner of the schema; used only at start, for migrations and roles, and not with `MIGRATE=off`',
  },
  {
    names: ['DATABASE_DIRECT_URL'],
    byDefault: '`DATABASE_URL`',
    meaning:
      'the database itself, if `DATABASE_URL` leads to a pooler in transaction mode; see [Poolers](operating.md#poolers)',
  },
  {
    names: ['DATABASE_APP_URL', 'DATABASE_WORKER_URL'],
    byDefault: 'derived',
    meaning: 'set both when the owner may not create roles; see [The database](operating.md#the-database)',
  },
  {
    names: ['DATABASE_BACKUP_URL'],
    byDefault: '`DATABASE_URL`',
    meaning: 'a role that sees every row, for `npm run backup` only; see [Backups](operating.md#backups)',
  },
  {
    names: ['DATABASE_ADMIN_URL'],
    byDefault: '`DATABASE_URL`',
    meaning: 'a superuser, for `npm run move-tenant` only; see [Cells](operating.md#cells)',
  },
  {
    names: ['DATABASE_POOL_SIZE'],
    byDefault: '`12`',
    meaning: 'connections of one server for writes and lists (3 more for reads, 8 for background work)',
  },
  {
    names: ['DATABASE_POOL_SHARE'],
    byDefault: 'a sixth of `DATABASE_POOL_SIZE`',
    meaning:
      'how many of them the writes of one organisation may use while another is active, and its lists half as many; see [Organisations share a server](operating.md#organisations-share-a-server)',
  },
  {
    names: ['DATABASE_TIMEOUT_SEC'],
    byDefault: '`5`',
    meaning:
      'seconds to wait for a statement, or for a free connection; then the call gets 503. The timeout for a lock is two fifths of it. Resets of the sandbox have 30 s',
  },
  {
    names: ['CACHE_URL'],
    byDefault: 'memory of the process',
    meaning:
      'Redis or Valkey, for several servers: `redis://` or `rediss://` (TLS), with user, password and database number if needed',
  },
  {
    names: ['STORAGE_URL'],
    required: true,
    byDefault: '`DATA_DIR/files`',
    meaning:
      'storage of documents: a folder (`file:///…`) or an S3 bucket (`s3://…`); see [Documents](operating.md#documents)',
  },
  {
    names: ['TIMESTAMP_URL'],
    byDefault: 'none',
    meaning:
      'a time-stamping authority (RFC 3161) for signatures of documents, with `user:password@` if it needs them; see [Time stamps](documents.md#time-stamps)',
  },
  {
    names: ['SIGNATURE_LONG_TERM'],
    byDefault: '`0`',
    meaning:
      '`1`: signatures contain certificates and revocation data, so that they can be validated for decades (PAdES B-LT); needs `TIMESTAMP_URL`; see [Time stamps](documents.md#time-stamps)',
  },
  {
    names: ['MASTER_KEY'],
    required: true,
    byDefault: 'generated in `DATA_DIR/master-key`',
    meaning: '32 bytes in base64 (`openssl rand -base64 32`); two during a rotation, the newest first',
  },
  {
    names: ['CRON_SECRET', 'INTERNAL_TOKEN'],
    required: true,
    byDefault: "the sandbox's",
    meaning:
      'values of `X-Cron-Secret` and `X-Internal-Token`, 32 characters or more; two, separated by a comma, during a rotation',
  },
  {
    names: ['VIDEO_URL'],
    byDefault: 'rooms in the process of the only server',
    meaning:
      '`livekit://API_KEY:API_SECRET@video.example.ma`: rooms on a LiveKit server; `livekit+http://` for one on this machine. Participants connect to the same host, or at `VIDEO_BASE_URL`',
  },
  {
    names: ['TURN_URL', 'TURN_SECRET'],
    byDefault: 'none',
    meaning:
      'TURN servers for participants without a direct connection, such as `turn:turn.example.ma:3478,turns:turn.example.ma:443?transport=tcp`, and their `static-auth-secret` (coturn), 32 characters or more in production. LiveKit has its own',
  },
  {
    names: ['VIDEO_FORCE_RELAY'],
    byDefault: '`0`',
    meaning: "`1`: media always use TURN, so that participants do not learn each other's network addresses",
  },
  {
    names: ['PATIENT_BOOKINGS'],
    byDefault: '`5,2`',
    meaning:
      '`OPEN,WITH_ONE_PROFESSIONAL`: maximum open bookings of a patient in the organisation, and with one professional. `off`: no limit. The limit does not apply to bookings by staff',
  },
  {
    names: ['PATIENT_BOOKING'],
    byDefault: '`any`',
    meaning:
      '`offered`: patients book and move to free slots only, with their visit type. `any`: patients book any free time',
  },
  {
    names: ['PROPOSED_BOOKINGS'],
    byDefault: '`20,2`',
    meaning:
      '`PROPOSED,WITH_ONE_PATIENT`: maximum appointments that a doctor or dentist may propose to patients whom they do not treat, in total and to one patient. Proposals of the last 24 hours and upcoming ones count until they are accepted. `off`: no limit',
  },
  {
    names: ['VIDEO_JOIN_WINDOW'],
    byDefault: '`off` (production: `30,60`)',
    meaning: 'minutes before the start and after the end in which a room may be joined',
  },
  {
    names: ['JOIN_LINK_CHECK'],
    byDefault: '`none`',
    meaning:
      '`birth-date`: patients and guardians who come by the link of a message must state the birth date of the patient. Patients without a recorded birth date are not asked. `code`: they must enter a code that is sent to their telephone. People without a telephone number are not asked. A link ends after five wrong answers',
  },
  {
    names: ['CARE_RELATIONSHIP_MONTHS'],
    byDefault: '`24`',
    meaning:
      'how many months after the last contact a doctor or dentist may read the file of a patient. A change applies to later contacts',
  },
  {
    names: ['EMERGENCY_ACCESS'],
    byDefault: '`1`',
    meaning: '`0`: professionals cannot open a file by stating an emergency, nor administrators by stating a reason',
  },
  {
    names: ['ADMIN_SECOND_FACTOR'],
    byDefault: '`optional` (production: `required`)',
    meaning:
      '`required`: an administrator who signs in without a second factor can do nothing but set one up. It does not affect tokens of clients ([accounts.md](accounts.md))',
  },
  {
    names: ['WEBHOOK_ALLOW_CIDRS'],
    byDefault: 'loopback (production: none)',
    meaning: 'private addresses that webhooks, and requests about the certificates of signatures, may reach',
  },
  {
    names: ['WEBHOOK_AUTO_DISABLE'],
    byDefault: '`72,20`',
    meaning:
      '`HOURS,DELIVERIES`: an endpoint is disabled and its deliveries are held after so many hours without a success and so many permanently failed deliveries. `off`: never',
  },
  {
    names: ['WEBHOOK_RETENTION_DAYS'],
    byDefault: '`90`',
    meaning: 'how many days events, deliveries and attempts are kept, 30 or more; they are deleted by whole months',
  },
  {
    names: ['MESSAGE_RETENTION_DAYS'],
    byDefault: 'without end',
    meaning: 'how many days messages are kept after they were sent or failed, 30 or more',
  },
  {
    names: ['LEAD_RETENTION_DAYS', 'EFFECT_RETENTION_DAYS'],
    byDefault: 'without end',
    meaning: 'how many days leads and effects of jobs are kept, 30 or more; see [Retention](operating.md#retention)',
  },
  {
    names: ['AUDIT_RETENTION_DAYS'],
    byDefault: 'without end',
    meaning: 'how many days the audit log is kept, 365 or more; it is deleted by whole months, and its seals stay',
  },
  {
    names: ['TRUSTED_PROXIES'],
    byDefault: 'none',
    meaning: 'comma-separated addresses of proxies whose `X-Forwarded-For` is trusted',
  },
  {
    names: ['REGISTRATION_TENANT'],
    byDefault: '`ten_sandbox` (production: none)',
    meaning:
      'the organisation that receives registrations, leads and access requests without a token; its administrators decide access requests. If it is not set, they are refused',
  },
  {
    names: ['RATE_LIMIT_STARTER', 'RATE_LIMIT_PRO', 'RATE_LIMIT_ENTERPRISE'],
    byDefault: '`60/5000`, `600/100000`, `6000/unlimited`',
    meaning: 'requests per minute and day of a client',
  },
  {
    names: ['RATE_LIMIT_ADDRESS'],
    byDefault: '`3000`',
    meaning: 'requests per minute from one address (IPv6: one /64) on routes without a token',
  },
  {
    names: ['RATE_LIMIT_FORMS'],
    byDefault: '`60`',
    meaning: 'leads and access requests per minute from one address, including invalid ones',
  },
  {
    names: ['RATE_LIMIT_GUESSES'],
    byDefault: '`30`',
    meaning: 'wrong secrets per minute from one address: of clients, users, links, invitations and hooks',
  },
  {
    names: ['MARKETING_ORIGINS'],
    byDefault: 'none',
    meaning:
      'comma-separated origins of the marketing site, such as `https://www.example.ma`, whose pages may call `POST /api/leads`, `POST /api/access-requests` and `GET /api/public/doctors` from the browser. In production https only',
  },
  {
    names: ['SECURITY_CONTACT'],
    byDefault: 'none',
    meaning:
      'comma-separated addresses for reports of vulnerabilities, preferred first, such as `mailto:security@example.ma`. They are published in `/.well-known/security.txt`, which does not exist without them',
  },
  {
    names: ['SECURITY_POLICY'],
    byDefault: 'none',
    meaning: 'address of your policy on reports of vulnerabilities, for the same file; https only',
  },
  {
    names: channels.map((channel) => `${channel}_URL` as const),
    byDefault: 'none',
    meaning:
      'message provider of each channel in production; see [Messages](operating.md#messages). Ignored in a sandbox, which sends nothing',
  },
  {
    names: ['MAINTENANCE'],
    byDefault: '`0`',
    meaning: '`1`: every request except health gets 503',
  },
  {
    names: ['MIGRATE'],
    byDefault: '`start`',
    meaning:
      '`off`: a start applies no migrations, and refuses a database that lacks one; `npm run migrate` applies them. The server then never signs in as the owner; see [Upgrade](operating.md#upgrade)',
  },
  {
    names: ['DRAIN_SEC'],
    byDefault: '`0`',
    meaning:
      'seconds after SIGTERM in which `/api/ready` fails while requests are still accepted; see [Scale](operating.md#scale)',
  },
  {
    names: ['METRICS_PORT'],
    byDefault: 'none',
    meaning:
      'port of `/metrics` in the format of Prometheus, on the interface of `HOST`; keep it private. See [Metrics](operating.md#metrics)',
  },
  {
    names: ['OTEL_EXPORTER_OTLP_ENDPOINT'],
    byDefault: 'none',
    meaning: 'address of an OpenTelemetry collector, without `/v1/traces`; see [Traces](operating.md#traces)',
  },
  {
    names: ['OTEL_EXPORTER_OTLP_HEADERS'],
    byDefault: 'none',
    meaning: 'headers of requests to the collector, such as `authorization=Bearer%20…`, comma-separated',
  },
  {
    names: ['OTEL_TRACES_SAMPLER_ARG'],
    byDefault: '`1`',
    meaning: 'ratio of the traces that are recorded, from 0 to 1',
  },
  {
    names: ['LOG_LEVEL'],
    byDefault: '`warn` (production: `info`)',
    meaning: 'JSON lines on standard output: ids and outcomes, never names, notes, bodies or tokens',
  },
]

const intro = `# Settings

Generated by \`npm run settings\` from \`server/src/config/settings-page.ts\`; do not edit.

Configuration comes only from the environment. \`server/src/config.ts\` reads it once at start, and reports all errors together.
An empty variable counts as absent. A name that looks like a misspelt setting (\`PUBLIC_ULR\`, \`DATABASE_URI\`) is an error, with the
right name in the message. Production does not start without the settings marked ●.

Settings with a secret can be files, as container engines and systemd provide them: \`MASTER_KEY_FILE=/run/secrets/master-key\`. A line
end at the end of the file is ignored. These are ${secretNames.map((name) => `\`${name}\``).join(', ')}.

| variable | default | meaning |
|---|---|---|
`

/** The settings as Markdown. */
export function settingsPage(): string {
  const rows = settings.map(({ names, required, byDefault, meaning }) => {
    const named = names.map((name) => `\`${name}\`${required ? ' ●' : ''}`).join(', ')
    return `| ${named} | ${byDefault} | ${meaning} |\n`
  })
  return intro + rows.join('')
}
