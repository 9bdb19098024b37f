import assert from 'node:assert/strict'
import type { Platform } from '../../server/testing/harness.ts'
import { pathOf } from '../../server/testing/operation-path.ts'
import type { Samples } from '../../server/testing/samples/scene.ts'

const CLIENT = { client_id: 'sandbox-admin', client_secret: 'sandbox-admin-secret' }

/** Samples of the endpoints without a token, which are not operations of a contract. */
export function openSamples({ call, tokenOf }: Platform, samples: Samples): Samples {
  const made = async (operation: string, path: string) => {
    const { id, caller, body } = await samples[operation]!()
    const answer = await call('POST', pathOf({ path }, { id }), { token: caller!.token, body })
    assert.ok(answer.status < 300, answer.text)
    return { ...answer.body, token: caller!.token }
  }
  const document = () => made('generatePdf', '/api/pdf/generate')
  return {
    issueToken: () => ({ body: { grant_type: 'client_credentials', ...CLIENT, scope: 'patients:read' } }),
    revokeToken: async () => ({ body: { token: await tokenOf('sandbox-doctor'), ...CLIENT } }),
    introspectToken: async () => ({ body: { token: await tokenOf('sandbox-admin'), ...CLIENT } }),
    readKeySet: () => ({}),
    readServerMetadata: () => ({}),
    issueGuestToken: async () => {
      const { guest } = await made('inviteGuest', '/api/appointments/{id}/guests')
      return { body: { invitation: guest.url.split('#guest=')[1] } }
    },
    issueLinkToken: async () => {
      const { joinLink } = await made('createJoinLink', '/api/appointments/{id}/join-link')
      return { body: { link: joinLink.url.split('/').at(-1) } }
    },
    sendLinkCode: async () => {
      const { joinLink } = await made('createJoinLink', '/api/appointments/{id}/join-link')
      return { body: { link: joinLink.url.split('/').at(-1) } }
    },
    verifyDocument: async () => {
      const { documentId, token } = await document()
      return { id: (await call('GET', `/api/documents/${documentId}`, { token })).body.document.serial }
    },
    fetchFile: async () => {
      const { pathname, search } = new URL((await document()).url)
      return { id: pathname.replace('/files/', ''), query: search.slice(1) }
    },
    readHealth: () => ({}),
    readReadiness: () => ({}),
    readDatabaseHealth: () => ({}),
    readCacheHealth: () => ({}),
    readVideoHealth: () => ({}),
  }
}
