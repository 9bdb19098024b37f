import assert from 'node:assert/strict'
import { callerRoles, type TableRole } from '../src/actor.ts'
import { allOperations } from '../src/app.ts'
import { openApi } from '../src/http/openapi.ts'
import type { Operation } from '../src/http/operation.ts'
import { type Answer, startPlatform } from './harness.ts'
import { pathOf } from './operation-path.ts'
import type { Sample } from './samples/scene.ts'
import { samplesOf } from './samples.ts'
import { newWorld } from './world.ts'

export type SentRequest = {
  id?: string
  query?: string
  token?: string | undefined
  body?: unknown
  raw?: string
  headers?: Record<string, string>
}

/** Starts a platform for calls of every operation. `samples.ts` has a valid request of each. */
export async function startOperationCalls() {
  const platform = await startPlatform()
  const world = await newWorld(platform)
  const { involved } = world
  const samples = await samplesOf(platform, world)
  const operations = allOperations().map(({ operation }) => operation)
  const documented = openApi({ operations, endpoints: [], publicUrl: platform.url, sandbox: true, version: '0' })
  const common = new Map<Operation, Promise<Sample>>()
  const sampleOf = async (op: Operation): Promise<Sample> => samples[op.name]!()

  return {
    platform,
    world,
    samples,
    operations,
    withToken: operations.filter((op) => op.scope !== 'public'),
    withoutToken: operations.filter((op) => op.scope === 'public'),
    sampleOf,

    /** One sample for all calls of an operation that change nothing: reads and refused calls. */
    commonSampleOf: (op: Operation): Promise<Sample> => common.getOrInsertComputed(op, sampleOf),

    send(op: Operation, sent: SentRequest): Promise<Answer> {
      const { token, headers = {}, raw } = sent
      const body = raw === undefined && op.body ? { body: sent.body } : {}
      return platform.call(op.method, pathOf(op, sent), { token, headers, raw, ...body })
    },

    assertDocumented(op: Operation, { status, text }: Answer): void {
      const path = documented.paths[op.path]!
      const { responses } = path[op.method.toLowerCase() as keyof typeof path]!
      assert.ok(
        String(status) in responses,
        `${op.name} returned ${status}, which openapi.json does not document: ${text}`,
      )
    },

    /** Asserts that a response contains no canary, and no id of the tenant's records except those in the request. */
    assertNoLeak(sample: Sample, sent: SentRequest, { text }: Answer): void {
      assert.ok(!text.includes(world.canary), `shows a patient's data: ${text}`)
      const given = JSON.stringify([sent.id, sent.query, sent.body, sample.ownIds])
      const ids = [world.tenantId, sample.id, ...callerRoles.map((role) => involved[role].id)]
      for (const id of ids) if (id && !given.includes(id)) assert.ok(!text.includes(id), `shows ${id}: ${text}`)
    },

    /** Asserts that one audit row has the operation, user, client, outcome, subject and patients. */
    async assertAudited(
      op: Operation,
      answer: Answer,
      caller: NonNullable<Sample['caller']>,
      outcome: string,
      sample?: Sample,
    ): Promise<void> {
      const { rows } = await platform.owner.query(
        `select operation, outcome, user_id, client_id, subject_id, patient_ids
         from audit_log
         where tenant_id = $1
           and request_id = $2`,
        [caller.tenantId, answer.headers.get('x-request-id')],
      )
      const [{ subject_id, patient_ids, ...row }] = rows
      assert.equal(rows.length, 1)
      assert.deepEqual(row, { operation: op.name, outcome, user_id: caller.id, client_id: caller.clientId })
      if (outcome === 'OK' && op.params) assert.ok(subject_id, 'the audit row names its subject')
      // A page of the audit log shows reads about other patients; its own row names only the requested patient.
      // The test clients have the ids of their users.
      const shown = answer.text.replaceAll(involved.PATIENT.clientId, '')
      const concerned = shown + JSON.stringify(sample?.body ?? {})
      if (outcome === 'OK' && concerned.includes(involved.PATIENT.id))
        assert.ok(patient_ids.includes(involved.PATIENT.id))
    },
  }
}

/** Whether the operation's roles include the caller's. Pending professionals are admitted only if the operation names them. */
export const admits = ({ roles, scope }: Operation, role: TableRole): boolean =>
  roles ? roles.includes(role) : role !== 'PENDING' || scope === 'token'

/** An unused id of the same kind. */
export const absentLike = (id: string): string => `${id.slice(0, id.indexOf('_'))}_0123456789ab0123456789abcdef0123`
