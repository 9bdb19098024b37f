import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AddressFault } from '../../providers/address.ts'
import { smtpAddress, twilioAddress, whatsAppAddress } from './addresses.ts'

test('an SMTP URL holds the host, the login and the sender', () => {
  assert.deepEqual(smtpAddress('smtp://me%40example.ma:p%3A%2Fss@mail.example.ma:2525?from=no-reply@example.ma'), {
    host: 'mail.example.ma',
    port: 2525,
    encryption: 'by STARTTLS',
    login: { user: 'me@example.ma', password: 'p:/ss' },
    from: { name: '', address: 'no-reply@example.ma' },
  })
  assert.partialDeepStrictEqual(
    smtpAddress('smtps://mail.example.ma?from=a@example.ma&fromName=Medina%20Care%20المدينة'),
    {
      port: 465,
      encryption: 'from the start',
      login: undefined,
      from: { name: 'Medina Care المدينة', address: 'a@example.ma' },
    },
  )
  assert.equal(smtpAddress('smtp://mail.example.ma/?from=a@example.ma').port, 587)
})

test('SMTP is unencrypted on loopback only', () => {
  const encryptionAt = (host: string) => smtpAddress(`smtp://${host}?from=a@example.ma`).encryption
  for (const host of ['localhost', '127.0.0.1:25', '127.1.2.3', '[::1]:25']) assert.equal(encryptionAt(host), 'none')
  for (const host of ['10.0.0.1', 'localhost.example.ma', '127.example.ma', '[::2]'])
    assert.equal(encryptionAt(host), 'by STARTTLS')
  assert.equal(smtpAddress('smtp://[::1]:25?from=a@example.ma').host, '::1')
})

test('a Twilio URL holds the credentials and the sender: a number, a name or a service', () => {
  assert.deepEqual(twilioAddress('twilio://AC1:t%2Fken@api.twilio.com?from=+212500000000'), {
    base: 'https://api.twilio.com',
    accountSid: 'AC1',
    authToken: 't/ken',
    sender: { From: '+212500000000' },
  })
  const senderOf = (query: string) => twilioAddress(`twilio://AC1:token@api.twilio.com?${query}`).sender
  assert.deepEqual(senderOf('from=%2B212500000000'), { From: '+212500000000' })
  assert.deepEqual(senderOf('from=Medina%20Care'), { From: 'Medina Care' })
  assert.deepEqual(senderOf('messagingServiceSid=MG1'), { MessagingServiceSid: 'MG1' })
})

test('a WhatsApp URL holds the number, the API version and the callback secrets', () => {
  assert.deepEqual(
    whatsAppAddress('whatsapp://1055:EAAx@graph.facebook.com/v23.0?appSecret=app+secret&verifyToken=v%20t'),
    {
      base: 'https://graph.facebook.com/v23.0',
      phoneNumberId: '1055',
      accessToken: 'EAAx',
      appSecret: 'app+secret',
      verifyToken: 'v t',
    },
  )
})

test('a self-hosted gateway may have a path, and be unencrypted on loopback', () => {
  assert.equal(
    twilioAddress('twilio://A:b@sms.example.ma:8443/twilio/?from=X').base,
    'https://sms.example.ma:8443/twilio',
  )
  assert.equal(twilioAddress('twilio+http://A:b@127.0.0.1:8080?from=X').base, 'http://127.0.0.1:8080')
  assert.equal(
    whatsAppAddress('whatsapp+http://1:b@[::1]:8080/v23.0/?appSecret=a&verifyToken=b').base,
    'http://[::1]:8080/v23.0',
  )
})

test('rejects invalid URLs with a reason, and without their secrets', () => {
  const smtp = 'smtp://user:s3cret@mail.example.ma'
  const twilio = 'twilio://AC1:s3cret@api.twilio.com'
  const whatsApp = 'whatsapp://1055:s3cret@graph.facebook.com'
  const faults: [(text: string) => object, string, RegExp][] = [
    [smtpAddress, 'mail.example.ma', /begins with smtp:/],
    [smtpAddress, 'smtp://', /begins with smtp:/],
    [smtpAddress, 'https://mail.example.ma?from=a@example.ma', /begins with smtp:/],
    [smtpAddress, `${smtp}#s3cret`, /begins with smtp:/],
    [smtpAddress, smtp, /set the sender/],
    [smtpAddress, `${smtp}?from=Medina`, /set the sender/],
    [smtpAddress, `${smtp}?from=a@b,c@d`, /set the sender/],
    [smtpAddress, `${smtp}?from=a@example.ma%0ABcc:x`, /set the sender/],
    [smtpAddress, `${smtp}?from=a@example.ma&fromName=x%0Ay`, /fromName of one line/],
    [smtpAddress, `${smtp}?from=a@example.ma&from=b@example.ma`, /each once/],
    [smtpAddress, `${smtp}?from=a@example.ma&tls=no`, /only the parameters from and fromName/],
    [smtpAddress, `${smtp}/inbox?from=a@example.ma`, /no path/],
    [smtpAddress, 'smtp://user@mail.example.ma?from=a@example.ma', /both|neither/],
    [smtpAddress, 'smtp://user:s3cret%@mail.example.ma?from=a@example.ma', /percent-encoded/],
    [twilioAddress, twilio, /set the sender/],
    [twilioAddress, `${twilio}?from=X&messagingServiceSid=MG1`, /set the sender/],
    [twilioAddress, `${twilio}?from=212500000000`, /a from like/],
    [twilioAddress, `${twilio}?from=TwelveLetter`, /a from like/],
    [twilioAddress, `${twilio}?messagingServiceSid=../x`, /messagingServiceSid like/],
    [twilioAddress, 'twilio://api.twilio.com?from=X', /ACCOUNT_SID:AUTH_TOKEN/],
    [twilioAddress, 'twilio://..%2Fx:s3cret@api.twilio.com?from=X', /ACCOUNT_SID:AUTH_TOKEN/],
    [twilioAddress, 'twilio+http://AC1:s3cret@10.0.0.1?from=X', /begin with twilio:.*encrypted/],
    [whatsAppAddress, `${whatsApp}?appSecret=s3cret&verifyToken=b`, /version of the API/],
    [whatsAppAddress, `${whatsApp}/v23?appSecret=s3cret&verifyToken=b`, /version of the API/],
    [whatsAppAddress, `${whatsApp}/v23.0?appSecret=s3cret`, /verifyToken/],
    [whatsAppAddress, `${whatsApp}/v23.0?verifyToken=s3cret&appSecret=`, /appSecret/],
    [whatsAppAddress, 'whatsapp://me:s3cret@graph.facebook.com/v23.0?appSecret=a&verifyToken=b', /PHONE_NUMBER_ID/],
    [whatsAppAddress, 'whatsapp+http://1:s3cret@graph.example.ma/v23.0?appSecret=a&verifyToken=b', /encrypted/],
  ]
  for (const [read, text, fault] of faults)
    assert.throws(
      () => read(text),
      (error) => {
        assert.ok(error instanceof AddressFault, text)
        assert.match(error.message, fault, text)
        assert.doesNotMatch(error.message, /s3cret/)
        return true
      },
    )
})
