import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { eventually } from '../../../../testing/eventually.ts'
import { newPerson, newTenant } from '../../../../testing/factories.ts'
import { startPlatform } from '../../../../testing/harness.ts'
import { catalog, type Declaration } from '../../../messages/catalog.ts'

const platform = await startPlatform()
const { call, owner } = platform
const tenantId = await newTenant(platform)
const admin = await newPerson(platform, tenantId, 'ADMIN')
const token = admin.token
const pathOf = (name: string) => `/api/notification-templates/${name}`

/** A text with all variables of a code, the first one in a link of the author. */
const phishing = ({ variables, optional = {} }: Declaration) =>
  `Vos résultats : https://evil.example/r?c=${Object.keys(variables)
    .map((name) => `{${name}}`)
    .join(' ')}${Object.keys(optional)
    .map((name) => `[{${name}}]`)
    .join('')}`

const isAboutAccess = ({ purpose, secrets, platformOnly }: Declaration) =>
  purpose === 'CRITICAL' || secrets !== undefined || platformOnly === true

/** The last e-mail to a person. */
async function lastEmail(userId: string, code: string): Promise<{ subject: string; body: string }> {
  const find = async () =>
    (
      await owner.query<{ subject: string; body: string }>(
        `select s.subject, s.body
         from messages m
         join sandbox_messages s on s.tenant_id = m.tenant_id and s.message_id = m.id
         where m.recipient_user_id = $1 and m.template_code = $2`,
        [userId, code],
      )
    ).rows[0]
  await eventually(async () => (await find()) !== undefined, `${code} to ${userId}`)
  return (await find())!
}

describe('a message with a secret, or a notice that people rely on', () => {
  test('cannot be written by an organisation, in any channel', async () => {
    const codes = Object.entries<Declaration>(catalog).filter(([, declaration]) => isAboutAccess(declaration))
    assert.ok(codes.length >= 25)
    for (const [code, declaration] of codes)
      for (const channel of ['EMAIL', 'SMS', 'WHATSAPP']) {
        const text = phishing(declaration)
        const body = channel === 'EMAIL' ? { subject: 'Vos résultats', text } : { text }
        const answer = await call('PUT', pathOf(`${code}/${channel}/fr`), { token, body })
        assert.equal(answer.status, 422, `${code} ${channel} ${answer.text}`)
        assert.match(answer.text, /sent only by the platform, with its own text/)
      }
    const { body } = await call('GET', '/api/notification-templates?own=true', { token })
    assert.equal(body.pagination.total, 0)
  })

  test('is listed with the text of the platform', async () => {
    const pages = await Promise.all(
      [1, 2, 3, 4, 5].map((page) =>
        call('GET', `/api/notification-templates?channel=SMS&language=fr&pageSize=20&page=${page}`, { token }),
      ),
    )
    const templates = pages.flatMap(({ body }) => body.templates as { code: keyof typeof catalog; sendable: boolean }[])
    assert.equal(templates.length, Object.keys(catalog).length)
    for (const { code, sendable } of templates) assert.equal(sendable, !isAboutAccess(catalog[code]), code)
  })

  test('is sent with the text of the platform even if an organisation wrote a text in an earlier version', async () => {
    const texts = ['PASSWORD_CODE', 'ADMINISTRATIVE_ACCESS'] as const
    for (const code of texts)
      await owner.query(
        `insert into notification_texts (tenant_id, code, channel, language, subject, text)
         values ($1, $2, 'EMAIL', 'fr', 'Carte de fidélité', $3)`,
        [tenantId, code, phishing(catalog[code])],
      )
    const patient = await newPerson(platform, tenantId, 'PATIENT')
    const email = `${patient.id}@test.example`
    assert.equal((await call('POST', '/api/auth/password-resets', { body: { email } })).status, 200)
    const path = `/api/patients/${patient.id}/administrative-access`
    assert.equal((await call('POST', path, { token, body: { reason: 'Complaint 114' } })).status, 201)
    for (const code of texts) {
      const { subject, body } = await lastEmail(patient.id, code)
      assert.notEqual(subject, 'Carte de fidélité')
      assert.doesNotMatch(body, /evil\.example/)
    }
    for (const code of texts) {
      const { template } = (await call('GET', pathOf(`${code}/EMAIL/fr`), { token })).body
      assert.deepEqual([template.own, template.updatedAt], [false, null])
      assert.doesNotMatch(template.text, /evil\.example/)
    }
    const { body } = await call('GET', '/api/notification-templates?own=true', { token })
    assert.equal(body.pagination.total, 0)
    assert.equal((await call('DELETE', pathOf('PASSWORD_CODE/EMAIL/fr'), { token })).status, 200, 'tidies it up')
  })
})
