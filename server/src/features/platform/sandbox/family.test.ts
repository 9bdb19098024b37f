import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startPlatform } from '../../../../testing/harness.ts'

const { call, tokenOf } = await startPlatform()

type Guardianship = { id: string; verified: boolean; active: boolean; dependant: { id: string } }
const dependants = async (): Promise<Guardianship[]> =>
  (await call('GET', '/api/patients/usr_sandbox_mother/dependants', { token: await tokenOf('sandbox-mother') })).body
    .guardianships
const ofChild = (all: Guardianship[]) => all.find(({ dependant }) => dependant.id === 'usr_sandbox_child')!

test('the fixed mother acts for two children, and sees the visits of one', async () => {
  const all = await dependants()
  assert.deepEqual(all.map(({ dependant, verified }) => `${dependant.id} ${verified}`).sort(), [
    'usr_sandbox_baby false',
    'usr_sandbox_child true',
  ])
  const { body } = await call('GET', '/api/appointments', { token: await tokenOf('sandbox-mother') })
  const visits = body.appointments.map(({ patientId, status }: Record<string, string>) => `${patientId} ${status}`)
  assert.deepEqual(visits.sort(), ['usr_sandbox_child COMPLETED', 'usr_sandbox_child CONFIRMED'])
})

test('a reset restores a fixed guardianship that was ended and begun anew', async () => {
  const { id } = ofChild(await dependants())
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
