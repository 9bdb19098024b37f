import { callerRoles } from '../../src/actor.ts'
import { selfSigned } from '../../src/pdf/self-signed.ts'
import { ids, listSample, type Stage, type Variant, type Variants } from './cases.ts'
import { operations } from './matrix.ts'
import { relationsOf } from './table.ts'

/** Variants for webhooks, events, certificates and requests for access. */
export async function platformVariants({ platform, world, samples, samplesWith, guardian }: Stage): Promise<Variants> {
  const { involved } = world
  const { ADMIN: admin, DOCTOR: doctor, LABORATORY: laboratory, PATIENT: patient, PHARMACIST: pharmacist } = involved
  const uploadedCertificate = (holder: 'SELF' | 'ORGANISATION') => ({
    ...selfSigned(
      { name: 'Dr Salma Bennani', organisation: 'Cabinet', licenceNumber: null },
      platform.services.clock.now(),
    ),
    for: holder,
  })
  const sharedCertificate = async (): Promise<string> => {
    const body = uploadedCertificate('ORGANISATION')
    const answer = await platform.call('POST', '/api/signing-certificates', { token: admin.token, body })
    if (answer.status !== 201) throw new Error(`Not created: ${answer.text}`)
    return answer.body.signingCertificate.id
  }
  const own: Variant = { related: { shared: [] } }
  const shared = (sample: NonNullable<Variant['sample']>): Variant => ({
    suffix: 'of the organisation',
    related: { own: [], author: [] },
    sample,
  })
  const certificateId = async () => (await samples.readSigningCertificate!()).id!

  const testEvent = async (): Promise<string> => {
    await endWebhooks()
    const { token } = pharmacist
    const { id } = await samplesByOwner.get('PHARMACIST')!.readWebhook!()
    const answer = await platform.call('POST', `/api/webhooks/${id}/test`, { token })
    return answer.body.delivery.eventId
  }
  const toPharmacy = (sample: NonNullable<Variant['sample']>): Variant => ({
    suffix: 'of a pharmacy',
    related: { audience: ids(pharmacist), addressed: [], desk: [] },
    sample,
  })

  /** The guardian sees the patient's events. */
  const audience = ids(patient, guardian, doctor)
  const atDesk: Variant = { related: { audience, addressed: [] } }
  const atLaboratory: Variant = {
    suffix: 'of a laboratory',
    extraRules: ['events.readClinical'],
    related: { audience, addressed: ids(laboratory), desk: [] },
  }
  const labEvent = async (): Promise<string> => {
    const { rows } = await platform.owner.query<{ id: string }>('select id from events where subject_id = $1', [
      (await samples.readLabOrder!()).id,
    ])
    return rows[0]!.id
  }

  /** The samples of webhooks, with the client of each role as the owner. */
  const owners = callerRoles.filter((role) => relationsOf('webhooks.manage', role).includes('client'))
  const samplesByOwner = new Map(
    await Promise.all(owners.map(async (role) => [role, await samplesWith({ ADMIN: involved[role] })] as const)),
  )
  const forEachOwner = (name: string, point: string | undefined): Variant[] =>
    [...samplesByOwner].map(([role, ownerSamples]) => ({
      suffix: `of the client of a ${role}`,
      related: { client: ids(involved[role]) },
      sample: async () => {
        await endWebhooks()
        return point ? listSample((await ownerSamples[point]!()).id!) : ownerSamples[name]!()
      },
    }))
  /** Deletes webhooks, whose number is limited, except the newest one and the oldest of each client. */
  const endWebhooks = () =>
    platform.owner.query(
      `update webhook_endpoints e
       set deleted_at = now()
       where tenant_id = $1
         and deleted_at is null
         and id not in (
           select id from webhook_endpoints where tenant_id = $1 and deleted_at is null order by id desc limit 25
         )
         and exists (
           select
           from webhook_endpoints o
           where o.tenant_id = e.tenant_id and o.client_id = e.client_id and o.deleted_at is null and o.id < e.id
         )`,
      [world.tenantId],
    )
  const listed: Record<string, string> = { listWebhooks: 'readWebhook', listAllDeliveries: 'readDelivery' }
  const webhooks = operations.filter(({ path }) => path.startsWith('/api/webhooks'))

  return {
    ...Object.fromEntries(webhooks.map(({ name }) => [name, forEachOwner(name, listed[name])])),
    listRequests: [{ related: { client: 'everyone' } }],
    readUsage: [{ related: { client: 'everyone' } }],
    registerWebhook: [
      {
        related: { client: 'everyone' },
        sample: async () => {
          await endWebhooks()
          return samples.registerWebhook!()
        },
      },
    ],
    listEvents: [
      { ...atDesk, sample: async () => listSample((await samples.readEvent!()).id!) },
      { ...atLaboratory, sample: async () => listSample(await labEvent()) },
    ],
    readEvent: [
      atDesk,
      { ...atLaboratory, sample: async () => ({ id: await labEvent() }) },
      toPharmacy(async () => ({ id: await testEvent() })),
    ],
    listSigningCertificates: [
      {
        ...own,
        related: { own: ids(involved.DOCTOR), shared: [] },
        sample: async () => listSample(await certificateId()),
      },
      shared(async () => listSample(await sharedCertificate())),
    ],
    readSigningCertificate: [
      { related: { own: ids(involved.DOCTOR), shared: [] } },
      shared(async () => ({ id: await sharedCertificate() })),
    ],
    retireSigningCertificate: [
      { related: { own: ids(involved.DOCTOR), shared: [] } },
      shared(async () => ({ id: await sharedCertificate() })),
    ],
    replaceSigningCertificate: [
      {
        extraRules: ['signingCertificates.replaceOwn'],
        related: { own: 'everyone' },
        sample: () => ({ body: uploadedCertificate('SELF') }),
      },
      {
        suffix: 'of the organisation',
        extraRules: ['signingCertificates.replaceShared'],
        sample: () => ({ body: uploadedCertificate('ORGANISATION') }),
      },
    ],
    ...Object.fromEntries(
      operations
        .filter(({ path }) => path.startsWith('/api/access-requests'))
        .map(({ name }) => [name, [{ decidedBy: 'operator' } as const]]),
    ),
  }
}
