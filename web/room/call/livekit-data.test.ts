import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ConnectionQuality, DisconnectReason } from 'livekit-client'
import { laterToken, noticeOf, overOf, qualityOf } from './livekit-data.ts'

const tokenUntil = (exp: number) => `e30.${Buffer.from(JSON.stringify({ exp, name: '?>é' })).toString('base64url')}.x`
const noNotice = noticeOf('')

describe('parsing of LiveKit’s data', () => {
  test('reads our notice from room metadata, and ignores other metadata', () => {
    assert.deepEqual(noNotice, { ended: undefined })
    assert.deepEqual(noticeOf(JSON.stringify({ ended: { reason: 'completed' } })).ended, {
      why: 'ended',
      reason: 'completed',
      durationSec: undefined,
    })
    for (const foreign of [undefined, 'null', '[]', '7', '{'])
      assert.deepEqual(noticeOf(foreign), noNotice, String(foreign))
    assert.deepEqual(noticeOf('{"ended":{"reason":"fire"}}').ended, {
      why: 'ended',
      reason: 'closed',
      durationSec: undefined,
    })
  })

  test('maps disconnect reasons to the end of the call or a broken connection', () => {
    const reasonAfter = (reason?: DisconnectReason) => overOf(reason, noNotice)?.why
    assert.equal(reasonAfter(DisconnectReason.CLIENT_INITIATED), 'left')
    assert.equal(reasonAfter(DisconnectReason.DUPLICATE_IDENTITY), 'elsewhere')
    assert.equal(reasonAfter(DisconnectReason.PARTICIPANT_REMOVED), 'removed')
    assert.equal(reasonAfter(DisconnectReason.ROOM_DELETED), 'ended')
    for (const broken of [undefined, DisconnectReason.SERVER_SHUTDOWN, DisconnectReason.STATE_MISMATCH])
      assert.equal(reasonAfter(broken), undefined)
    const { ended } = noticeOf('{"ended":{"reason":"cancelled"}}')
    assert.deepEqual(overOf(DisconnectReason.ROOM_DELETED, { ended }), ended)
    assert.deepEqual(overOf(DisconnectReason.SERVER_SHUTDOWN, { ended }), ended)
  })

  test('takes the worse quality of two connections', () => {
    const { Excellent, Good, Poor, Lost, Unknown } = ConnectionQuality
    assert.equal(qualityOf(Excellent, Excellent), 'good')
    assert.equal(qualityOf(Excellent, Good), 'weak')
    assert.equal(qualityOf(Poor, Excellent), 'poor')
    assert.equal(qualityOf(Excellent, Lost), 'poor')
    assert.equal(qualityOf(Unknown, Excellent), 'good')
    assert.equal(qualityOf(Unknown, Unknown), 'unknown')
  })
})

test('chooses the token that expires later', () => {
  const [early, late] = [tokenUntil(100), tokenUntil(200)]
  assert.equal(laterToken(early, late), late)
  assert.equal(laterToken(late, early), late)
  for (const none of [undefined, null, 7, '', 'nonsense', 'a.b.c']) assert.equal(laterToken(early, none), early)
})
