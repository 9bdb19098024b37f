import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isImpolite, PeerLinks } from './peer-links.ts'
import { peerView, settled, TestBrowser } from './testing.ts'

const people = [
  peerView('usr_b', 'host'),
  peerView('usr_a', 'patient'),
  peerView('gst_a', 'guest'),
  peerView('usr_z', 'observer'),
]
const me = people[0]!
const known = (...peers: typeof people) => ({ me, peers: peers.map((peer) => ({ ...peer, isUnknown: false })) })

function linked() {
  const browser = new TestBrowser()
  const links = new PeerLinks(browser, {
    onSignal: () => {},
    onChange: () => {},
    onOpen: () => {},
    onMessage: () => {},
  })
  return { browser, links }
}

test('exactly one of two participants is impolite, and the practitioner always is', () => {
  for (const one of people)
    for (const other of people)
      if (one !== other)
        assert.notEqual(isImpolite(one, other), isImpolite(other, one), `${one.peerId} ${other.peerId}`)
  assert.deepEqual(
    people.slice(1).map((other) => isImpolite(me, other)),
    [true, true, true],
  )
})

test('the camera bitrate decreases with the number of peers', async () => {
  const { browser, links } = linked()
  const sent = () =>
    browser.connections.map(
      ({ transceivers }) => (transceivers[1]!.sender.encodings[0] as { maxBitrate: number }).maxBitrate,
    )
  links.match(known(people[1]!))
  for (const connection of browser.connections) connection.become('connected')
  assert.deepEqual(sent(), [800_000])
  links.match(known(people[1]!, people[2]!))
  await settled()
  assert.deepEqual(sent(), [500_000, 500_000])
  links.match(known(...people.slice(1)))
  browser.connections[1]!.become('connected')
  await settled()
  assert.deepEqual(sent(), [350_000, 350_000, 350_000])
})

test('recreates a connection that cannot be negotiated a limited number of times', async () => {
  const { browser, links } = linked()
  const [, peer] = people
  links.match(known(peer!))
  for (let n = 0; n < 9; n++) {
    browser.connection.setRemoteDescription = () => Promise.reject(new Error('no such codec'))
    links.receive(peer!.peerId, peer!.sid, { link: 'theirs', description: { type: 'answer', sdp: '' }, offer: 1 })
    await settled()
  }
  assert.equal(browser.connections.length, 6)
})

test('creates one more connection on each side if only one page dropped the other', async () => {
  const [doctor, patient] = [new TestBrowser('a'), new TestBrowser('b')]
  const [host, other] = people as [typeof me, typeof me]
  const inTransit: (() => void)[] = []
  const side = (browser: TestBrowser, self: typeof me, to: () => PeerLinks): PeerLinks =>
    new PeerLinks(browser, {
      onSignal: (_to, _toSid, data) => void inTransit.push(() => to().receive(self.peerId, self.sid, data)),
      onChange: () => {},
      onOpen: () => {},
      onMessage: () => {},
    })
  const doctorLinks: PeerLinks = side(doctor, host, () => patientLinks)
  const patientLinks: PeerLinks = side(patient, other, () => doctorLinks)
  const connect = async () => {
    for (let turn = 0; turn < 40; turn++) {
      await settled()
      inTransit.shift()?.()
    }
    for (const { connection } of [doctor, patient]) connection.become('connected')
  }
  doctorLinks.match(known(other))
  patientLinks.match({ me: other, peers: known(host).peers })
  await connect()
  // Both were disconnected for a long time. The server announced the empty room only to the doctor's page.
  patient.connection.find('candidate:late')
  await patient.advance(10)
  doctorLinks.match(known())
  doctorLinks.match(known(other))
  await connect()
  assert.deepEqual([doctor.connections.length, patient.connections.length], [2, 2])
  for (const { connection } of [doctor, patient])
    assert.deepEqual([connection.signalingState, connection.transceivers.length], ['stable', 3])
})
