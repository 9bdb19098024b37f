import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Chat } from './chat.ts'

const doctor = { peerId: 'usr_doc', role: 'host', name: 'Dr Alami' } as const
const patient = { peerId: 'usr_pat', role: 'patient', name: 'Salma' } as const
let ids = 0
/** @param kept simulates sessionStorage, which a reload shares */
function newChat(kept = new Map<string, string>(), owner = 'usr_doc') {
  const made = new Chat(
    {
      newId: () => `m${++ids}`,
      date: () => 5,
      store: {
        read: (key) => JSON.parse(kept.get(key) ?? 'null') ?? undefined,
        write: (key, value) => void (value === undefined ? kept.delete(key) : kept.set(key, JSON.stringify(value))),
      },
    },
    'room_a',
  )
  made.restoreFor(owner)
  return made
}
const texts = (shown: Chat) => shown.messages.map(({ text }) => text)

test('a message arrives unchanged, in any script, and as plain text', () => {
  const [ownChat, peerChat] = [newChat(), newChat()]
  for (const text of ['هل تسمعني؟', '<img src=x onerror=alert(1)>', '"}\u0000\n👩‍⚕️'])
    peerChat.receive(ownChat.say(text, doctor, ['usr_pat']), doctor)
  assert.deepEqual(texts(peerChat), texts(ownChat))
  assert.deepEqual(peerChat.messages[0], { ...peerChat.messages[0], from: doctor, isMine: false, at: 5 })
  assert.equal(ownChat.messages[0]!.isMine, true)
})

test('sends an unacknowledged message again on the next link, and shows it once', () => {
  const [ownChat, peerChat] = [newChat(), newChat()]
  const lost = ownChat.say('lost on its way', doctor, ['usr_pat'])!
  ownChat.say('sent while the peer was away', doctor, ['usr_pat'])
  peerChat.receive(lost, doctor)
  for (const frame of ownChat.unacknowledged('usr_pat')) ownChat.receive(peerChat.receive(frame, doctor), patient)
  assert.deepEqual(texts(peerChat), ['lost on its way', 'sent while the peer was away'])
  assert.deepEqual(ownChat.unacknowledged('usr_pat'), [])
})

test('a message counts as delivered when all recipients acknowledged it, and never without recipients', () => {
  const [ownChat, peerChat] = [newChat(), newChat()]
  const mother = { peerId: 'gst_mother', role: 'guest', name: 'Fatima' } as const
  const delivered = () => ownChat.messages.map(({ isDelivered }) => isDelivered)
  const frame = ownChat.say('Bonjour', doctor, ['usr_pat', 'gst_mother'])
  ownChat.say('Is anyone there?', doctor, [])
  const answer = peerChat.receive(frame, doctor)
  assert.equal(peerChat.messages[0]!.isDelivered, true)
  ownChat.receive(answer, patient)
  ownChat.receive(answer, patient)
  assert.deepEqual(delivered(), [false, false])
  ownChat.receive(answer, mother)
  assert.deepEqual(delivered(), [true, false])
  // More than the limit of unacknowledged messages per peer.
  for (let n = 0; n < 101; n++) ownChat.say(`${n}`, doctor, ['usr_pat'])
  assert.ok(!delivered().slice(1).includes(true))
})

