import { jobEndpoints } from './cron.ts'
import { controlEndpoints } from './features/care/video/control-contract.ts'
import { visitFileEndpoints } from './features/care/video/files/contract.ts'
import { guestEndpoints } from './features/care/video/guest-contract.ts'
import { joinLinkEndpoints } from './features/care/video/join-links/contract.ts'
import { visitEndpoints } from './features/care/video/visit-contract.ts'
import { verificationEndpoints } from './features/documents/documents/verification/contract.ts'
import { invitationEndpoints } from './features/people/invitations/contract.ts'
import { credentialLinkEndpoints } from './features/platform/credential-links/contract.ts'
import { signInEndpoints } from './features/platform/sign-in/contract.ts'
import { tokenEndpoints } from './features/platform/tokens/contract.ts'
import type { Endpoint } from './http/endpoint.ts'
import { fileEndpoints } from './http/files.ts'
import { healthEndpoints } from './http/health.ts'
import { hookEndpoints } from './internal.ts'

/** All endpoints that are not operations, for openapi.json. */
export const endpoints: Endpoint[] = [
  ...tokenEndpoints,
  ...signInEndpoints,
  ...credentialLinkEndpoints,
  ...invitationEndpoints,
  ...fileEndpoints,
  ...controlEndpoints,
  ...verificationEndpoints,
  ...guestEndpoints,
  ...joinLinkEndpoints,
  ...visitEndpoints,
  ...visitFileEndpoints,
  ...hookEndpoints,
  ...jobEndpoints,
  ...healthEndpoints,
]
