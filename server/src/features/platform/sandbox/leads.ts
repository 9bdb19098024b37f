import type { Db } from '../../../db/kysely.ts'
import { idAt } from '../../../lib/ids.ts'
import { HOUR_MS } from './rules.ts'

type Sample = { name: string; source: string; hoursAgo: number; city: string; specialty?: string; clinic?: string }

/** Leads from a marketing site's forms over two weeks. */
const samples: Sample[] = [
  { name: 'Dr Yassine Mernissi', source: 'DEMO_FORM', hoursAgo: 2, city: 'Casablanca', specialty: 'Cardiologie' },
  { name: 'Houda Lamrani', source: 'CONTACT_FORM', hoursAgo: 5, city: 'Rabat' },
  { name: 'Dr Leïla Bensouda', source: 'DEMO_FORM', hoursAgo: 20, city: 'Fès', specialty: 'Pédiatrie' },
  { name: 'د. عبد الإله المنصوري', source: 'DEMO_FORM', hoursAgo: 27, city: 'مراكش', specialty: 'طب الأسنان' },
  {
    name: 'Polyclinique du Détroit',
    source: 'PRICING_PAGE',
    hoursAgo: 49,
    city: 'Tanger',
    clinic: 'Polyclinique du Détroit',
  },
  { name: 'Soukaina Rami', source: 'NEWSLETTER', hoursAgo: 70, city: 'Agadir' },
  { name: 'Pharmacie Al Amal', source: 'PHARMACY_FORM', hoursAgo: 96, city: 'Meknès', clinic: 'Pharmacie Al Amal' },
  { name: 'Dr Othmane Sefrioui', source: 'DEMO_FORM', hoursAgo: 120, city: 'Oujda', specialty: 'Dermatologie' },
  { name: 'Nawal Guessous', source: 'CONTACT_FORM', hoursAgo: 171, city: 'Kénitra' },
  { name: 'Dr Ibtissam Jazouli', source: 'DEMO_FORM', hoursAgo: 200, city: 'Tétouan', specialty: 'Gynécologie' },
  {
    name: 'Cabinet Atlas Dentaire',
    source: 'PRICING_PAGE',
    hoursAgo: 264,
    city: 'Béni Mellal',
    clinic: 'Cabinet Atlas Dentaire',
  },
  { name: 'Dr Tarik Hajji', source: 'DEMO_FORM', hoursAgo: 330, city: 'Laâyoune', specialty: 'Médecine générale' },
]

/** Seeds fictitious leads, whose addresses and numbers do not exist. */
export async function seedLeads(tx: Db, tenantId: string): Promise<void> {
  const now = Date.now()
  await tx
    .insertInto('leads')
    .values(
      samples.map(({ name, source, hoursAgo, ...metadata }, at) => {
        const createdAt = now - hoursAgo * HOUR_MS
        return {
          tenant_id: tenantId,
          id: idAt('lead', createdAt),
          name,
          email: at % 5 === 4 ? null : `lead-${at + 1}@prospects.example`,
          phone: at % 6 === 1 ? null : `+2125000001${String(at).padStart(2, '0')}`,
          source,
          metadata: JSON.stringify(metadata),
          created_at: new Date(createdAt),
        }
      }),
    )
    .execute()
}
