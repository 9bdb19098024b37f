import type { Platform } from '../../../../testing/harness.ts'
import { resetCodeIn } from '../codes/codes-testing.ts'

/** Requests a reset. @returns the id of the reset from the answer, and the code from the message */
export async function askForReset(
  platform: Pick<Platform, 'call' | 'owner'>,
  email: string,
): Promise<{ resetId: string; code: string }> {
  const { body } = await platform.call('POST', '/api/auth/password-resets', { body: { email } })
  return { resetId: body.resetId, code: await resetCodeIn(platform, email) }
}
