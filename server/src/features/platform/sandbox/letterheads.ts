import { type Insertable, sql } from 'kysely'
import type { Db } from '../../../db/kysely.ts'
import type { Schema } from '../../../db/schema.ts'
import { daysBeforeToday, type SeededTenant } from './care.ts'
import { atlasLogo, rifLogo } from './logos.ts'

type Letterhead = Omit<Insertable<Schema['letterheads']>, 'tenant_id' | 'updated_by' | 'updated_at' | 'identifiers'>

/** Invalid identifiers; the telephone numbers are unassigned (`seed.ts`). */
const identifiers = (last: number) => [
  { label: 'ICE', value: `00000000000000${last}` },
  { label: 'IF', value: `0000000${last}` },
  { label: 'INPE', value: `00000000${last}` },
]

const letterheads: Record<string, Letterhead> = {
  ten_sandbox: {
    name: 'Clinique Atlas',
    name_ar: 'مصحة الأطلس',
    address: '12, boulevard de l’Exemple\n20000 Casablanca',
    address_ar: '12 شارع المثال\n20000 الدار البيضاء',
    city: 'Casablanca',
    city_ar: 'الدار البيضاء',
    phone: '+212500000900',
    email: 'contact@clinique-atlas.example',
    color: '#0b6b63',
    logo_svg: atlasLogo,
  },
  ten_sandbox_b: {
    name: 'Cabinet Rif',
    name_ar: 'عيادة الريف',
    address: '3, rue de l’Exemple\n93000 Tétouan',
    address_ar: '3 زنقة المثال\n93000 تطوان',
    city: 'Tétouan',
    city_ar: 'تطوان',
    phone: '+212500000901',
    email: 'contact@cabinet-rif.example',
    color: '#1d4e89',
    logo_svg: rifLogo,
  },
}

/** A tenant's letterhead. */
export async function seedLetterhead(tx: Db, { tenantId, adminId }: SeededTenant): Promise<void> {
  await tx
    .insertInto('letterheads')
    .values({
      ...letterheads[tenantId]!, // every seeded tenant has one
      tenant_id: tenantId,
      identifiers: sql<
        Schema['letterheads']['identifiers']
      >`${JSON.stringify(identifiers(Object.keys(letterheads).indexOf(tenantId) + 1))}::jsonb`,
      updated_by: adminId,
      updated_at: new Date(daysBeforeToday(300)),
    })
    .execute()
}
