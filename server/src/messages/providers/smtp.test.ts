import assert from 'node:assert/strict'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { after, test } from 'node:test'
import { SMTPServer, type SMTPServerOptions, type SMTPServerSession } from 'smtp-server'
import { eventually } from '../../../testing/eventually.ts'
import { certificate, key } from '../../features/platform/webhooks/engine/request/certificate-testing.ts'
import { type SmtpAddress, smtpAddress } from './addresses.ts'
import { MessageProviderError } from './index.ts'
import { longDeadline, outcomeOf, outgoing } from './provider-server-testing.ts'
import { SmtpMessages } from './smtp.ts'

type Mail = { session: SMTPServerSession; from: string; to: string[]; raw: string }

/** A mail server on loopback, with the mails that it has taken. */
async function startMailServer(options: SMTPServerOptions = {}) {
  const taken: Mail[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    closeTimeout: 1,
    onData(stream, session, answer) {
      const { mailFrom, rcptTo } = session.envelope
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const from = mailFrom ? mailFrom.address : ''
        taken.push({ session, from, to: rcptTo.map(({ address }) => address), raw: Buffer.concat(chunks).toString() })
        answer(null, 'queued as 4bXYZ')
      })
    },
    ...options,
  })
  server.on('error', () => {}) // the tests break connections
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  after(() => new Promise<void>((resolve) => server.close(resolve)))
  return { taken, server, port: (server.server.address() as AddressInfo).port } // listens on TCP
}

/** Answers to a connection (`hello`), to commands, and to the end of a message (`.`). */
type Answers = (line: string, socket: Socket) => string | undefined

/** A scripted TCP server, with the lines that it has received. */
async function startRaw(answers: Answers) {
  const sockets: Socket[] = []
  const lines: string[] = []
  const server = createServer((socket) => {
    let inMessage = false
    const writeLine = (line: string) => {
      lines.push(line)
      const answer = answers(line, socket)
      if (line === 'DATA') inMessage = answer?.startsWith('354') === true
      if (line === '.') inMessage = false
      if (answer !== undefined && !(inMessage && line !== 'DATA') && !socket.destroyed) socket.write(answer)
    }
    sockets.push(socket)
    socket.on('error', () => {}) // as above
    socket.on('data', (bytes) => bytes.toString().split('\r\n').slice(0, -1).forEach(writeLine))
    writeLine('hello')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  after(() => {
    server.close()
    for (const socket of sockets) socket.destroy()
  })
  return { port: (server.address() as AddressInfo).port, sockets, lines }
}
const acceptAll: Answers = (line) => {
  if (line === 'hello') return '220 mail.example.ma ESMTP\r\n'
  if (line === 'DATA') return '354 go on\r\n'
  return /^(EHLO|MAIL|RCPT|RSET|QUIT|\.$)/.test(line) ? '250 ok\r\n' : '502 what?\r\n'
}
/** As `well`, except for one line. */
const but =
  (at: string, answer: Answers): Answers =>
  (line, socket) =>
    line === at || (at !== '.' && line.startsWith(at)) ? answer(line, socket) : acceptAll(line, socket)

function providerAt(port: number, changes: Partial<SmtpAddress> = {}, trust?: string[]) {
  const address = smtpAddress(`smtp://127.0.0.1:${port}?from=no-reply@example.ma&fromName=Médina`)
  const provider = new SmtpMessages({ ...address, ...changes }, trust && { trust })
  after(() => provider.close())
  return provider
}
const mail = (changes: object = {}) => outgoing({ channel: 'EMAIL', to: 'salma@example.ma', ...changes })
const send = (provider: SmtpMessages, changes: object = {}, signal = longDeadline()) =>
  outcomeOf(provider.send(mail(changes), signal))

/** The fields of a header, unfolded and decoded. */
function headerOf(part: string): Map<string, string> {
  const [head = ''] = part.split('\r\n\r\n')
  const lines = head.replace(/\r\n[ \t]/g, ' ').split('\r\n')
  return new Map(lines.map((line) => [line.slice(0, line.indexOf(':')), decoded(line.slice(line.indexOf(':') + 2))]))
}
const WORDS = /=\?UTF-8\?[BQ]\?[^?]*\?=(?:\s*=\?UTF-8\?[BQ]\?[^?]*\?=)*/g
const WORD = /=\?UTF-8\?([BQ])\?([^?]*)\?=/g
const decoded = (text: string) =>
  text.replace(WORDS, (words) => Buffer.concat([...words.matchAll(WORD)].map(decodeWord)).toString())
const decodeWord = ([, encoding, content = '']: RegExpExecArray) =>
  encoding === 'B' ? Buffer.from(content, 'base64') : decodeQuoted(content.replaceAll('_', ' '))
const decodeQuoted = (text: string) =>
  Buffer.from(
    text.replace(/=\r\n/g, '').replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  )
/** The alternatives of a message by content type. */
function alternativesOf(raw: string): Record<string, string> {
  const boundary = /boundary="([^"]+)"/.exec(raw)![1]!
  const parts = raw.split(`--${boundary}`).slice(1, -1)
  return Object.fromEntries(
    parts.map((part) => {
      const header = headerOf(part.trimStart())
      const body = part.trimStart().split('\r\n\r\n').slice(1).join('\r\n\r\n').trimEnd()
      const encoding = header.get('Content-Transfer-Encoding')
      const bytes =
        encoding === 'base64'
          ? Buffer.from(body, 'base64')
          : encoding === '7bit'
            ? Buffer.from(body)
            : decodeQuoted(body)
      return [header.get('Content-Type')!, bytes.toString()]
    }),
  )
}

