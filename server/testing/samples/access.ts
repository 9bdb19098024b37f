import { newPasskeyBegun, newWithPasskey } from '../../src/features/platform/second-factors/passkeys-testing.ts'
import { newBegun, newSignedIn, newWithApp } from '../../src/features/platform/second-factors/second-factors-testing.ts'
import { PASSWORD } from '../../src/features/platform/sign-in/browser-testing.ts'
import { newId } from '../../src/lib/ids.ts'
import { givePassword, newPerson, newSession } from '../factories.ts'
import type { Samples, Scene } from './scene.ts'

/** Clients, and requests for access. */
export function accessSamples({ platform, world, admin, doctor, operator }: Scene): Samples {
  /** A doctor who takes part in no other sample. */
  const newDoctor = () => newPerson(platform, world.tenantId, 'DOCTOR')
  const ownClient = async (): Promise<string> => {
    const body = { name: 'Records', actsAs: doctor.id, scopes: ['users:read'] }
    return (await platform.call('POST', '/api/clients', { token: admin.token, body })).body.client.id
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

  const invitee = () => ({ email: `${newId('itn')}@test.example`, name: 'N. Tazi', role: 'ADMIN' })
  const invitation = async (): Promise<string> => {
    const { token } = await newSession(platform, admin)
    const answer = await platform.call('POST', '/api/invitations', { token, body: invitee() })
    return answer.body.invitation.id
  }

  return {
    requestAccess: () => ({ body: application() }),
    listAccessRequests: () => ({ caller: operator }),
    readAccessRequest: async () => ({ caller: operator, id: await accessRequest() }),
    grantAccessRequest: async () => ({
      caller: operator,
      id: await accessRequest(),
      body: { plan: 'PRO', scopes: ['users:read'] },
    }),
    refuseAccessRequest: async () => ({ caller: operator, id: await accessRequest(), body: {} }),
    handOverAccess: async () => {
      const id = await accessRequest()
      const body = { plan: 'PRO', scopes: ['users:read'] }
      await platform.call('POST', `/api/access-requests/${id}/grant`, { token: operator.token, body })
      return { caller: operator, id, body: {} }
    },
    createInvitation: async () => ({ caller: await newSession(platform, admin), body: invitee() }),
    listInvitations: () => ({ caller: admin }),
    resendInvitation: async () => ({ caller: await newSession(platform, admin), id: await invitation(), body: {} }),
    revokeInvitation: async () => ({ caller: admin, id: await invitation(), body: {} }),
    listSessions: async () => ({ caller: await newSession(platform, await newDoctor()) }),
    endSession: async () => {
      const caller = await newSession(platform, await newDoctor())
      const { body } = await platform.call('GET', '/api/users/me/sessions', { token: caller.token })
      return { caller, id: body.sessions[0].id }
    },
    endOtherSessions: async () => ({ caller: await newSession(platform, await newDoctor()) }),
    changePassword: async () => {
      const doctor = await newDoctor()
      await givePassword(platform, doctor)
      const body = { currentPassword: 'sandbox-password', newPassword: 'une phrase facile' }
      return { caller: await newSession(platform, doctor), body }
    },
    readSecondFactors: async () => ({ caller: await newSession(platform, await newDoctor()) }),
    beginTotp: async () => ({ caller: await newSignedIn(platform, world.tenantId), body: { password: PASSWORD } }),
    confirmTotp: () => newBegun(platform, world.tenantId),
    removeTotp: () => newWithApp(platform, world.tenantId),
    replaceRecoveryCodes: () => newWithApp(platform, world.tenantId),
    beginPasskey: async () => ({ caller: await newSignedIn(platform, world.tenantId), body: { password: PASSWORD } }),
    addPasskey: () => newPasskeyBegun(platform, world.tenantId),
    removePasskey: () => newWithPasskey(platform, world.tenantId),
    removeSecondFactors: async () => ({
      caller: await newSession(platform, admin),
      id: (await newWithApp(platform, world.tenantId)).caller.id,
    }),
    listOwnClients: () => ({ caller: doctor }),
    allowActing: async () => {
      const id = await ownClient()
      return { caller: await newSession(platform, doctor), id }
    },
    withdrawActing: async () => ({ caller: doctor, id: await ownClient() }),
    allowSigning: async () => {
      const id = await ownClient()
      return { caller: await newSession(platform, doctor), id }
    },
    withdrawSigning: async () => ({ caller: doctor, id: await ownClient() }),
    endOwnClient: async () => {
      const id = await ownClient()
      return { caller: await newSession(platform, doctor), id }
    },
    listClients: () => ({ caller: admin }),
    createClient: () => ({ caller: admin, body: { name: 'Booking', actsAs: doctor.id, scopes: ['users:read'] } }),
    readClient: () => ({ caller: admin, id: doctor.clientId }),
    updateClient: async () => ({ caller: admin, id: (await newDoctor()).clientId, body: { name: 'Booking' } }),
    rotateClientSecret: async () => ({ caller: admin, id: (await newDoctor()).clientId, body: {} }),
    handOverClient: async () => ({ caller: admin, id: (await newDoctor()).clientId, body: {} }),
  }
}
