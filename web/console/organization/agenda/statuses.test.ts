import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allowedStatuses, canCancel, canMove, isOff } from './statuses.ts'

const now = Date.parse('2026-11-23T10:00:00Z')
const past = { status: 'CONFIRMED', proposed: false, startTime: '2026-11-23T09:59:00Z' }
const upcoming = { ...past, startTime: '2026-11-23T10:01:00Z' }

test('professionals and administrators can set the next statuses', () => {
  for (const role of ['DOCTOR', 'DENTIST', 'ADMIN']) {
    assert.deepEqual(allowedStatuses(past, role, now), ['IN_PROGRESS', 'COMPLETED', 'NO_SHOW'])
    assert.deepEqual(allowedStatuses({ ...past, status: 'SCHEDULED' }, role, now), [
      'CONFIRMED',
      'COMPLETED',
      'NO_SHOW',
    ])
    for (const status of ['COMPLETED', 'CANCELLED', 'NO_SHOW']) {
      assert.deepEqual(allowedStatuses({ ...past, status }, role, now), [])
    }
  }
})

test('NO_SHOW is not offered before the start time', () => {
  assert.deepEqual(allowedStatuses(upcoming, 'DOCTOR', now), ['IN_PROGRESS', 'COMPLETED'])
})

test('the front desk can only confirm', () => {
  assert.deepEqual(allowedStatuses({ ...upcoming, status: 'SCHEDULED' }, 'RECEPTIONIST', now), ['CONFIRMED'])
  assert.deepEqual(allowedStatuses(past, 'RECEPTIONIST', now), [])
})

test('a proposed appointment can only be confirmed until the patient accepts it', () => {
  const proposed = { ...past, status: 'SCHEDULED', proposed: true }
  assert.deepEqual(allowedStatuses(proposed, 'DOCTOR', now), ['CONFIRMED'])
  assert.deepEqual(allowedStatuses(proposed, 'PATIENT', now), ['CONFIRMED'])
  assert.deepEqual(allowedStatuses({ ...proposed, proposed: false }, 'PATIENT', now), [])
})

test('only appointments that have not started can be cancelled or moved', () => {
  for (const status of ['SCHEDULED', 'CONFIRMED']) assert.ok(canCancel({ status }) && canMove({ status }))
  for (const status of ['IN_PROGRESS', 'COMPLETED', 'CANCELLED', 'NO_SHOW', 'NEW']) assert.ok(!canCancel({ status }))
  assert.deepEqual(['CANCELLED', 'NO_SHOW', 'COMPLETED'].map(isOff), [true, true, false])
})