test('an appointment is a calendar entry for the recipient', async () => {
  const { taken, port } = await startMailServer()
  const event = {
    uid: 'apt_1@example.ma',
    sequence: 0,
    start: new Date('2026-12-01T09:30:00Z'),
    end: new Date('2026-12-01T10:00:00Z'),
    at: new Date(),
    summary: 'Consultation',
  }
  await send(providerAt(port), { calendar: [event] })
  const { raw } = taken[0]!
  assert.match(raw, /Content-Type: text\/calendar;[^;]*;? ?method=REQUEST/)
  const parts = raw.split(/\r\n--/)
  const inline = parts.find((part) => /Content-Type: text\/calendar/.test(part))!
  const content = inline.split('\r\n\r\n')[1]!
  const file = decodeQuoted(content).toString()
  assert.match(file, /METHOD:REQUEST/)
  assert.match(file.replaceAll('\r\n ', ''), /ORGANIZER;CN="Médina":mailto:no-reply@example\.ma/)
  assert.match(file.replaceAll('\r\n ', ''), /ATTENDEE;[^\r]*:mailto:salma@example\.ma/)
})

test('a message has a text and an HTML part, one recipient, and the header of an automatic mail', async () => {
  const { taken, port } = await startMailServer()
  assert.equal(await send(providerAt(port)), '<msg_019a9f3c5d2e00000000000000000001@example.ma>')
  const { from, to, raw } = taken[0]!
  assert.deepEqual([from, to], ['no-reply@example.ma', ['salma@example.ma']])
  const { 'Content-Type': type, Date: date, ...header } = Object.fromEntries(headerOf(raw))
  assert.match(type!, /^multipart\/alternative/)
  assert.ok(Math.abs(Date.parse(date!) - Date.now()) < 3_600_000)
  assert.deepEqual(header, {
    'Auto-Submitted': 'auto-generated',
    'Content-Language': 'fr',
    From: 'Médina <no-reply@example.ma>',
    To: 'salma@example.ma',
    Subject: 'Votre commande est prête',
    'Message-ID': '<msg_019a9f3c5d2e00000000000000000001@example.ma>',
    'MIME-Version': '1.0',
  })
  assert.deepEqual(alternativesOf(raw), {
    'text/plain; charset=utf-8': 'Votre commande est prête.\r\nPharmacie Atlas & Cie',
    'text/html; charset=utf-8': '<p>Votre commande est prête.</p>',
  })
})

test('Arabic arrives unchanged, also in long subjects', async () => {
  const { taken, port } = await startMailServer()
  const arabic = {
    subject: 'تذكير بموعدك الطبي غدا '.repeat(9).trim(),
    text: 'طلبك جاهز',
    html: '<p dir="rtl">طلبك</p>',
  }
  await send(providerAt(port), { ...arabic, language: 'ar' })
  const raw = taken[0]!.raw
  assert.equal(headerOf(raw).get('Subject'), arabic.subject)
  assert.ok(raw.split('\r\n').every((line) => Buffer.byteLength(line) <= 998 && /^[\x20-\x7e\t]*$/.test(line)))
  assert.deepEqual(Object.values(alternativesOf(raw)), [arabic.text, arabic.html])
})

