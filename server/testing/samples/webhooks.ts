import { localDay } from '../../src/lib/moroccan-time.ts'
import { eventually } from '../eventually.ts'
import type { Platform } from '../harness.ts'
import type { Samples, Scene } from './scene.ts'

/** Webhooks, their deliveries, and events. */
export function webhookSamples({ platform, admin, patient, appointment }: Scene): Samples {
  const webhooks: string[] = []
  const webhook = async () => {
    // The number of webhooks is limited: delete the oldest.
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
  /** A delivery whose first attempt failed, and whose next attempt is due in a minute. */
  const delivery = async () => {
    const { id } = await webhook()
    const answer = await platform.call('POST', `/api/webhooks/${id}/test`, { token: admin.token })
    const tried = `select from webhook_deliveries where endpoint_id = $1 and state = 'PENDING' and attempt = 1`
    await eventually(async () => (await platform.owner.query(tried, [id])).rowCount === 1, 'the first request')
    return { id: answer.body.delivery.id as string, webhookId: id }
  }
  const eventOf = async ({ id }: { id: string }): Promise<string> => {
    const { rows } = await platform.owner.query<{ id: string }>('select id from events where subject_id = $1', [id])
    return rows[0]!.id
  }

  return {
    listWebhooks: () => ({ caller: admin }),
    registerWebhook: () => ({ caller: admin, body: { url: 'http://localhost:9009/hook' } }),
    readWebhook: async () => ({ caller: admin, id: (await webhook()).id }),
    readWebhookStatistics: async () => ({ caller: admin, id: (await webhook()).id, query: 'hours=48' }),
    updateWebhook: async () => ({ caller: admin, id: (await webhook()).id, body: { events: ['patient.created'] } }),
    enableWebhook: async () => ({ caller: admin, id: (await webhook()).id }),
    disableWebhook: async () => ({ caller: admin, id: (await webhook()).id }),
    rotateWebhookSecret: async () => ({ caller: admin, id: (await webhook()).id, body: { graceHours: 1 } }),
    deleteWebhook: async () => ({ caller: admin, id: (await webhook()).id }),
    testWebhook: async () => ({ caller: admin, id: (await webhook()).id, body: { event: 'patient.created' } }),
    listDeliveries: async () => ({ caller: admin, id: (await webhook()).id, query: 'state=FAILED,PENDING' }),
    listAllDeliveries: async () => ({ caller: admin, query: `webhookId=${(await webhook()).id}&state=FAILED,PENDING` }),
    readDeliveryStatistics: async () => {
      const { webhookId } = await delivery()
      return { caller: admin, query: `${aroundToday(platform)}&webhookId=${webhookId}`, visibleText: '"failed":1' }
    },
    readDelivery: async () => ({ caller: admin, id: (await delivery()).id }),
    resendDelivery: async () => ({ caller: admin, id: (await delivery()).id }),
    recoverDeliveries: async () => ({
      caller: admin,
      id: (await webhook()).id,
      body: { since: new Date(platform.services.clock.nowMs() - 60_000).toISOString() },
    }),
    listRecoveries: async () => ({ caller: admin, id: (await webhook()).id }),
    listEvents: async () => {
      await appointment()
      return { caller: patient, query: 'event=appointment.created' }
    },
    readEvent: async () => ({ caller: patient, id: await eventOf(await appointment()), visibleTo: ['RECEPTIONIST'] }),
  }
}

/** A range of days, whatever the hour in Morocco. */
function aroundToday({ services }: Platform): string {
  const at = (days: number) => localDay(new Date(services.clock.nowMs() + days * 86_400_000))
  return `from=${at(-1)}&to=${at(1)}`
}
