import { newId } from '../../lib/ids.ts'
import type { Person } from '../../testing/factories.ts'
import { newPerson } from '../../testing/factories.ts'
import type { Answer, Platform } from '../../testing/harness.ts'

/** Has an organisation write templates of its own: one without variables, one with, and one that is for something else. */
export async function writeTemplates({ call }: Platform, { token }: Person): Promise<void> {
  for (const [code, body] of [
    ['WELCOME', { purpose: 'MARKETING', variables: {}, text: 'Bienvenue !' }],
    ['NEWS', { purpose: 'MARKETING', variables: { headline: 'text' }, text: '{headline}' }],
    ['OPENING_HOURS', { purpose: 'SERVICE', variables: {}, text: '9 h à 18 h' }],
  ] as const) {
    const path = `/api/notification-templates/${code}/EMAIL/fr`
    const answer = await call('PUT', path, { token, body: { subject: 'Bonjour {recipientName}', ...body } })
    if (answer.status !== 200) throw new Error(`Not written: ${answer.text}`)
  }
}

/** What tests do with campaigns, over HTTP. */
export function marketing(platform: Platform) {
  const { call } = platform
  const make = (by: Person, body: object): Promise<Answer> => call('POST', '/api/campaigns', { token: by.token, body })
  return {
    make,
    /** Makes a campaign, and gives its id. */
    async campaign(by: Person, steps: object[], more: object = {}): Promise<string> {
      const answer = await make(by, { name: 'Bienvenue', steps, ...more })
      if (answer.status !== 201) throw new Error(`Not made: ${answer.text}`)
      return answer.body.campaign.id
    },
    change: (by: Person, id: string, body: object): Promise<Answer> =>
      call('PUT', `/api/campaigns/${id}`, { token: by.token, body }),
    enrol: (by: Person, id: string, body: object): Promise<Answer> =>
      call('POST', `/api/campaigns/${id}/enrolments`, { token: by.token, body }),
    /** A patient who has consented to be written to. */
    async recipient(tenantId: string): Promise<Person> {
      const patient = await newPerson(platform, tenantId, 'PATIENT')
      await consent(platform, patient, 'MARKETING')
      return patient
    },
    run: (): Promise<Answer> =>
      call('POST', '/api/cron/drip-campaigns', { headers: { 'x-cron-secret': 'sandbox-cron-secret' } }),
  }
}

/** Makes this all that a patient consents to. */
export async function consent({ call }: Platform, patient: Person, ...consents: string[]): Promise<void> {
  const answer = await call('PUT', `/api/patients/${patient.id}/consents`, { token: patient.token, body: { consents } })
  if (answer.status !== 200) throw new Error(`Not said: ${answer.text}`)
}

/** A lead of an organisation, which only the sandbox's own gets through a form. */
export async function newLead({ owner }: Platform, tenantId: string, more: object = {}): Promise<string> {
  const lead = { email: `${newId('lead')}@test.example`, phone: null, metadata: {}, ...more }
  const id = newId('lead')
  await owner.query(
    `insert into leads (tenant_id, id, name, email, phone, source, metadata)
     values ($1, $2, 'Nadia Tazi', $3, $4, 'DEMO_FORM', $5)`,
    [tenantId, id, lead.email, lead.phone, lead.metadata],
  )
  return id
}

/** What was queued for a lead, in order. */
export async function messagesToLead({ owner }: Platform, leadId: string) {
  const { rows } = await owner.query(
    `select template_code, to_name, to_email, to_phone, to_language, about, wanted_channel
     from messages
     where lead_id = $1
     order by id`,
    [leadId],
  )
  return rows
}
