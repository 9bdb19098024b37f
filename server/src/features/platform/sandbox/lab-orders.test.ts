import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { eventually } from '../../../../testing/eventually.ts'
import { startPlatform } from '../../../../testing/harness.ts'
import { withoutPoppler } from '../../../../testing/poppler.ts'

type LabOrder = {
  id: string
  status: string
  updatedAt: string
  appointmentId: string
  tests: string[]
  laboratoryId: string | null
  birthDate: string | null
  sex: string | null
}
type Value = { param: string; value: number | string; flag: string | null }

const { call, owner, services, tokenOf } = await startPlatform()

const { rows: patients } = await owner.query('select distinct tenant_id, patient_id from lab_orders')
for (const { tenant_id, patient_id } of patients) {
  const answer = await call('POST', `/api/patients/${patient_id}/administrative-access`, {
    token: await tokenOf(tenant_id === 'ten_sandbox' ? 'sandbox-admin' : 'sandbox-b-admin'),
    body: { reason: 'Check of the seeded lab orders' },
  })
  assert.equal(answer.status, 201, answer.text)
}

async function listed(person: string): Promise<LabOrder[]> {
  const { body } = await call('GET', '/api/lab-orders?pageSize=100', { token: await tokenOf(`sandbox-${person}`) })
  assert.equal(body.pagination.total, body.labOrders.length)
  return body.labOrders
}

test('every fixed person has lab orders in every state, none in the future', async () => {
  const states = ['CANCELLED', 'COLLECTED', 'IN_PROGRESS', 'ORDERED', 'RELEASED', 'RESULTS_READY']
  for (const person of ['admin', 'doctor', 'dentist', 'patient', 'b-admin', 'b-doctor', 'b-patient']) {
    const labOrders = await listed(person)
    assert.deepEqual([...new Set(labOrders.map(({ status }) => status))].sort(), states, person)
    assert.ok(labOrders.every(({ updatedAt }) => Date.parse(updatedAt) <= Date.now()))
    assert.ok(labOrders.every(({ appointmentId }) => appointmentId))
  }
  assert.ok((await listed('admin')).length > 20, 'more than a page')
})

test('the laboratory has lab orders in every state that it may see, with patients’ papers', async () => {
  const labOrders = await listed('laboratory')
  const states = ['COLLECTED', 'IN_PROGRESS', 'ORDERED', 'RELEASED', 'RESULTS_READY']
  assert.deepEqual([...new Set(labOrders.map(({ status }) => status))].sort(), states)
  assert.ok(labOrders.some(({ birthDate, sex }) => birthDate && sex))
  assert.ok((await listed('admin')).some(({ laboratoryId }) => laboratoryId === null))
})

test('results exist where expected, with every flag, and patients read released ones', async () => {
  const flags = new Set<string | null>()
  const released = new Set<string | null>()
  for (const person of ['admin', 'patient']) {
    const token = await tokenOf(`sandbox-${person}`)
    for (const { id, status } of await listed(person)) {
      const { body, ...answer } = await call('GET', `/api/lab-orders/${id}/results`, { token })
      const shown = status === 'RELEASED' || (status === 'RESULTS_READY' && person === 'admin')
      assert.equal(answer.status, shown ? 200 : 404)
      for (const { flag } of shown ? (body.labResult.results as Value[]) : [])
        (person === 'patient' ? released : flags).add(flag)
    }
  }
  assert.deepEqual([...flags].sort(), ['CRITICAL_HIGH', 'CRITICAL_LOW', 'HIGH', 'LOW', 'NORMAL', null])
  assert.ok(released.has('NORMAL') && released.size > 1)
})

test('a seeded lab order can be continued from its state', async () => {
  const token = await tokenOf('sandbox-doctor')
  const ready = (await listed('doctor')).find(({ status }) => status === 'RESULTS_READY')!
  const answer = await call('PUT', `/api/lab-orders/${ready.id}`, { token, body: { status: 'RELEASED' } })
  assert.equal(answer.status, 200)
})

test('the fixed patient reads the report of a lab order, also after it was removed and a reset', async () => {
  const token = await tokenOf('sandbox-patient')
  const find = async () => {
    for (const { id, status } of await listed('patient')) {
      if (status !== 'RELEASED') continue
      const { body } = await call('GET', `/api/lab-orders/${id}/files`, { token })
      if (body.labOrderFiles.length > 0) return `/api/lab-orders/${id}/files/${body.labOrderFiles[0].id}`
    }
    throw new Error('There is no file.')
  }
  const fetched = async () => {
    const { body } = await call('GET', await find(), { token })
    const response = await fetch(body.labOrderFile.url)
    return { ...body.labOrderFile, status: response.status, bytes: Buffer.from(await response.arrayBuffer()) }
  }
  const { uploadedBy, size, sha256, bytes } = await fetched()
  assert.equal(uploadedBy.id, 'usr_sandbox_laboratory')
  assert.deepEqual([size, sha256], [bytes.length, createHash('sha256').update(bytes).digest('hex')])
  if (!withoutPoppler) {
    const { stdout, stderr } = spawnSync('pdftotext', ['-', '-'], { input: bytes, encoding: 'utf8' })
    assert.deepEqual([stdout.trim(), stderr], ['Laboratoire Ibn Sina - résultats fictifs du bac à sable', ''])
  }
  await services.storage.remove('ten_sandbox/lbf_sandbox_report/resultats.pdf')
  assert.equal((await fetched()).status, 404)
  const reset = await call('POST', '/api/sandbox/reset', { token: await tokenOf('sandbox-admin'), body: {} })
  assert.equal(reset.status, 200, reset.text)
  await eventually(async () => (await fetched()).status === 200, 'the report')
})
