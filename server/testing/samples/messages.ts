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
  /** A template that only this organisation has. */
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
  /** One template for all campaigns: their number is limited. */
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
      return { by: pharmacist, query: 'own=true&channel=SMS,EMAIL' }
    },
    readTemplate: async () => ({ by: doctor, id: await template(), open: professionals }),
    writeTemplate: async () => ({ by: admin, id: await template(), body: { text: 'Bonsoir {name}' }, makes: true }),
    deleteTemplate: async () => ({ by: admin, id: await template() }),
    previewTemplate: async () => ({
      by: doctor,
      id: await template(),
      body: { variables: { name: 'Amine' } },
      open: professionals,
    }),
    sendMessage: async () => {
      await appointment()
      return { by: doctor, body: notification() }
    },
    listMessages: async () => {
      await message()
      return { by: patient, query: `recipientUserId=${patient.id}&templateCode=PRESCRIPTION_ISSUED` }
    },
    readMessage: async () => ({ by: patient, id: await message() }),
    listKeptMessages: async () => {
      await message()
      return { by: patient, query: `recipientUserId=${patient.id}` }
    },
    listCampaigns: async () => {
      await campaign()
      return { by: admin, query: 'enabled=true' }
    },
    createCampaign: async () => ({ by: admin, body: await toCampaign() }),
    readCampaign: async () => ({ by: admin, id: await campaign() }),
    updateCampaign: async () => ({ by: admin, id: await campaign(), body: { name: 'Renommée', enabled: false } }),
    enrolInCampaign: async () => ({ by: admin, id: await campaign(), body: { patientIds: [patient.id] } }),
    listEnrolments: async () => ({ by: admin, id: (await enrolment()).campaignId, query: 'state=ACTIVE' }),
    readEnrolment: async () => ({ by: admin, id: (await enrolment()).id }),
    stopEnrolment: async () => ({ by: admin, id: (await enrolment()).id, body: { reason: 'OPTED_OUT' } }),
  }
}
