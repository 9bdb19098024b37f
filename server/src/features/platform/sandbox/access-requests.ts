import { sql } from 'kysely'
import type { Db } from '../../../db/kysely.ts'
import { newId } from '../../../lib/ids.ts'
import { slugOf } from './people.ts'

/** The applicants: organisation, contact and purpose. */
const organizations = [
  ['Polyclinique Anfa', 'Ghita Benjelloun', 'Essai de la prise de rendez-vous'],
  ['Cabinet Médical Agdal', 'Dr Anas Sebti', 'Rendez-vous et ordonnances depuis notre logiciel'],
  ['Pharmacie Bab Doukkala', 'Loubna Raji', 'Recevoir les commandes de nos patients'],
] as const

/** Pending requests, and one that was answered. */
export async function seedAccessRequests(tx: Db, tenant_id: string): Promise<void> {
  for (const [at, [organization, contact_name, purpose]] of organizations.entries()) {
    const refusal = {
      reason: 'Demande déjà traitée',
      decided_by: 'usr_sandbox_admin',
      decided_at: sql<Date>`app_now()`,
    }
    await tx
      .insertInto('access_requests')
      .values({
        tenant_id,
        id: newId('acr'),
        organization,
        contact_name,
        email: `contact@${slugOf(organization)}.example`,
        purpose,
        sandbox_only: at % 2 === 0,
        ...(at === 0 && { status: 'REFUSED', ...refusal }),
      })
      .execute()
  }
}
