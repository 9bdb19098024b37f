import type { Appointments } from './schema/appointments.ts'
import type { Audit } from './schema/audit.ts'
import type { Campaigns } from './schema/campaigns.ts'
import type { Care } from './schema/care.ts'
import type { Documents } from './schema/documents.ts'
import type { Messages } from './schema/messages.ts'
import type { Money } from './schema/money.ts'
import type { People } from './schema/people.ts'
import type { Platform } from './schema/platform.ts'
import type { Scheduling } from './schema/scheduling.ts'
import type { Stock } from './schema/stock.ts'
import type { Tenants } from './schema/tenants.ts'
import type { Webhooks } from './schema/webhooks.ts'

/** The tables' types for Kysely. `migrations/` is authoritative, and a test compares the two. */
export type Schema = Tenants &
  People &
  Appointments &
  Care &
  Money &
  Stock &
  Scheduling &
  Messages &
  Campaigns &
  Documents &
  Webhooks &
  Audit &
  Platform
