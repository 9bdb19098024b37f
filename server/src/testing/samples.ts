import { professionals, type Role, roles } from '../actor.ts'
import { cashier } from '../features/invoices/invoices-testing.ts'
import { newId } from '../lib/ids.ts'
import { eventually } from './eventually.ts'
import { book, booking, newPerson, type Person } from './factories.ts'
import type { Platform } from './harness.ts'
import {
  consulted,
  enterResults,
  labResults,
  offer,
  orderTests,
  placeOrder,
  prescribe,
  propose,
  receiveLot,
  recordCondition,
  review,
  prescription as toPrescribe,
  toReceive,
} from './practice.ts'
import type { World } from './world.ts'

/** A request of an operation that its caller may make, about something made for it. */
export type Sample = {
  /** What the path names. */
  id?: string
  query?: string
  body?: object
  /** Who may make it; public operations take nobody. */
  by?: Pick<Person, 'id' | 'tenantId' | 'clientId' | 'token'>
  /** Roles of the tenant to whom the path's object is no secret, though they have nothing to do with it. */
  open?: readonly Role[]
  /** Where nothing has the path's name yet, the call makes it, in the caller's own tenant. */
  makes?: boolean
}

/** How to make a sample of each operation, anew each time. An operation without one fails the run. */
export async function samplesOf(
  platform: Platform,
  world: World,
): Promise<Record<string, () => Promise<Sample> | Sample>> {
  const { ADMIN: admin, DOCTOR: doctor, PATIENT: patient, PHARMACIST: pharmacist } = world.involved
  // Each slot is the doctor's own, so that samples never overlap.
  let hours = 24
  const appointment = () => book(platform, admin, doctor, patient, hours++, `Notes: ${world.canary}`)
  const webhooks: string[] = []
  const webhook = async () => {
    // An organisation has so many and no more: the oldest has served.
    if (webhooks.length >= 30)
      await platform.call('DELETE', `/api/webhooks/${webhooks.shift()}`, { token: admin.token })
    const answer = await platform.call('POST', '/api/webhooks', {
      token: admin.token,
      body: { url: 'http://localhost:9009/hook', events: ['review.created'] },
    })
    const made: { id: string } = answer.body.webhook
    webhooks.push(made.id)
    return made
  }
  const prescription = async () =>
    prescribe(platform, doctor, patient, (await appointment()).id, { instructions: `Instructions: ${world.canary}` })
  const { invoice, pay } = cashier(platform)
  const paidInvoice = async () => {
    const id = await invoice(doctor, patient)
    await pay(patient, id, { method: 'CARD', amountMAD: 20_000 })
    return id
  }
  const order = async () => placeOrder(platform, patient, (await prescription()).id, pharmacist)
  const labOrder = () => orderTests(platform, doctor, patient, { tests: [`Test: ${world.canary}`] })
  const releasedLabOrder = async () => {
    const { id } = await labOrder()
    await enterResults(platform, doctor, id, [{ param: `Param: ${world.canary}`, value: 1 }])
    await platform.call('PUT', `/api/lab-orders/${id}`, { token: doctor.token, body: { status: 'RELEASED' } })
    return id
  }
  // Requests for access are answered by administrators of the tenant that visitors join.
  const operator: Pick<Person, 'id' | 'tenantId' | 'clientId' | 'token'> = {
    id: 'usr_sandbox_admin',
    tenantId: 'ten_sandbox',
    clientId: 'sandbox-admin',
    token: await platform.tokenOf('sandbox-admin'),
  }
  const reviewed = async () => {
    const id = await consulted(platform, doctor, patient)
    await review(platform, patient, id, 4, `Comment: ${world.canary}`)
    return id
  }
  const followUp = () => propose(platform, doctor, patient, { reason: `Reason: ${world.canary}` })
  const consent = (...consents: string[]) =>
    platform.call('PUT', `/api/patients/${patient.id}/consents`, { token: patient.token, body: { consents } })
  let templates = 0
  /** A text of a code that the organisation has made, and nobody else has. */
  const template = async () => {
    const id = `OWN_TEMPLATE_${templates++}/SMS/fr`
    const body = { text: 'Bonjour {name}', variables: { name: 'text' }, purpose: 'SERVICE' }
    await platform.call('PUT', `/api/notification-templates/${id}`, { token: admin.token, body })
    return id
  }
  const condition = async () => {
    await appointment() // with whom a doctor has none is nobody's business of theirs
    return recordCondition(platform, doctor, patient, { name: `Condition: ${world.canary}` })
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
  const toCampaign = async () => {
    const code = `OFFER_${templates++}`
    const body = { text: 'Bonjour', variables: {}, purpose: 'MARKETING' }
    await platform.call('PUT', `/api/notification-templates/${code}/SMS/fr`, { token: admin.token, body })
    return { name: 'Rentrée', steps: [{ delayHours: 0, templateCode: code }] }
  }
  const campaign = async () => {
    const answer = await platform.call('POST', '/api/campaigns', { token: admin.token, body: await toCampaign() })
    return answer.body.campaign.id as string
  }
  /** Of the patient in a campaign of their own. */
  const enrolment = async () => {
    const campaignId = await campaign()
    await consent('MARKETING')
    const path = `/api/campaigns/${campaignId}/enrolments`
    const answer = await platform.call('POST', path, { token: admin.token, body: { patientIds: [patient.id] } })
    return { campaignId, id: answer.body.enrolled[0].id as string }
  }
  const client = () => newPerson(platform, world.tenantId, 'DOCTOR')
  const lot = () => receiveLot(platform, pharmacist)
  const service = () => offer(platform, admin)
  const priceToCome = { priceMAD: 35_000, from: '2090-01-01T00:00:00Z' }
  /** A delivery whose first request found nobody, so that it waits for a minute. */
  const delivery = async () => {
    const { id } = await webhook()
    const answer = await platform.call('POST', `/api/webhooks/${id}/test`, { token: admin.token })
    const tried = `select from webhook_deliveries where endpoint_id = $1 and state = 'PENDING' and attempt = 1`
    await eventually(async () => (await platform.owner.query(tried, [id])).rowCount === 1, 'the first request')
    return answer.body.delivery as { id: string }
  }
  const eventOf = async ({ id }: { id: string }): Promise<string> => {
    const { rows } = await platform.owner.query<{ id: string }>('select id from events where subject_id = $1', [id])
    return rows[0]!.id
  }
  const application = () => {
    const organization = `Cabinet ${newId('acr')}`
    return {
      organization,
      contactName: 'N. Tahiri',
      email: `${organization.slice(-20)}@test.example`,
      purpose: 'To try it.',
    }
  }
  const accessRequest = async () => {
    const answer = await platform.call('POST', '/api/access-requests', { body: application() })
    return answer.body.requestId as string
  }
  return {
    readMe: () => ({ by: patient }),
    register: () => ({
      body: { email: `${newId('usr')}@test.example`, password: 'a pass phrase', name: 'Someone', role: 'PATIENT' },
    }),
    listUsers: () => ({ by: doctor }),
    readUser: () => ({ by: admin, id: patient.id }),
    verifyUser: async () => ({ by: admin, id: (await newPerson(platform, world.tenantId, 'DOCTOR')).id }),
    updateUser: async () => ({
      by: admin,
      id: (await newPerson(platform, world.tenantId, 'PATIENT')).id,
      body: { name: 'Someone else' },
    }),

    readContact: () => ({ by: patient, id: patient.id }),
    updateContact: () => ({ by: patient, id: patient.id, body: { phone: '06 12 34 56 78', optOuts: ['SMS'] } }),

    listPublicDoctors: () => ({ query: 'city=Casablanca' }),
    listDoctors: () => ({ by: doctor }),
    readDoctor: () => ({ by: admin, id: doctor.id, open: ['DOCTOR', 'DENTIST', 'PHARMACIST'] }),
    updateDoctor: async () => ({
      by: admin,
      id: (await newPerson(platform, world.tenantId, 'DOCTOR')).id,
      body: { specialty: 'Cardiologie', city: 'Fès' },
    }),
    submitLead: () => ({ body: { name: 'Amine', email: 'amine@test.example', source: 'DEMO_FORM' } }),
    listLeads: () => ({ by: admin }),

    requestAccess: () => ({ body: application() }),
    listAccessRequests: () => ({ by: operator }),
    readAccessRequest: async () => ({ by: operator, id: await accessRequest() }),
    grantAccessRequest: async () => ({
      by: operator,
      id: await accessRequest(),
      body: { plan: 'PRO', scopes: ['users:read'] },
    }),
    refuseAccessRequest: async () => ({ by: operator, id: await accessRequest(), body: {} }),
    handOverAccess: async () => {
      const id = await accessRequest()
      const body = { plan: 'PRO', scopes: ['users:read'] }
      await platform.call('POST', `/api/access-requests/${id}/grant`, { token: operator.token, body })
      return { by: operator, id, body: {} }
    },

    listClients: () => ({ by: admin }),
    createClient: () => ({ by: admin, body: { name: 'Booking', actsAs: doctor.id, scopes: ['users:read'] } }),
    readClient: () => ({ by: admin, id: doctor.clientId }),
    updateClient: async () => ({ by: admin, id: (await client()).clientId, body: { name: 'Booking' } }),
    rotateClientSecret: async () => ({ by: admin, id: (await client()).clientId, body: {} }),
    handOverClient: async () => ({ by: admin, id: (await client()).clientId, body: {} }),

    listAppointments: async () => {
      await appointment()
      return { by: patient, query: `status=SCHEDULED&patientId=${patient.id}` }
    },
    bookAppointment: () => ({ by: doctor, body: booking(platform, doctor, patient, hours++) }),
    readAppointment: async () => ({ by: doctor, id: (await appointment()).id }),
    updateAppointment: async () => ({ by: patient, id: (await appointment()).id, body: { status: 'CANCELLED' } }),
    deleteAppointment: async () => ({ by: admin, id: (await appointment()).id }),

    listAudit: () => ({ by: admin, query: `patientId=${patient.id}` }),

    listPrescriptions: async () => {
      await prescription()
      return { by: patient, query: `status=ISSUED&patientId=${patient.id}` }
    },
    issuePrescription: async () => ({ by: doctor, body: toPrescribe(patient, (await appointment()).id) }),
    readPrescription: async () => ({ by: patient, id: (await prescription()).id }),
    cancelPrescription: async () => ({ by: doctor, id: (await prescription()).id, body: { reason: 'Allergie' } }),
    signPrescription: async () => ({ by: doctor, id: (await prescription()).id }),
    readPrescriptionSignature: async () => ({ by: patient, id: (await prescription()).id }),
    replaceSigningKey: () => ({ by: doctor }),

    listOrders: async () => {
      await order()
      return { by: pharmacist, query: `status=PENDING&patientId=${patient.id}` }
    },
    placeOrder: async () => ({
      by: patient,
      body: { prescriptionId: (await prescription()).id, pharmacyId: pharmacist.id },
    }),
    readOrder: async () => ({ by: pharmacist, id: (await order()).id }),
    updateOrder: async () => ({ by: pharmacist, id: (await order()).id, body: { status: 'PREPARING' } }),

    listLabOrders: async () => {
      await labOrder()
      return { by: patient, query: `status=ORDERED&patientId=${patient.id}` }
    },
    submitLabOrder: async () => ({
      by: doctor,
      body: { patientId: patient.id, appointmentId: (await appointment()).id, tests: ['NFS'] },
    }),
    readLabOrder: async () => ({ by: patient, id: (await labOrder()).id }),
    updateLabOrder: async () => ({ by: doctor, id: (await labOrder()).id, body: { status: 'COLLECTED' } }),
    enterLabResults: async () => ({ by: doctor, id: (await labOrder()).id, body: { results: labResults } }),
    readLabResult: async () => ({ by: patient, id: await releasedLabOrder() }),
    listInvoices: async () => {
      await paidInvoice()
      return { by: patient, query: `status=PARTIALLY_PAID&patientId=${patient.id}` }
    },
    createInvoice: async () => ({
      by: doctor,
      body: { patientId: patient.id, appointmentId: (await appointment()).id, amountMAD: 40_000 },
    }),
    readInvoice: async () => ({ by: patient, id: await paidInvoice() }),
    cancelInvoice: async () => ({ by: doctor, id: await invoice(doctor, patient), body: { reason: 'Erreur' } }),
    takePayment: async () => ({
      by: patient,
      id: await invoice(doctor, patient),
      body: { method: 'CARD', amountMAD: 20_000, cardToken: 'tok_visa' },
    }),
    refundInvoice: async () => ({ by: doctor, id: await paidInvoice(), body: { amountMAD: 10_000 } }),

    listReviews: async () => {
      await reviewed()
      return { by: doctor, query: `patientId=${patient.id}` }
    },
    reviewAppointment: async () => ({
      by: patient,
      id: await consulted(platform, doctor, patient),
      body: { rating: 5, comment: `Comment: ${world.canary}` },
    }),
    readReview: async () => ({ by: doctor, id: await reviewed() }),

    listFollowUps: async () => {
      await followUp()
      return { by: patient, query: `status=PROPOSED&doctorId=${doctor.id}` }
    },
    proposeFollowUp: () => ({ by: doctor, body: { doctorId: doctor.id, patientId: patient.id } }),
    readFollowUp: async () => ({ by: doctor, id: await followUp() }),
    acceptFollowUp: async () => ({ by: patient, id: await followUp(), body: {} }),
    declineFollowUp: async () => ({ by: patient, id: await followUp() }),
    cancelFollowUp: async () => ({ by: doctor, id: await followUp() }),

    listPatients: async () => {
      await consent('MARKETING')
      return { by: patient, query: 'consent=MARKETING' }
    },
    readPatient: () => ({ by: admin, id: patient.id }),
    readConsents: () => ({ by: patient, id: patient.id }),
    updateConsents: () => ({ by: patient, id: patient.id, body: { consents: ['RECORDING'] } }),
    listConsentHistory: async () => {
      await consent('DATA_SHARING')
      return { by: patient, id: patient.id }
    },

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
    listConditions: async () => {
      await condition()
      return { by: patient, id: patient.id, query: 'status=ACTIVE' }
    },
    recordCondition: () => ({ by: admin, id: patient.id, body: { name: 'Asthme', longTerm: true } }),
    updateCondition: async () => ({ by: doctor, id: await condition(), body: { status: 'RESOLVED' } }),
    deleteCondition: async () => ({ by: doctor, id: await condition() }),
    listLots: async () => {
      await lot()
      return { by: pharmacist, query: 'medication=amoxicilline&expiringWithinDays=400' }
    },
    receiveLot: () => ({ by: pharmacist, body: toReceive() }),
    readLot: async () => ({ by: pharmacist, id: await lot() }),
    updateLot: async () => ({ by: pharmacist, id: await lot(), body: { quantity: 39, note: 'Inventaire' } }),
    moveStock: async () => ({ by: pharmacist, id: await lot(), body: { delta: -2, reason: 'SOLD' } }),
    listMovements: async () => ({ by: pharmacist, id: await lot() }),

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

    listServices: async () => {
      await service()
      return { by: patient, query: 'active=true' }
    },
    createService: () => ({ by: admin, body: { name: 'Consultation', priceMAD: 30_000 } }),
    readService: async () => ({ by: patient, id: await service(), open: roles }),
    updateService: async () => ({ by: admin, id: await service(), body: { priceMAD: 35_000 } }),
    listPrices: async () => ({ by: patient, id: await service(), open: roles }),
    schedulePrice: async () => ({ by: admin, id: await service(), body: priceToCome }),
    withdrawPrice: async () => {
      const answer = await platform.call('POST', `/api/services/${await service()}/prices`, {
        token: admin.token,
        body: priceToCome,
      })
      return { by: admin, id: answer.body.price.id }
    },
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

    issueVideoToken: async () => ({
      by: patient,
      body: { appointmentId: (await appointment()).id, identity: patient.id },
    }),

    listWebhooks: () => ({ by: admin }),
    registerWebhook: () => ({ by: admin, body: { url: 'http://localhost:9009/hook' } }),
    readWebhook: async () => ({ by: admin, id: (await webhook()).id }),
    readWebhookStatistics: async () => ({ by: admin, id: (await webhook()).id, query: 'hours=48' }),
    updateWebhook: async () => ({ by: admin, id: (await webhook()).id, body: { events: ['patient.created'] } }),
    enableWebhook: async () => ({ by: admin, id: (await webhook()).id }),
    disableWebhook: async () => ({ by: admin, id: (await webhook()).id }),
    rotateWebhookSecret: async () => ({ by: admin, id: (await webhook()).id, body: { graceHours: 1 } }),
    deleteWebhook: async () => ({ by: admin, id: (await webhook()).id }),
    testWebhook: async () => ({ by: admin, id: (await webhook()).id, body: { event: 'patient.created' } }),
    listDeliveries: async () => ({ by: admin, id: (await webhook()).id, query: 'state=FAILED,PENDING' }),
    readDelivery: async () => ({ by: admin, id: (await delivery()).id }),
    resendDelivery: async () => ({ by: admin, id: (await delivery()).id }),
    recoverDeliveries: async () => ({
      by: admin,
      id: (await webhook()).id,
      body: { since: new Date(platform.services.clock.nowMs() - 60_000).toISOString() },
    }),
    listRecoveries: async () => ({ by: admin, id: (await webhook()).id }),

    listEvents: async () => {
      await appointment()
      return { by: patient, query: 'event=appointment.created' }
    },
    readEvent: async () => ({ by: patient, id: await eventOf(await appointment()) }),

    resetSandbox: () => ({ by: patient }),
    readClock: () => ({ by: patient }),
    moveClock: () => ({ by: admin, body: { advanceSec: 1 } }),
  }
}
