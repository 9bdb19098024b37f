import { jobEndpoints } from './cron.ts'
import { credentialLinkEndpoints } from './features/credential-links/contract.ts'
import { verificationEndpoints } from './features/documents/verification/contract.ts'
import { signInEndpoints } from './features/sign-in/contract.ts'
import { tokenEndpoints } from './features/tokens/contract.ts'
import { controlEndpoints } from './features/video/control-contract.ts'
import { guestEndpoints } from './features/video/guest-contract.ts'
import type { Endpoint } from './http/endpoint.ts'
import { fileEndpoints } from './http/files.ts'
import { healthEndpoints } from './http/health.ts'
import { hookEndpoints } from './internal.ts'

/** All endpoints that are not operations, for openapi.json. */
export const endpoints: Endpoint[] = [
  ...tokenEndpoints,
  ...signInEndpoints,
  ...credentialLinkEndpoints,
  ...fileEndpoints,
  ...controlEndpoints,
  ...verificationEndpoints,
  ...guestEndpoints,
  ...hookEndpoints,
  ...jobEndpoints,
  ...healthEndpoints,
]
