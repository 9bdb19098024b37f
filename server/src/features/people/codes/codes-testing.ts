import { eventually } from '../../../../testing/eventually.ts'
import type { Platform } from '../../../../testing/harness.ts'

/** The code of the last message to a user, from the sandbox's outbox. */
export async function codeIn({ owner }: Pick<Platform, 'owner'>, userId: string): Promise<string> {
  let code: string | undefined
  await eventually(async () => {
    const { rows } = await owner.query<{ body: string | null }>(
      `select s.body
       from messages m
       left join sandbox_messages s on s.tenant_id = m.tenant_id and s.message_id = m.id
       where m.recipient_user_id = $1
         and m.template_code like '%\\_CODE'
       order by m.id desc
       limit 1`,
      [userId],
    )
    code = rows[0]?.body?.match(/\b\d{6}\b/)?.[0]
    return code !== undefined
  }, `a code for ${userId}`)
  return code!
}
