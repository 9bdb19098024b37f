import { messagesTo, newPerson, type Person } from '../../../../testing/factories.ts'
import type { Answer, Platform } from '../../../../testing/harness.ts'
import { newId } from '../../../lib/ids.ts'

/** Creates three templates: without variables, with variables, and with a purpose other than marketing. */
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

/** Campaign operations over HTTP, by default as the administrator. */
export function marketing(platform: Platform, admin: Person) {
  const { call, owner } = platform
  const get = (path: string, caller = admin): Promise<Answer> =>
    call('GET', `/api/campaigns${path}`, { token: caller.token })
  const make = (caller: Person, body: object): Promise<Answer> =>
    call('POST', '/api/campaigns', { token: caller.token, body })
  return {
    get,
    make,
    /** Creates a campaign. @returns its id */
    async campaign(caller: Person, steps: object[], more: object = {}): Promise<string> {
      const answer = await make(caller, { name: 'Bienvenue', steps, ...more })
      if (answer.status !== 201) throw new Error(`Not created: ${answer.text}`)
      return answer.body.campaign.id
    },
    change: (caller: Person, id: string, body: object): Promise<Answer> =>
      call('PUT', `/api/campaigns/${id}`, { token: caller.token, body }),
    enrol: (caller: Person, id: string, body: object): Promise<Answer> =>
      call('POST', `/api/campaigns/${id}/enrolments`, { token: caller.token, body }),
    stop: (id: string, caller = admin, body: object = {}): Promise<Answer> =>
      call('POST', `/api/campaigns/enrolments/${id}/stop`, { token: caller.token, body }),
    /** A patient who consented to marketing. */
    async recipient(tenantId: string): Promise<Person> {
      const patient = await newPerson(platform, tenantId, 'PATIENT')
      await consent(platform, patient, 'MARKETING')
      return patient
    },
    /** The enrolment of a patient, or of a lead by id. */
    async enrolmentOf(campaignId: string, recipient: Person | string) {
      const filter = typeof recipient === 'string' ? `leadId=${recipient}` : `patientId=${recipient.id}`
      return (await get(`/${campaignId}/enrolments?${filter}`)).body.enrolments[0]
    },
    /** Moves the last step of all enrolments into the past. */
    waited: (campaignId: string, hours: number) =>
      owner.query(`update campaign_enrolments set since = since - make_interval(secs => $2) where campaign_id = $1`, [
        campaignId,
        hours * 3600,
      ]),
    /** The campaign messages to a person, in order: headlines, otherwise template codes. */
    async sentTo({ id }: Person): Promise<string[]> {
      const messages = await messagesTo(platform, id)
      return messages.map(({ template_code, variables }) => variables.headline ?? template_code)
    },
    run: (): Promise<Answer> =>
      call('POST', '/api/cron/drip-campaigns', { headers: { 'x-cron-secret': 'sandbox-cron-secret' } }),
  }
}

/** Sets a patient's consents. */
export async function consent({ call }: Platform, patient: Person, ...consents: string[]): Promise<void> {
  const answer = await call('PUT', `/api/patients/${patient.id}/consents`, { token: patient.token, body: { consents } })
  if (answer.status !== 200) throw new Error(`Not saved: ${answer.text}`)
}

/** Inserts a lead. The API creates leads only in the sandbox's own organisation. */
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

/** The messages queued for a lead, in order. */
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
