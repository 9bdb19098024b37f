import type { Answer, Platform } from '../../../../testing/harness.ts'
import { newBrowser } from '../../platform/sign-in/browser-testing.ts'

export const PASSWORD = 'une phrase facile'

let count = 0
export const newEmail = () => `person-${++count}@register.example`

export const register = (
  { call }: Platform,
  fields: object = {},
  headers: Record<string, string> = {},
): Promise<Answer> =>
  call('POST', '/api/auth/register', {
    headers,
    body: { email: newEmail(), password: PASSWORD, name: 'Amina Bouzid', role: 'PATIENT', ...fields },
  })

/** Signs in as a registered user. @returns the session */
export async function enter(platform: Platform, email: string, password = PASSWORD): Promise<Answer> {
  const browser = newBrowser(platform)
  const entered = await browser.signIn(email, password)
  return entered.status === 200 ? browser.session() : entered
}
