import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startPlatform } from '../../../../testing/harness.ts'
import { enter, newEmail, PASSWORD } from '../../people/accounts/registration-testing.ts'
import { codeIn } from '../../people/codes/codes-testing.ts'

const platform = await startPlatform()
const { call, owner, tokenOf } = platform

type Guardianship = { id: string; verified: boolean; active: boolean; dependant: { id: string } }
const dependants = async (): Promise<Guardianship[]> =>
  (await call('GET', '/api/patients/usr_sandbox_mother/dependants', { token: await tokenOf('sandbox-mother') })).body
    .guardianships
const guardianshipOfChild = (all: Guardianship[]) => all.find(({ dependant }) => dependant.id === 'usr_sandbox_child')!

test('the fixed mother acts for two children and cares for the grandmother, and sees the visits of one', async () => {
  const all = await dependants()
  assert.deepEqual(all.map(({ dependant, verified }) => `${dependant.id} ${verified}`).sort(), [
    'usr_sandbox_baby false',
    'usr_sandbox_child true',
    'usr_sandbox_grandmother true',
  ])
  const { body } = await call('GET', '/api/appointments', { token: await tokenOf('sandbox-mother') })
  const visits = body.appointments.map(({ patientId, status }: Record<string, string>) => `${patientId} ${status}`)
  assert.deepEqual(visits.sort(), ['usr_sandbox_child COMPLETED', 'usr_sandbox_child CONFIRMED'])
})

test('a reset restores a fixed guardianship that was ended and recorded again', async () => {
  const { id } = guardianshipOfChild(await dependants())
  const [token, admin] = [await tokenOf('sandbox-mother'), await tokenOf('sandbox-admin')]
  assert.equal((await call('DELETE', `/api/guardianships/${id}`, { token })).status, 200)
  const body = { guardianId: 'usr_sandbox_mother', dependantId: 'usr_sandbox_child', kind: 'PARENT' }
  assert.equal((await call('POST', '/api/guardianships', { token: admin, body })).status, 201)
  assert.equal((await call('POST', '/api/sandbox/reset', { token: admin })).status, 200)
  const active = (await dependants()).filter((one) => one.active && one.dependant.id === 'usr_sandbox_child')
  assert.deepEqual(
    active.map((one) => one.id),
    [id],
  )
})

test('a reset removes the account that claimed the grandmother’s record, and the record can be claimed again', async () => {
  const id = 'usr_sandbox_grandmother'
  const email = newEmail()
  const claim = async () => {
    const token = await tokenOf('sandbox-admin')
    await call('POST', `/api/patients/${id}/claim-codes`, { token, body: { address: 'PHONE' } })
    const code = await codeIn(platform, id)
    const body = { address: '+212655100001', birthDate: '1948-03-02', code, email, password: PASSWORD }
    return call('POST', '/api/auth/claim', { body })
  }
  assert.equal((await claim()).status, 201)
  const { accessToken: token } = (await enter(platform, email)).body
  assert.equal((await call('GET', '/api/users/me', { token })).status, 200)

  const admin = await tokenOf('sandbox-admin')
  assert.equal((await call('POST', '/api/sandbox/reset', { token: admin })).status, 200)
  const { rows } = await owner.query('select from logins where email = $1', [email])
  assert.equal(rows.length, 0, 'logins of the address')
  await new Promise((resolve) => setTimeout(resolve, 1000)) // the status of a token is cached for less
  assert.equal((await call('GET', '/api/users/me', { token })).status, 401)
  assert.equal((await claim()).status, 201)
})
