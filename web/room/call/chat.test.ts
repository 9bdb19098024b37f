import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Chat } from './chat.ts'

const doctor = { peerId: 'usr_doc', role: 'host', name: 'Dr Alami' } as const
const patient = { peerId: 'usr_pat', role: 'patient', name: 'Salma' } as const
let ids = 0
const chat = () =>
  new Chat(
    () => `m${++ids}`,
    () => 5,
  )
const texts = (shown: Chat) => shown.messages.map(({ text }) => text)

test('a message arrives unchanged, in any script, and as plain text', () => {
  const [here, there] = [chat(), chat()]
  for (const text of ['هل تسمعني؟', '<img src=x onerror=alert(1)>', '"}\u0000\n👩‍⚕️'])
    there.receive(here.say(text, doctor, ['usr_pat']), doctor)
  assert.deepEqual(texts(there), texts(here))
  assert.deepEqual(there.messages[0], { ...there.messages[0], from: doctor, isMine: false, at: 5 })
  assert.equal(here.messages[0]!.isMine, true)
})

test('sends an unacknowledged message again on the next link, and shows it once', () => {
  const [here, there] = [chat(), chat()]
  const lost = here.say('lost on its way', doctor, ['usr_pat'])!
  here.say('sent while the peer was away', doctor, ['usr_pat'])
  there.receive(lost, doctor)
  for (const frame of here.unacknowledged('usr_pat')) here.receive(there.receive(frame, doctor), patient)
  assert.deepEqual(texts(there), ['lost on its way', 'sent while the peer was away'])
  assert.deepEqual(here.unacknowledged('usr_pat'), [])
})

test('a message counts as delivered when all recipients acknowledged it, and never without recipients', () => {
  const [here, there] = [chat(), chat()]
  const mother = { peerId: 'gst_mother', role: 'guest', name: 'Fatima' } as const
  const delivered = () => here.messages.map(({ isDelivered }) => isDelivered)
  const frame = here.say('Bonjour', doctor, ['usr_pat', 'gst_mother'])
  here.say('Is anyone there?', doctor, [])
  const answer = there.receive(frame, doctor)
  assert.equal(there.messages[0]!.isDelivered, true)
  here.receive(answer, patient)
  here.receive(answer, patient)
  assert.deepEqual(delivered(), [false, false])
  here.receive(answer, mother)
  assert.deepEqual(delivered(), [true, false])
  // More than the limit of unacknowledged messages per peer.
  for (let n = 0; n < 101; n++) here.say(`${n}`, doctor, ['usr_pat'])
  assert.ok(!delivered().slice(1).includes(true))
})

test('a peer does not receive messages from before they joined', () => {
  const here = chat()
  here.say('between the two of us', doctor, ['usr_pat'])
  assert.deepEqual(here.unacknowledged('gst_mother'), [])
})

test('a peer can neither hide nor acknowledge messages between others', () => {
  const here = chat()
  here.receive('{"say":{"id":"same","text":"one"}}', patient)
  here.receive('{"say":{"id":"same","text":"two"}}', doctor)
  assert.deepEqual(texts(here), ['one', 'two'])
  here.say('to the patient', doctor, ['usr_pat'])
  here.receive(`{"got":"m${ids}"}`, doctor)
  assert.equal(here.unacknowledged('usr_pat').length, 1)
})

test('truncates long texts, sends no empty ones, and ignores invalid frames', () => {
  const here = chat()
  assert.equal(here.say('  \n ', doctor, []), undefined)
  here.say('x'.repeat(3000), doctor, [])
  assert.equal(here.messages[0]!.text.length, 2000)
  const there = chat()
  for (const raw of [
    undefined,
    new ArrayBuffer(8),
    'no JSON',
    'null',
    '[]',
    '{"say":null}',
    '{"say":{"id":7,"text":"a"}}',
    '{"say":{"id":"a b","text":"a"}}',
    '{"say":{"id":"a","text":" "}}',
    JSON.stringify({ say: { id: 'a', text: 'x'.repeat(2001) } }),
    `{"say":{"id":"a","text":"a"},"more":"${'x'.repeat(20_000)}"}`,
  ])
    assert.equal(there.receive(raw, doctor), undefined)
  assert.deepEqual(there.messages, [])
  // The longest allowed text, with maximal escaping.
  assert.ok(there.receive(here.say(`${'\u0001'.repeat(1999)}x`, doctor, []), doctor))
})

test('limits the stored messages of a peer who floods the chat', () => {
  const here = chat()
  for (let n = 0; n < 700; n++) here.receive(JSON.stringify({ say: { id: `n${n}`, text: `${n}` } }), patient)
  assert.equal(here.messages.length, 500)
  assert.equal(here.messages.at(-1)!.text, '699')
  for (let n = 0; n < 150; n++) here.say(`${n}`, doctor, ['usr_pat'])
  assert.equal(here.unacknowledged('usr_pat').length, 100)
})