test('a reload of either page keeps the messages, and what is still to be delivered', () => {
  const [ownTab, peerTab] = [new Map<string, string>(), new Map<string, string>()]
  const [ownChat, peerChat] = [newChat(ownTab), newChat(peerTab, 'usr_pat')]
  const first = ownChat.say('Bonjour', doctor, ['usr_pat'])
  ownChat.receive(peerChat.receive(first, doctor), patient)
  const second = ownChat.say('sent before the reload', doctor, ['usr_pat'])!
  peerChat.receive(second, doctor) // its acknowledgement is lost

  const [ownAgain, peerAgain] = [newChat(ownTab), newChat(peerTab, 'usr_pat')]
  assert.deepEqual(ownAgain.messages, ownChat.messages)
  assert.deepEqual(peerAgain.messages, peerChat.messages)
  assert.deepEqual(
    ownAgain.messages.map(({ isDelivered }) => isDelivered),
    [true, false],
  )
  const frames = ownAgain.unacknowledged('usr_pat')
  assert.deepEqual(frames, [second])
  ownAgain.receive(peerAgain.receive(frames[0], doctor), patient)
  assert.equal(peerAgain.messages.length, 2, 'it is shown once')
  assert.equal(ownAgain.messages[1]!.isDelivered, true)
  assert.deepEqual(newChat(ownTab).unacknowledged('usr_pat'), [])
  assert.deepEqual(newChat(ownTab, 'gst_mother').messages, [], 'another person in the same tab')
})

test('the end of the consultation deletes the messages', () => {
  const tab = new Map<string, string>()
  const ended = newChat(tab)
  ended.say('Bonjour', doctor, ['usr_pat'])
  ended.forget()
  assert.deepEqual([...tab], [])
})

test('a peer does not receive messages from before they joined', () => {
  const ownChat = newChat()
  ownChat.say('between the two of us', doctor, ['usr_pat'])
  assert.deepEqual(ownChat.unacknowledged('gst_mother'), [])
})

test('a peer can neither hide nor acknowledge messages between others', () => {
  const ownChat = newChat()
  ownChat.receive('{"say":{"id":"same","text":"one"}}', patient)
  ownChat.receive('{"say":{"id":"same","text":"two"}}', doctor)
  assert.deepEqual(texts(ownChat), ['one', 'two'])
  ownChat.say('to the patient', doctor, ['usr_pat'])
  ownChat.receive(`{"got":"m${ids}"}`, doctor)
  assert.equal(ownChat.unacknowledged('usr_pat').length, 1)
})

test('truncates long texts, sends no empty ones, and ignores invalid frames', () => {
  const ownChat = newChat()
  assert.equal(ownChat.say('  \n ', doctor, []), undefined)
  ownChat.say('x'.repeat(3000), doctor, [])
  assert.equal(ownChat.messages[0]!.text.length, 2000)
  const peerChat = newChat()
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
    assert.equal(peerChat.receive(raw, doctor), undefined)
  assert.deepEqual(peerChat.messages, [])
  // The longest allowed text, with maximal escaping.
  assert.ok(peerChat.receive(ownChat.say(`${'\u0001'.repeat(1999)}x`, doctor, []), doctor))
})

test('limits the stored messages of a peer who floods the chat', () => {
  const ownChat = newChat()
  for (let n = 0; n < 700; n++) ownChat.receive(JSON.stringify({ say: { id: `n${n}`, text: `${n}` } }), patient)
  assert.equal(ownChat.messages.length, 500)
  assert.equal(ownChat.messages.at(-1)!.text, '699')
  for (let n = 0; n < 150; n++) ownChat.say(`${n}`, doctor, ['usr_pat'])
  assert.equal(ownChat.unacknowledged('usr_pat').length, 100)
})

test('a shared file arrives with its message, and a file that is none is ignored', () => {
  const [ownChat, peerChat] = [newChat(), newChat()]
  const file = { id: 'vfl_1a2b', name: 'Bilan.pdf', size: 71_204 }
  peerChat.receive(ownChat.say(file.name, doctor, ['usr_pat'], file), doctor)
  assert.deepEqual([ownChat.messages[0]!.file, peerChat.messages[0]!.file], [file, file])
  for (const wrong of [{ ...file, id: '../x' }, { ...file, size: 0 }, { ...file, name: 'x'.repeat(101) }, null, 'x'])
    peerChat.receive(JSON.stringify({ say: { id: 'm', text: 'x', file: wrong } }), doctor)
  assert.equal(peerChat.messages.length, 1)
})