test('a name can neither add a header line nor change the text direction of the subject', async () => {
  const { taken, port } = await startMailServer()
  const provider = providerAt(port)
  for (const [subject, arrives] of [
    ['Dr A\r\nBcc: victim@example.com\r\n\r\n<b>', 'Dr A Bcc: victim@example.com <b>'],
    ['Dr A\nB\rC\u0085D\u2028E\0F\x1bG', 'Dr A B C D E F G'],
    ['Dr \u202egro.elpmaxe\u202c @', 'Dr gro.elpmaxe @'],
    ['Dr =?UTF-8?Q?=E2=80=AEforged?=', 'Dr = ?UTF-8?Q?=E2=80=AEforged?='],
    ['pharmacie \u2068الأطلس\u2069', 'pharmacie \u2068الأطلس\u2069'],
  ] as const) {
    await send(provider, { subject })
    const { to, raw } = taken.at(-1)!
    const header = headerOf(raw)
    assert.equal(header.get('Subject'), arrives)
    assert.deepEqual(
      [...header.keys()].filter((name) => /bcc|^$/i.test(name)),
      [],
    )
    assert.deepEqual(to, ['salma@example.ma'])
  }
})

test('refuses an address that holds several addresses, none, or commands', async () => {
  const { taken, port } = await startMailServer()
  const provider = providerAt(port)
  for (const to of [
    'a@example.ma,b@example.ma',
    'a@example.ma>\r\nRCPT TO:<b@example.ma',
    'Salma <a@example.ma>',
    'a@b@example.ma',
    'a@example.ma\u202e',
    '"a b"@example.ma',
    'example.ma',
    '',
  ])
    assert.equal(await send(provider, { to }), 'invalid_recipient', to)
  assert.equal(taken.length, 0)
})

test('a second attempt has the same Message-ID', async () => {
  const { taken, port } = await startMailServer()
  const provider = providerAt(port)
  assert.equal(await send(provider), await send(provider))
  const [first, second] = taken.map(({ raw }) => headerOf(raw).get('Message-ID'))
  assert.equal(first, second)
})

test('shares a few connections', async () => {
  const { taken, port } = await startMailServer()
  const provider = providerAt(port)
  await Promise.all(Array.from({ length: 30 }, (_, n) => send(provider, { messageId: `msg_${n}` })))
  assert.equal(taken.length, 30)
  assert.ok(new Set(taken.map(({ session }) => session.id)).size <= 5)
})

test('uses TLS for hosts other than this machine', async () => {
  const tls = { key, cert: certificate }
  const { taken, port } = await startMailServer({ ...tls, disabledCommands: [] })
  const encryption = 'by STARTTLS'
  assert.match(await send(providerAt(port, { encryption }, [certificate])), /^<msg_/)
  assert.equal(taken[0]!.session.secure, true)
  assert.equal(await send(providerAt(port, { encryption })), 'connection_refused', 'an untrusted certificate')

  const login = { user: 'medina', password: 'secret' }
  const plain = await startRaw(acceptAll)
  assert.equal(await send(providerAt(plain.port, { encryption, login })), 'connection_refused', 'no STARTTLS offered')
  assert.deepEqual(
    plain.lines.filter((line) => /^(AUTH|MAIL)/.test(line)),
    [],
  )

  const secure = await startMailServer({ ...tls, secure: true })
  assert.match(await send(providerAt(secure.port, { encryption: 'from the start' }, [certificate])), /^<msg_/)
  assert.equal(await send(providerAt(secure.port, { encryption: 'from the start' })), 'connection_refused')
  assert.equal(taken.length + secure.taken.length, 2)
})

