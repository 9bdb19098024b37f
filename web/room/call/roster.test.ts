import assert from 'node:assert/strict'
import { test } from 'node:test'
import { INITIAL_STATE } from '@medina-care/protocol/constants.ts'
import type { ServerMessage } from '@medina-care/protocol/messages.ts'
import { EMPTY_ROSTER, type ForgetPeer, type Roster, withMessage } from './roster.ts'
import { peerView } from './testing.ts'

const since = '2026-03-01T10:00:00.000Z'
const doctor = { peerId: 'usr_doc', role: 'host', name: 'Dr Alami' } as const
const waiting: ServerMessage = { type: 'waiting', ...doctor, role: 'patient', resumeToken: 'r', hostPresent: false }
const joined = (...peers: ReturnType<typeof peerView>[]): ServerMessage => ({
  type: 'joined',
  ...doctor,
  resumed: false,
  resumeToken: 'r',
  iceServers: [],
  iceTransportPolicy: 'all',
  peers,
  now: since,
})
const rosterAfter = (...messages: (ServerMessage | ForgetPeer)[]): Roster => messages.reduce(withMessage, EMPTY_ROSTER)
const patient = peerView('usr_pat', 'patient')
const guest = peerView('gst_a', 'guest')
const peersOf = (roster: Roster) =>
  roster.peers.map(({ peerId, sid, isAway, isUnknown }) =>
    [peerId, sid, isAway && 'away', isUnknown && 'unknown'].filter(Boolean).join(' '),
  )

test('the lobby shows whether the practitioner is present, and no peers', () => {
  const roster = rosterAfter(waiting, { type: 'host', present: true })
  assert.deepEqual([roster.phase, roster.hostPresent, roster.peers], ['waiting', true, []])
})

test('a return to the lobby clears the peers', () => {
  const roster = rosterAfter(joined(patient), { type: 'call', startedAt: since }, waiting)
  assert.deepEqual([roster.phase, roster.peers, roster.startedAt], ['waiting', [], undefined])
})

test('peers join, lose their connection, return, and leave', () => {
  const at = { peerId: patient.peerId, sid: patient.sid }
  const joining: ServerMessage[] = [joined(guest), { type: 'peer-joined', ...patient }]
  assert.deepEqual(peersOf(rosterAfter(...joining)), ['gst_a gst_a-sid', 'usr_pat usr_pat-sid'])
  const away: ServerMessage[] = [...joining, { type: 'peer-away', ...at }]
  assert.deepEqual(peersOf(rosterAfter(...away)), ['gst_a gst_a-sid', 'usr_pat usr_pat-sid away'])
  assert.deepEqual(peersOf(rosterAfter(...away, { type: 'peer-back', ...at })), [
    'gst_a gst_a-sid',
    'usr_pat usr_pat-sid',
  ])
  assert.deepEqual(peersOf(rosterAfter(...away, { type: 'peer-left', ...at, reason: 'left' })), ['gst_a gst_a-sid'])
})

test('a peer’s new page replaces the old one, whose messages are then ignored', () => {
  const old = { peerId: patient.peerId, sid: patient.sid }
  const roster = rosterAfter(
    joined(patient),
    { type: 'peer-joined', ...patient, sid: 'reloaded' },
    { type: 'peer-left', ...old, reason: 'replaced' },
    { type: 'peer-away', ...old },
    { type: 'peer-state', ...old, state: { ...INITIAL_STATE, mic: true } },
  )
  assert.deepEqual(peersOf(roster), ['usr_pat reloaded'])
  assert.deepEqual(roster.peers[0]!.state, INITIAL_STATE)
})

test('keeps peers after a restart of the server', () => {
  const restarted = rosterAfter(joined(patient, guest), joined(guest))
  assert.deepEqual(peersOf(restarted), ['gst_a gst_a-sid', 'usr_pat usr_pat-sid away unknown'])
  const back = withMessage(restarted, { type: 'peer-joined', ...patient })
  assert.deepEqual(peersOf(back), ['gst_a gst_a-sid', 'usr_pat usr_pat-sid'])
  const at = { peerId: patient.peerId, sid: patient.sid }
  assert.deepEqual(peersOf(withMessage(restarted, { type: 'forget', ...at })), ['gst_a gst_a-sid'])
})

test('keeps a disconnected peer whose media may continue, and drops a removed one', () => {
  const at = { peerId: patient.peerId, sid: patient.sid }
  assert.deepEqual(peersOf(rosterAfter(joined(patient), { type: 'peer-left', ...at, reason: 'lost' })), [
    'usr_pat usr_pat-sid away unknown',
  ])
  assert.deepEqual(peersOf(rosterAfter(joined(patient), { type: 'peer-left', ...at, reason: 'removed' })), [])
})

test('the practitioner sees the lobby and denied participants, and all see the start of the call', () => {
  const lobby = [{ peerId: 'gst_b', role: 'guest', name: 'Yasmine', since } as const]
  const roster = rosterAfter(
    joined(),
    { type: 'lobby', waiting: lobby, denied: [doctor] },
    { type: 'call', startedAt: since },
  )
  assert.deepEqual([roster.lobby, roster.denied], [lobby, [doctor]])
  assert.equal(roster.startedAt, Date.parse(since))
  assert.equal(withMessage(roster, { type: 'call' }).startedAt, undefined)
})

test('messages that do not concern the roster change nothing', () => {
  const roster = rosterAfter(joined(patient))
  for (const message of [
    { type: 'pong', ts: 1 },
    { type: 'ice', iceServers: [] },
    { type: 'error', code: 'not_there' },
    { type: 'peer-away', peerId: 'usr_unknown', sid: 'x' },
  ] as ServerMessage[])
    assert.equal(withMessage(roster, message), roster)
})
