import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startPlatform } from '../../../../testing/harness.ts'

const { call, tokenOf, owner } = await startPlatform()
const token = await tokenOf('sandbox-admin')
const get = async (path: string) => (await call('GET', path, { token })).body

test('the sandbox has a running campaign without messages due at once', async () => {
  const { campaigns } = await get('/api/campaigns')
  assert.deepEqual(
    campaigns.map(({ name, enabled }: { name: string; enabled: boolean }) => [name, enabled]),
    [
      ['Vaccination de la rentrée', false],
      ['Bienvenue', true],
    ],
  )
  const { enrolments } = (await get(`/api/campaigns/${campaigns[1].id}`)).campaign
  assert.ok(enrolments.active >= 5 && enrolments.completed >= 1 && enrolments.stopped >= 1)
  const listed = await get(`/api/campaigns/${campaigns[1].id}/enrolments?state=ACTIVE&pageSize=100`)
  for (const { nextAt, stepsSent } of listed.enrolments) {
    assert.equal(stepsSent, 1)
    assert.ok(Date.parse(nextAt) > Date.now() + 48 * 3_600_000)
  }
  const { rows } = await owner.query(
    `select from campaign_enrolments e
     where tenant_id = 'ten_sandbox'
       and patient_id is not null
       and not exists (
         select from consents_in_force c
         where c.tenant_id = e.tenant_id and c.patient_id = e.patient_id and c.name = 'MARKETING')`,
  )
  assert.deepEqual(rows, [], 'all consented')
})

test('its templates exist in every channel and language and can be overwritten', async () => {
  const { templates } = await get('/api/notification-templates?own=true&pageSize=100')
  assert.equal(templates.length, 18)
  for (const { code, channel, language } of templates) {
    const path = `/api/notification-templates/${code}/${channel}/${language}`
    const { subject, text } = (await get(path)).template
    const answer = await call('PUT', path, { token, body: { subject, text } })
    assert.equal(answer.status, 200, answer.text)
  }
})
