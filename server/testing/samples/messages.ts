import { professionals } from '../../src/actor.ts'
import type { Samples, Scene } from './scene.ts'

/** Messages, their templates, and campaigns. */
export function messageSamples({
  platform,
  world,
  admin,
  doctor,
  patient,
  pharmacist,
  appointment,
  consent,
}: Scene): Samples {
  let templates = 0
  /** A template of this organisation only. */
  const template = async () => {
    const id = `OWN_TEMPLATE_${templates++}/SMS/fr`
    const body = { text: 'Bonjour {name}', variables: { name: 'text' }, purpose: 'SERVICE' }
    await platform.call('PUT', `/api/notification-templates/${id}`, { token: admin.token, body })
    return id
  }
  const notification = () => ({
    recipientUserId: patient.id,
    templateCode: 'PRESCRIPTION_ISSUED',
    variables: { doctorName: `Dr ${world.canary}` },
  })
  const message = async () => {
    const answer = await platform.call('POST', '/api/notifications/send', { token: admin.token, body: notification() })
    return answer.body.messageId as string
  }
  /** A request for a campaign. All use one template, because the number of templates is limited. */
  const toCampaign = async () => {
    const code = 'OFFER'
    const body = { text: 'Bonjour', variables: {}, purpose: 'MARKETING' }
    await platform.call('PUT', `/api/notification-templates/${code}/SMS/fr`, { token: admin.token, body })
    return { name: 'Rentrée', steps: [{ delayHours: 0, templateCode: code }] }
  }
  const campaign = async () => {
    const answer = await platform.call('POST', '/api/campaigns', { token: admin.token, body: await toCampaign() })
    return answer.body.campaign.id as string
  }
  /** An enrolment of the patient in a new campaign. */
  const enrolment = async () => {
    const campaignId = await campaign()
    await consent('MARKETING')
    const path = `/api/campaigns/${campaignId}/enrolments`
    const answer = await platform.call('POST', path, { token: admin.token, body: { patientIds: [patient.id] } })
    return { campaignId, id: answer.body.enrolled[0].id as string }
  }

  return {
    listTemplates: async () => {
      await template()
      return { caller: pharmacist, query: 'own=true&channel=SMS,EMAIL' }
    },
    readTemplate: async () => ({ caller: doctor, id: await template(), visibleTo: professionals }),
    writeTemplate: async () => ({
      caller: admin,
      id: await template(),
      body: { text: 'Bonsoir {name}' },
      createsAbsent: true,
    }),
    deleteTemplate: async () => ({ caller: admin, id: await template() }),
    previewTemplate: async () => ({
      caller: doctor,
      id: await template(),
      body: { variables: { name: 'Amine' } },
      visibleTo: professionals,
    }),
    sendMessage: async () => {
      await appointment()
      return { caller: doctor, body: notification() }
    },
    listMessages: async () => {
      await message()
      return { caller: patient, query: `recipientUserId=${patient.id}&templateCode=PRESCRIPTION_ISSUED` }
    },
    readMessage: async () => ({ caller: patient, id: await message() }),
    listKeptMessages: async () => {
      await message()
      return { caller: patient, query: `recipientUserId=${patient.id}` }
    },
    listCampaigns: async () => {
      await campaign()
      return { caller: admin, query: 'enabled=true' }
    },
    createCampaign: async () => ({ caller: admin, body: await toCampaign() }),
    readCampaign: async () => ({ caller: admin, id: await campaign() }),
    updateCampaign: async () => ({ caller: admin, id: await campaign(), body: { name: 'Renommée', enabled: false } }),
    enrolInCampaign: async () => ({ caller: admin, id: await campaign(), body: { patientIds: [patient.id] } }),
    listEnrolments: async () => ({ caller: admin, id: (await enrolment()).campaignId, query: 'state=ACTIVE' }),
    readEnrolment: async () => ({ caller: admin, id: (await enrolment()).id }),
    stopEnrolment: async () => ({ caller: admin, id: (await enrolment()).id, body: { reason: 'OPTED_OUT' } }),
  }
}
