import type { Insertable } from 'kysely'
import type { Db } from '../../../db/kysely.ts'
import type { Schema } from '../../../db/schema.ts'
import { channels, type Language } from '../../../lib/channels.ts'
import { idAt } from '../../../lib/ids.ts'
import { daysBeforeToday, type SeededTenant } from './care.ts'
import { HOUR_MS } from './rules.ts'

type Words = Record<Language, { subject: string; text: string }>

/** The organisation's marketing templates, short enough for an SMS. */
const templates: { code: string; variables: Record<string, 'text'>; words: Words }[] = [
  {
    code: 'WELCOME',
    variables: {},
    words: {
      fr: {
        subject: 'Bienvenue, {recipientName}',
        text: 'Bonjour {recipientName}, merci de votre confiance. Vos rendez-vous se prennent en ligne, jour et nuit.',
      },
      ar: {
        subject: 'مرحبا {recipientName}',
        text: 'مرحبا {recipientName}، شكرا على ثقتكم. يمكنكم حجز مواعيدكم عبر الإنترنت في أي وقت.',
      },
      en: {
        subject: 'Welcome, {recipientName}',
        text: 'Hello {recipientName}, thank you for your trust. You can book online, day and night.',
      },
    },
  },
  {
    code: 'CHECKUP_INVITATION',
    variables: { checkup: 'text' },
    words: {
      fr: {
        subject: '{checkup} : prenez rendez-vous',
        text: 'Bonjour {recipientName}, le moment est venu pour : {checkup}. Prenez rendez-vous en ligne.',
      },
      ar: {
        subject: '{checkup}: احجزوا موعدكم',
        text: 'مرحبا {recipientName}، حان الوقت من أجل: {checkup}. احجزوا موعدكم عبر الإنترنت.',
      },
      en: {
        subject: '{checkup}: book a visit',
        text: 'Hello {recipientName}, it is time for: {checkup}. Book a visit online.',
      },
    },
  },
]

const invitation = (number: number, days: number, checkup: string) => ({
  number,
  delayHours: 24 * days,
  templateCode: 'CHECKUP_INVITATION',
  channel: null,
  variables: { checkup },
})
const steps = [
  { number: 1, delayHours: 0, templateCode: 'WELCOME', channel: null, variables: {} },
  invitation(2, 10, 'bilan annuel'),
  invitation(3, 60, 'contrôle dentaire'),
]

/** Seeds two campaigns. The running one has recipients who wait for its second message, have completed it, or have left it. */
export async function seedCampaigns(tx: Db, tenant: SeededTenant): Promise<void> {
  await seedTemplates(tx, tenant.tenantId)
  const madeAt = daysBeforeToday(100)
  const campaignId = idAt('cmp', madeAt)
  const made = { tenant_id: tenant.tenantId, created_at: new Date(madeAt), updated_at: new Date(madeAt) }
  await tx
    .insertInto('campaigns')
    .values([
      { ...made, id: campaignId, name: 'Bienvenue', steps: JSON.stringify(steps), steps_made: steps.length },
      {
        ...made,
        id: idAt('cmp', madeAt + HOUR_MS),
        name: 'Vaccination de la rentrée',
        steps: JSON.stringify([invitation(1, 0, 'vaccin contre la grippe')]),
        steps_made: 1,
        disabled_at: new Date(madeAt),
      },
    ])
    .execute()
  await tx
    .insertInto('campaign_enrolments')
    .values(await enrolmentsIn(tx, tenant, campaignId))
    .execute()
}

async function seedTemplates(tx: Db, tenantId: string): Promise<void> {
  const rows = templates.flatMap(({ code, words }) =>
    channels.flatMap((channel) =>
      Object.entries(words).map(([language, { subject, text }]) => ({
        tenant_id: tenantId,
        code,
        channel,
        language: language as Language, // the keys are languages
        own_code: code,
        subject: channel === 'EMAIL' ? subject : '',
        text,
      })),
    ),
  )
  await tx
    .insertInto('notification_templates')
    .values(
      templates.map(({ code, variables }) => ({
        tenant_id: tenantId,
        code,
        purpose: 'MARKETING' as const,
        variables: JSON.stringify(variables),
      })),
    )
    .execute()
  await tx.insertInto('notification_texts').values(rows).execute()
}

type Enrolment = Insertable<Schema['campaign_enrolments']>

/** The progress of recipients, in turn: most got the first message a few days ago. */
const progress: ((at: Date) => Partial<Enrolment>)[] = [
  () => ({}),
  () => ({}),
  (at) => ({ state: 'COMPLETED', last_step: 3, steps_sent: 3, ended_at: at }),
  () => ({}),
  (at) => ({ state: 'STOPPED', stop_reason: 'REPLIED', ended_at: at }),
]

/** Enrols consenting patients, except the fixed one, and leads. No message is due within the next days. */
async function enrolmentsIn(
  tx: Db,
  { tenantId, patientId, adminId }: SeededTenant,
  campaignId: string,
): Promise<Enrolment[]> {
  const patients = await tx
    .selectFrom('consents_in_force')
    .where('tenant_id', '=', tenantId)
    .where('name', '=', 'MARKETING')
    .where('patient_id', '<>', patientId)
    .select('patient_id')
    .orderBy('patient_id')
    .limit(10)
    .execute()
  const leads = await tx
    .selectFrom('leads')
    .where('tenant_id', '=', tenantId)
    .where('email', 'is not', null)
    .select('id as lead_id')
    .orderBy('id')
    .limit(4)
    .execute()
  return [...patients, ...leads].map((who, at) => {
    const enrolledAt = daysBeforeToday(1 + (at % 5)) + 9 * HOUR_MS
    const sentAt = new Date(enrolledAt + HOUR_MS / 2)
    return {
      ...who,
      tenant_id: tenantId,
      id: idAt('enr', enrolledAt),
      campaign_id: campaignId,
      last_step: 1,
      steps_sent: 1,
      since: sentAt,
      consent_source: 'lead_id' in who ? 'Fiche signée au salon de Casablanca' : null,
      enrolled_by: adminId,
      enrolled_at: new Date(enrolledAt),
      last_sent_at: sentAt,
      ...progress[at % progress.length]!(sentAt),
    }
  })
}
