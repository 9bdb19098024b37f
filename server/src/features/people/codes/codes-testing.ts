import { eventually } from '../../../../testing/eventually.ts'
import type { Platform } from '../../../../testing/harness.ts'

type Owner = Pick<Platform, 'owner'>

/** The code of the last message to a user, from the sandbox's outbox. */
export const codeIn = (platform: Owner, userId: string): Promise<string> =>
  lastCode(platform, `m.recipient_user_id = $1 and m.template_code like '%\\_CODE'`, userId)

/** The code of the last password reset of an address. */
export const resetCodeIn = (platform: Owner, email: string): Promise<string> =>
  lastCode(platform, `lower(m.to_email) = lower($1) and m.template_code = 'PASSWORD_CODE'`, email)

/** @param condition a condition on the message `m`, with `$1` for the recipient */
async function lastCode({ owner }: Owner, condition: string, recipient: string): Promise<string> {
  let code: string | undefined
  await eventually(async () => {
    const { rows } = await owner.query<{ body: string | null }>(
      `select s.body
       from messages m
       left join sandbox_messages s on s.tenant_id = m.tenant_id and s.message_id = m.id
       where ${condition}
       order by m.id desc
       limit 1`,
      [recipient],
    )
    code = rows[0]?.body?.match(/\b(\d{6}|\d{8})\b/)?.[0]
    return code !== undefined
  }, `a code for ${recipient}`)
  return code!
}
