import { newId } from '../../lib/ids.ts'
import { messagesTo, newPerson, type Person } from '../../testing/factories.ts'
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

export const welcome = { delayHours: 0, templateCode: 'WELCOME' }
export const news = (headline: string, delayHours = 24) => ({
  delayHours,
  templateCode: 'NEWS',
  variables: { headline },
})

/** What tests do with campaigns, over HTTP: the administrator, where nobody else is named. */
export function marketing(platform: Platform, admin: Person) {
  const { call, owner } = platform
  const get = (path: string, by = admin): Promise<Answer> => call('GET', `/api/campaigns${path}`, { token: by.token })
  const make = (by: Person, body: object): Promise<Answer> => call('POST', '/api/campaigns', { token: by.token, body })
  return {
    get,
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
    stop: (id: string, by = admin, body: object = {}): Promise<Answer> =>
      call('POST', `/api/campaigns/enrolments/${id}/stop`, { token: by.token, body }),
    /** A patient who has consented to be written to. */
    async recipient(tenantId: string): Promise<Person> {
      const patient = await newPerson(platform, tenantId, 'PATIENT')
      await consent(platform, patient, 'MARKETING')
      return patient
    },
    /** Of a patient, or of a lead by its id. */
    async enrolmentOf(campaignId: string, who: Person | string) {
      const filter = typeof who === 'string' ? `leadId=${who}` : `patientId=${who.id}`
      return (await get(`/${campaignId}/enrolments?${filter}`)).body.enrolments[0]
    },
    /** As if everybody's last step in a campaign had been sent so long before. */
    waited: (campaignId: string, hours: number) =>
      owner.query(`update campaign_enrolments set since = since - make_interval(secs => $2) where campaign_id = $1`, [
        campaignId,
        hours * 3600,
      ]),
    /** What a person was sent of campaigns, in order: headlines, or codes where there is none. */
    async sentTo({ id }: Person): Promise<string[]> {
      const messages = await messagesTo(platform, id)
      return messages.map(({ template_code, variables }) => variables.headline ?? template_code)
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
