import { eventually } from '../../../../testing/eventually.ts'
import type { Platform } from '../../../../testing/harness.ts'

/** The code of the last reset of an address, from the sandbox's outbox. */
async function resetCodeIn({ owner }: Pick<Platform, 'owner'>, email: string): Promise<string> {
  let code: string | undefined
  await eventually(async () => {
    const { rows } = await owner.query<{ body: string | null }>(
      `select s.body
       from messages m
       left join sandbox_messages s on s.tenant_id = m.tenant_id and s.message_id = m.id
       where lower(m.to_email) = lower($1)
         and m.template_code = 'PASSWORD_CODE'
       order by m.id desc
       limit 1`,
      [email],
    )
    code = rows[0]?.body?.match(/\b\d{8}\b/)?.[0]
    return code !== undefined
  }, `a code for ${email}`)
  return code!
}

/** Requests a reset. @returns what the owner of the address and of the browser has */
export async function askForReset(
  platform: Pick<Platform, 'call' | 'owner'>,
  email: string,
): Promise<{ resetId: string; code: string }> {
  const { body } = await platform.call('POST', '/api/auth/password-resets', { body: { email } })
  return { resetId: body.resetId, code: await resetCodeIn(platform, email) }
}