test('authenticates with the credentials of the address', async () => {
  const { taken, port } = await startMailServer({
    authOptional: false,
    allowInsecureAuth: true,
    onAuth({ username, password }, _session, answer) {
      if (username === 'me@example.ma' && password === 'p:ss') answer(null, { user: username })
      else answer(new Error('Wrong: p:ss of me@example.ma'))
    },
  })
  const known = smtpAddress(`smtp://me%40example.ma:p%3Ass@127.0.0.1:${port}?from=no-reply@example.ma`)
  assert.match(await send(providerAt(port, known)), /^<msg_/)
  assert.equal(taken[0]!.session.user, 'me@example.ma')
  assert.equal(await send(providerAt(port)), 'auth_failed', 'no credentials')
  const wrong = providerAt(port, { login: { user: 'me@example.ma', password: 'guess' } })
  assert.equal(await send(wrong), 'auth_failed')
  const error = await wrong.send(mail(), longDeadline()).catch((error) => error)
  assert.ok(error instanceof MessageProviderError)
  assert.doesNotMatch(`${error.stack} ${(error.cause as Error).stack}`, /p:ss|guess|me@example/)
})

test('maps replies to failures by reply code and command', async () => {
  for (const [command, answer, end] of [
    ['RCPT', '550 5.1.1 no such user salma@example.ma', 'invalid_recipient'],
    ['RCPT', '553 bad mailbox', 'invalid_recipient'],
    ['RCPT', '550 5.7.1 you are on a list', 'blocked'],
    ['RCPT', '450 4.2.0 greylisted, come back', 'service_unavailable'],
    ['RCPT', '452 4.2.2 mailbox full', 'service_unavailable'],
    ['RCPT', '421 4.3.2 closing', 'service_unavailable'],
    ['MAIL', '553 5.7.1 that sender is not yours', 'auth_failed'],
    ['MAIL', '530 5.7.0 sign in first', 'auth_failed'],
    ['MAIL', '451 4.3.0 later', 'service_unavailable'],
    ['DATA', '554 5.5.1 no valid recipients', 'rejected'],
    ['DATA', '451 4.3.0 later', 'service_unavailable'],
    ['.', '554 5.6.0 not this', 'rejected'],
    ['.', '552 5.3.4 too large', 'rejected'],
    ['.', '451 4.3.0 later', 'service_unavailable'],
    ['.', '421 4.3.2 closing', 'service_unavailable'],
    ['hello', '554 5.3.2 go away', 'service_unavailable'],
    ['hello', '421 4.3.2 too busy', 'service_unavailable'],
  ] as const) {
    const { port } = await startRaw(but(command, () => `${answer}\r\n`))
    assert.equal(await send(providerAt(port)), end, `${command} ${answer}`)
  }
})

test('a broken connection leaves a message in doubt only after its content has begun to be sent', async () => {
  assert.equal(await send(providerAt(1)), 'connection_refused')
  for (const [at, end] of [
    ['hello', 'connection_refused'],
    ['EHLO', 'connection_refused'],
    ['MAIL', 'connection_refused'],
    ['RCPT', 'connection_refused'],
    ['DATA', 'connection_refused'],
    ['Subject:', 'service_unavailable?'],
    ['.', 'service_unavailable?'],
  ] as const) {
    const { port } = await startRaw(but(at, (_, socket) => void socket.resetAndDestroy()))
    assert.equal(await send(providerAt(port)), end, at)
  }
})

test('an abort leaves a message in doubt only after its content has begun to be sent', async () => {
  for (const [at, end] of [
    ['hello', 'timeout'],
    ['MAIL', 'timeout'],
    ['DATA', 'timeout'],
    ['.', 'timeout?'],
  ] as const) {
    const over = new AbortController()
    const { port, sockets } = await startRaw(but(at, () => void setTimeout(() => over.abort(), 50)))
    assert.equal(await send(providerAt(port), {}, over.signal), end, at)
    await eventually(() => sockets.every((socket) => socket.destroyed || socket.readableEnded))
  }
  assert.equal(await send(providerAt(1), {}, AbortSignal.abort()), 'timeout')
})

test('disconnects from a server that answers without end', async () => {
  const { port } = await startRaw(but('EHLO', () => '250-x\r\n'.repeat(20_000)))
  assert.equal(await send(providerAt(port)), 'connection_refused')
})

test('an idle connection that broke loses no message, and sends none twice', async () => {
  const { port, sockets, lines } = await startRaw(acceptAll)
  const provider = providerAt(port)
  await send(provider)
  for (const socket of sockets) socket.resetAndDestroy()
  assert.match(await send(provider), /^<msg_/)
  assert.equal(lines.filter((line) => line === '.').length, 2)
})
