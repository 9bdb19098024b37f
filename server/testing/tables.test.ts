import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { test } from 'node:test'

const src = resolve(import.meta.dirname, '../src')

/** The tables of each owner, the folder that reads and writes them. */
const owned: Record<string, string> = {
  'features/platform/access-requests': 'access_requests tenants',
  'features/people/accounts': 'logins users',
  'features/care/appointments': 'appointment_moves appointment_series appointments',
  audit: 'audit_log audit_of_patients audit_position audit_seals',
  'features/messaging/campaigns': 'campaigns campaign_enrolments',
  'features/platform/clients': 'clients client_secrets',
  'features/care/conditions': 'conditions',
  'features/people/password-resets': 'password_resets',
  'features/platform/passwords': 'sign_in_failures',
  'features/people/codes': 'code_limits confirmation_codes',
  'features/people/contacts': 'contacts',
  db: 'installation moved_secrets tenant_moves test_clock',
  'features/people/doctors': 'doctors public_doctors',
  'features/documents/documents': 'documents documents_of_pharmacies',
  events: 'event_numbering events',
  'features/care/follow-ups': 'follow_ups',
  'features/platform/credential-links': 'client_handovers',
  http: 'idempotency_keys signing_keys',
  'features/people/invitations': 'invitations',
  'features/money/invoices': 'card_ledger invoices invoice_series payments refund_parts refunds',
  jobs: 'effects jobs',
  'features/care/holidays': 'observed_holidays',
  'features/care/lab-orders': 'lab_order_files lab_orders lab_results',
  'features/messaging/leads': 'leads',
  'features/documents/letterhead': 'earlier_letterheads letterheads',
  messages: 'messages',
  'features/messaging/notifications': 'message_replies sandbox_messages',
  'features/care/orders': 'orders',
  'features/people/merging': 'merged_patients possible_duplicates',
  'features/people/patients': 'consents_in_force identity_disputes patient_consents patient_identities patient_words',
  'features/care/prescriptions': 'prescriber_keys prescriptions',
  'features/people/guardians': 'guardianships',
  'features/people/relationships': 'care_relationships',
  'features/platform/requests': 'request_hours request_log',
  'features/people/reviews': 'reviews',
  'features/platform/sandbox': 'sandbox_resets',
  'features/scheduling/holds': 'slot_holds',
  'features/scheduling/places': 'places',
  'features/scheduling/policy': 'booking_policies',
  'features/scheduling/opening': 'days opening_exceptions opening_rules schedules',
  'features/scheduling/visit-types': 'visit_types',
  'features/scheduling/waitlist': 'freed_times waitlist_entries waitlist_offers',
  'features/money/services': 'services service_prices',
  'features/platform/sign-in': 'sessions sign_in_choices',
  'features/platform/second-factors':
    'passkey_challenges passkeys recovery_codes second_factor_challenges totp_secrets',
  'features/documents/signing-certificates': 'signing_certificates',
  'features/care/stock': 'stock_lots stock_movements',
  'features/messaging/templates': 'notification_templates notification_texts',
  'features/platform/tokens': 'refresh_tokens revoked_access_tokens token_families',
  'features/care/video': 'join_links video_guests video_participants video_rooms visit_files',
  'features/platform/webhooks':
    'webhook_attempts webhook_deliveries webhook_endpoints webhook_hours webhook_minutes webhook_minutes_position webhook_notices webhook_recoveries webhook_secrets',
}

/** A folder, tables of other owners, and why it writes or reads them. */
type Exceptions = [folder: string, tables: string, why: string][]

const writes: Exceptions = [
  ['db', 'jobs', 'leases are rows of jobs'],
  [
    'features/messaging/leads',
    'campaign_enrolments message_replies messages sandbox_messages',
    'what ends with a lead',
  ],
  ['events', 'webhook_deliveries', 'an event and its deliveries are one statement'],
  ['features/platform/access-requests', 'users', 'a granted request creates the first administrator'],
  ['features/care/appointments', 'video_rooms', 'an appointment and its room are one statement'],
  ['features/platform/clients', 'client_handovers', 'a new or revoked secret invalidates the links of its client'],
  ['features/messaging/notifications', 'messages', 'sends them'],
  ['features/platform/webhooks', 'events', 'the test event of an endpoint'],
  [
    'jobs',
    'client_handovers client_secrets code_limits confirmation_codes days idempotency_keys passkey_challenges password_resets revoked_access_tokens second_factor_challenges sessions sign_in_choices sign_in_failures slot_holds token_families',
    'purges expired rows',
  ],
]
const reads: Exceptions = [
  ['db', 'signing_keys', 'whether a server has the master key of the database'],
  [
    'http',
    'documents_of_pharmacies lab_order_files lab_orders orders',
    'the patients and records that the caller of a replayed call may still see',
  ],
  ['events', 'clients webhook_endpoints', 'the audience of an event'],
  ['features/platform/access-requests', 'clients', 'shows the client of a granted request'],
  ['features/care/appointments', 'effects', 'due reminders'],
  ['features/platform/audit', 'audit_log audit_of_patients audit_position audit_seals', 'shows and verifies the log'],
  ['features/messaging/campaigns', 'contacts leads message_replies', 'recipients and opt-outs'],
  [
    'features/documents/documents',
    'doctors invoices orders prescriptions refunds signing_certificates',
    'the content of a document and of its verification page',
  ],
  ['features/platform/events', 'event_numbering events', 'shows the log of events'],
  ['features/platform/credential-links', 'clients', 'the client of a link'],
  [
    'features/messaging/notifications',
    'consents_in_force contacts leads',
    'addresses, opt-outs and consents of recipients',
  ],
  [
    'features/platform/metrics',
    'audit_log audit_position jobs messages webhook_endpoints',
    'the age of the oldest item of each queue',
  ],
  ['features/care/orders', 'prescriptions', 'the prescription of an order'],
  [
    'features/care/prescriptions',
    'appointments orders',
    'the consultation of a prescription, and pharmacies that may see it',
  ],
  [
    'features/people/merging',
    'appointments contacts patient_identities video_participants video_rooms',
    'whether two records may be merged now',
  ],
  ['db', 'appointments', 'whether the time of a professional is free'],
  ['db', 'care_relationships guardianships', 'relationships in force, for every statement'],
  ['db', 'doctors patient_identities', 'the people that documents name, read within other statements'],
  ['features/people/patients', 'contacts', 'patients with a telephone number'],
  ['features/people/guardians', 'contacts patient_identities', 'the address and the majority of a dependant'],
  ['features/people/reviews', 'appointments', 'the consultation of a review'],
  ['features/scheduling/policy', 'appointments', 'the missed visits of a patient'],
  ['features/scheduling/slots', 'appointments', 'whether a patient is new'],
  ['features/scheduling/slots', 'days doctors places schedules visit_types', 'searches what other features keep'],
  ['features/scheduling/opening', 'appointments', 'the visits that an absence meets'],
  ['features/scheduling/opening', 'places', 'the time zone of opening hours'],
  ['features/documents/signing-certificates', 'doctors', 'the licence number in a certificate'],
  ['features/platform/tokens', 'client_secrets clients', 'authenticates clients'],
  ['features/platform/webhooks', 'clients', 'the scopes that a change of its webhook needs'],
  ['features/care/video', 'appointments', 'the participants and times of a room'],
  [
    'features/care/video',
    'contacts doctors letterheads patient_identities places',
    'the page of a link, its check, and the waiting room',
  ],
]

/** Folders that may read and write every table: the sandbox seeds and resets organisations. */
const unrestricted = ['features/platform/sandbox']
/** Tables that every folder may read. */
const common = ['users', 'tenants', 'test_clock', 'merged_patients']

const tables = new Set(
  globSync('../migrations/*.sql', { cwd: src }).flatMap((file) =>
    [...readFileSync(join(src, file), 'utf8').matchAll(/^create (?:table|view) (?:if not exists )?(\w+)/gm)].map(
      ([, table]) => table!,
    ),
  ),
)
const ownerOf = new Map(
  Object.entries(owned).flatMap(([folder, names]) => names.split(' ').map((table) => [table, folder] as const)),
)

/** A use of a table: `features/care/video reads appointments`. */
type Use = { folder: string; verb: 'reads' | 'writes'; table: string }

const WRITES =
  /\b(?:(?:insertInto|updateTable|deleteFrom)\(\s*'|(?:insert into|update|delete from|merge into|truncate) (?:only )?)(\w+)/g
const READS =
  /\b(?:(?:selectFrom|\w+Join(?:Lateral)?|using)\(\s*\[?'|(?<!delete |distinct )(?:from|join|using) (?:only )?)(\w+)/g

/** The source without comments, and with single spaces. */
const sources = globSync('**/*.ts', { cwd: src })
  .filter((file) => !/\.test\.ts$|-testing\.ts$|(^|\/)testing\.ts$/.test(file))
  .map((file) => {
    const text = readFileSync(join(src, file), 'utf8')
    return { file, code: text.replace(/\/\*[\s\S]*?\*\/|(^|\s)\/\/.*$/gm, '').replace(/\s+/g, ' ') }
  })

const uses: Use[] = sources.flatMap(({ file, code }) => {
  const folder = file
    .split('/')
    .slice(0, file.startsWith('features/') ? 3 : 1)
    .join('/')
  const found = (pattern: RegExp, verb: Use['verb']): Use[] =>
    [...code.matchAll(pattern)].map(([, table]) => ({ folder, verb, table: table! }))
  return [...found(WRITES, 'writes'), ...found(READS, 'reads')].filter(({ table }) => tables.has(table))
})

const lineOf = ({ folder, verb, table }: Use) => `${folder} ${verb} ${table}`
const listed = (exceptions: Exceptions, verb: Use['verb']) =>
  exceptions.flatMap(([folder, names]) => names.split(' ').map((table) => lineOf({ folder, verb, table })))
const allowed = new Set([...listed(writes, 'writes'), ...listed(reads, 'reads')])

test('every table has an owner', () => {
  assert.deepEqual([...tables].sort(), [...ownerOf.keys()].sort())
})

test('a folder writes and reads tables of other owners only as listed', () => {
  assert.ok(uses.length > 500)
  const foreign = uses.filter(
    ({ folder, verb, table }) =>
      ownerOf.get(table) !== folder &&
      !unrestricted.includes(folder) &&
      !(verb === 'reads' && (common.includes(table) || allowed.has(lineOf({ folder, verb: 'writes', table })))),
  )
  assert.deepEqual(new Set(foreign.map(lineOf)), allowed)
})

test('statements name their tables literally', () => {
  const dynamic = sources.filter(({ code }) => /\bsql\.(table|raw)\(/.test(code))
  assert.deepEqual(
    dynamic.map(({ file }) => file),
    [],
  )
})
