import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { newPerson, newTenant } from '../../../../testing/factories.ts'
import { startPlatform } from '../../../../testing/harness.ts'
import { workerDatabase } from '../../../../testing/sealing.ts'
import { catalog, type TemplateCode } from '../../../messages/catalog.ts'
import { findDeclaration, textOf } from './actions.ts'

const platform = await startPlatform()
const { call } = platform

const newOrganization = async () => {
  const tenantId = await newTenant(platform)
  return { tenantId, token: (await newPerson(platform, tenantId, 'ADMIN')).token }
}
const { tenantId, token } = await newOrganization()

const pathOf = (name: string) => `/api/notification-templates/${name}`
const write = (name: string, body: object, caller = token) => call('PUT', pathOf(name), { token: caller, body })
const read = async (name: string, caller = token) => (await call('GET', pathOf(name), { token: caller })).body.template
const list = async (query: string, caller = token) =>
  (await call('GET', `/api/notification-templates?${query}`, { token: caller })).body
const faultsOf = (answer: { status: number; body: { error: { details: { path: string[]; message: string }[] } } }) => {
  assert.equal(answer.status, 422, JSON.stringify(answer.body))
  return answer.body.error.details.map(({ path, message }) => `${path.join('.')} ${message}`)
}

const CONFIRMED = 'Le {startTime} avec {withName} : oui !'

describe('the templates of an organisation', () => {
  test('are initially the platform’s, each in three channels and languages', async () => {
    const { templates, pagination } = await list('pageSize=100')
    assert.equal(pagination.total, Object.keys(catalog).length * 9)
    assert.deepEqual(templates[0], {
      code: 'ACCESS_GRANTED',
      channel: 'WHATSAPP',
      language: 'fr',
      purpose: 'SERVICE',
      variables: ['organization', 'link', 'validUntil'],
      optional: [],
      own: false,
      sendable: false,
    })
    const further = Array.from({ length: pagination.totalPages - 1 }, (_, at) => at + 2)
    const others = await Promise.all(further.map((page) => list(`pageSize=100&page=${page}`)))
    assert.deepEqual(
      [templates, ...others.map((one) => one.templates)].flat().map(({ code }: { code: TemplateCode }) => code),
      Object.keys(catalog)
        .sort()
        .flatMap((code) => Array(9).fill(code)),
    )
    assert.deepEqual((await list('own=true')).templates, [])
    const filtered = await list('code=RECALL&channel=SMS,EMAIL&language=ar')
    assert.deepEqual(
      filtered.templates.map(({ channel }: { channel: string }) => channel),
      ['SMS', 'EMAIL'],
    )
  })

  test('replace the platform’s for this organisation only, until deleted', async () => {
    const other = await newOrganization()
    const name = 'APPOINTMENT_CONFIRMED/SMS/fr'
    const before = await read(name)
    assert.deepEqual([before.own, before.subject, before.updatedAt], [false, null, null])
    const answer = await write(name, { text: CONFIRMED })
    assert.equal(answer.status, 200, answer.text)
    assert.deepEqual(answer.body.template, await read(name))
    assert.deepEqual(answer.body.template, {
      ...before,
      own: true,
      text: CONFIRMED,
      updatedAt: answer.body.template.updatedAt,
    })
    assert.deepEqual(await read(name, other.token), before)
    assert.deepEqual((await list('own=true&code=APPOINTMENT_CONFIRMED')).pagination.total, 1)

    const others = ['APPOINTMENT_CONFIRMED/SMS/ar', 'APPOINTMENT_CONFIRMED/WHATSAPP/fr']
    for (const one of others) await write(one, { text: CONFIRMED })
    await write(name, { text: `${CONFIRMED}\r\nÀ bientôt\r` })
    assert.equal((await read(name)).text, `${CONFIRMED}\nÀ bientôt`)
    assert.deepEqual((await call('DELETE', pathOf(name), { token })).body, { ok: true })
    assert.deepEqual(await read(name), before)
    assert.equal((await call('DELETE', pathOf(name), { token })).status, 404)
    for (const one of others) {
      assert.equal((await read(one)).own, true, 'other channels and languages keep theirs')
      await call('DELETE', pathOf(one), { token })
    }
  })

  test('can have their own codes, whose texts share variables and purpose', async () => {
    const answer = await write('FLU_SEASON/EMAIL/fr', {
      subject: 'Bonjour {firstName}',
      text: 'Le vaccin est arrivé :\n{link}',
      variables: { firstName: 'text', link: 'link' },
      purpose: 'MARKETING',
    })
    assert.equal(answer.status, 200, answer.text)
    const { kinds, variables, purpose, own } = answer.body.template
    assert.deepEqual(
      [kinds, variables, purpose, own],
      [{ firstName: 'text', link: 'link' }, ['firstName', 'link'], 'MARKETING', true],
    )

    assert.equal((await write('FLU_SEASON/SMS/ar', { text: '{firstName} {link}' })).status, 200)
    for (const given of [
      { purpose: 'SERVICE' },
      { variables: { firstName: 'text' } },
      { variables: { firstName: 'text', link: 'text' } },
    ]) {
      const refused = await write('FLU_SEASON/SMS/fr', { text: '{firstName} {link}', ...given })
      assert.equal(refused.status, 409, refused.text)
      assert.deepEqual(refused.body.error.details, {
        variables: { firstName: 'text', link: 'link' },
        purpose: 'MARKETING',
      })
    }
    assert.deepEqual(faultsOf(await write('FLU_SEASON/SMS/fr', { text: '{firstName} {nom}' })), [
      'text uses {nom}, which is not a variable of this template',
      'text does not use {link}',
    ])
    for (const name of ['FLU_SEASON/WHATSAPP/fr', 'FLU_SEASON/SMS/en', 'FLU_SEASONS/SMS/ar'])
      assert.equal((await call('GET', pathOf(name), { token })).status, 404)
  })

  test('delete a code with its last text, after which it can be created again', async () => {
    const name = 'MADE_ANEW/SMS/fr'
    await write(name, { text: '{a}', variables: { a: 'text' }, purpose: 'SERVICE' })
    const changed = { text: '{b}', variables: { b: 'count' }, purpose: 'MARKETING' }
    assert.deepEqual(faultsOf(await write(name, changed)), [
      'text uses {b}, which is not a variable of this template',
      'text does not use {a}',
    ])
    assert.equal((await write(name, { ...changed, text: '{a}' })).status, 409)
    assert.equal((await write(name, { text: 'Encore {a}' })).body.template.purpose, 'SERVICE')
    await write('MADE_ANEW/SMS/ar', { text: '{a}' })
    await call('DELETE', pathOf('MADE_ANEW/SMS/ar'), { token })
    assert.equal((await write(name, { text: 'Toujours {a}' })).body.template.purpose, 'SERVICE')
    await call('DELETE', pathOf(name), { token })
    assert.deepEqual(faultsOf(await write(name, { text: 'Rien' })), [
      'purpose is required for a new code: SERVICE or MARKETING',
    ])
    const { template } = (await write(name, changed)).body
    assert.deepEqual([template.kinds, template.purpose], [{ b: 'count' }, 'MARKETING'])
  })

  test('share one declaration if a code is created concurrently', async () => {
    const names = ['SMS/fr', 'SMS/ar', 'SMS/en', 'WHATSAPP/fr', 'WHATSAPP/ar', 'WHATSAPP/en']
    const codes = Array.from({ length: 5 }, (_, n) => `RACED_${n}`)
    const answers = await Promise.all(
      codes.flatMap((code) =>
        names.map((name, n) =>
          write(`${code}/${name}`, { text: `{v${n}}`, variables: { [`v${n}`]: 'text' }, purpose: 'SERVICE' }),
        ),
      ),
    )
    assert.ok(answers.every(({ status }) => [200, 422].includes(status)))
    for (const code of codes) {
      const { templates } = await list(`code=${code}`)
      assert.equal(templates.length, 1, 'one of six declarations wins, and texts of the others are refused')
      const { channel, language, variables } = templates[0]
      assert.equal((await read(`${code}/${channel}/${language}`)).text, `{${variables[0]}}`)
    }
  })

  test('are limited to two hundred codes under concurrent creation', async () => {
    const full = await newOrganization()
    await platform.owner.query(
      `insert into notification_templates (tenant_id, code, purpose, variables)
       select $1, 'CODE_' || n, 'SERVICE', '{}'
       from generate_series(1, 199) n`,
      [full.tenantId],
    )
    const body = { text: 'x', purpose: 'SERVICE' }
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => write(`NEW_${n}/SMS/fr`, body, full.token)))
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, ...Array(19).fill(409)])
  })

  test('report the faults of a text', async () => {
    const email = 'APPOINTMENT_CONFIRMED/EMAIL/fr'
    const sms = 'APPOINTMENT_CONFIRMED/SMS/fr'
    for (const [name, body, ...messages] of [
      [email, { text: CONFIRMED }, 'subject is required for e-mails'],
      [sms, { subject: 'Bonjour', text: CONFIRMED }, 'subject is only for e-mails'],
      [sms, { text: CONFIRMED.padEnd(481, 'x') }, 'text must have at most 480 characters by SMS'],
      [
        sms,
        { text: `{startTime}${'{withName}'.repeat(30)}` },
        'text may reach 6120 characters when filled, but SMS allows 1000: {withName} is used 30 times, with up to 202 characters each',
      ],
      [sms, { text: ' \n ' }, 'text must not be empty'],
      [sms, { text: '\u200b\u3164' }, 'text must not be empty'],
      [sms, { text: `${CONFIRMED}\u0007` }, 'text must not contain control characters'],
      [sms, { text: `${CONFIRMED}\u202e` }, 'text must not contain bidirectional control characters'],
      [email, { text: CONFIRMED, subject: 'a\r\nBcc: x@example.ma' }, 'subject must be a single line and not empty'],
      [sms, { text: '{withName' }, 'text has a { without a variable name and }'],
      [
        sms,
        { text: 'Le {startTime} avec {nom}' },
        'text uses {nom}, which is not a variable of this template',
        'text does not use {withName}',
      ],
      [
        'OWN/SMS/fr',
        { text: '{x}', variables: { x: 'visits' }, purpose: 'SERVICE' },
        'variables.x must be text, name, time, day, count or link',
      ],
      [
        'OWN/SMS/fr',
        { text: 'x', purpose: 'CRITICAL' },
        'purpose must be SERVICE or MARKETING: only templates of the platform are CRITICAL',
      ],
      [
        'OWN/SMS/fr',
        { text: '{recipientName}', variables: { recipientName: 'text' }, purpose: 'SERVICE' },
        'variables.recipientName is predefined and must not be declared',
      ],
    ] as const)
      assert.deepEqual(faultsOf(await write(name, body)), messages)
    for (const variables of [{ 'A-B': 'text' }, { x: 'number' }, ['x']])
      assert.equal((await write('OWN/SMS/fr', { text: 'x', variables, purpose: 'SERVICE' })).status, 422)
    for (const given of [{ purpose: 'MARKETING' }, { variables: { withName: 'text' } }])
      assert.equal((await write(sms, { text: CONFIRMED, ...given })).status, 409)
    assert.equal((await read(sms)).own, false)
  })

  test('have a preview that equals the sent message', async () => {
    const variables = { withName: 'Dr <Nadia>', startTime: '2026-12-01T09:30:00Z' }
    const preview = (name: string, body: object) => call('POST', `${pathOf(name)}/preview`, { token, body })
    const email = (await preview('APPOINTMENT_CONFIRMED/EMAIL/ar', { variables, recipientName: 'ليلى' })).body.preview
    assert.equal(email.subject, 'تم تأكيد موعدكم مع \u2068Dr <Nadia>\u2069')
    assert.match(email.text, /ليلى/)
    assert.match(email.html, /dir="rtl".*Dr &lt;Nadia&gt;/s)
    assert.ok(email.html.includes(`<bdi>${tenantId}</bdi>`), 'names the organisation')
    assert.equal(email.segments, null)
    const sms = (await preview('APPOINTMENT_CONFIRMED/SMS/fr', { variables })).body.preview
    assert.deepEqual(sms, {
      subject: null,
      text: 'Votre rendez-vous avec Dr <Nadia> le mardi 1 décembre 2026 à 09:30 est confirmé.',
      html: null,
      segments: 1,
    })
    assert.deepEqual(
      faultsOf(await preview('APPOINTMENT_CONFIRMED/SMS/fr', { variables: { startTime: 'soon', x: 'y' } })),
      [
        'variables.withName is required',
        'variables.startTime must be an ISO 8601 time with an offset or Z, say 2026-12-01T09:30:00Z',
        'variables.x is not a variable of this template',
      ],
    )
    const [http, none] = await Promise.all([
      preview('ACCESS_GRANTED/SMS/fr', {
        variables: { organization: 'X', link: 'http://localhost/x', validUntil: '2026-12-01T09:30:00Z' },
      }),
      preview('NOBODYS/SMS/fr', { variables: {} }),
    ])
    assert.deepEqual([http.status, none.status], [200, 404])
    const own = { text: 'Avis', variables: {}, purpose: 'SERVICE' }
    assert.equal((await write('PREVIEWED/SMS/fr', own)).status, 200)
    assert.equal((await preview('PREVIEWED/SMS/fr', { variables: {} })).status, 200)
    assert.equal((await preview('PREVIEWED/SMS/en', { variables: {} })).status, 404)
  })

  test('are previewed before they are saved, with the checks of a saved text', async () => {
    const variables = { withName: 'Dr Nadia', startTime: '2026-12-01T09:30:00Z' }
    const preview = (name: string, body: object) => call('POST', `${pathOf(name)}/preview`, { token, body })
    const drafted = async (language: string, text: string) =>
      (await preview(`APPOINTMENT_CONFIRMED/SMS/${language}`, { variables, draft: { text } })).body.preview
    assert.deepEqual(await drafted('fr', 'Bonjour {recipientName}, {withName} vous attend : {startTime}.'), {
      subject: null,
      text: 'Bonjour Amine El Fassi, Dr Nadia vous attend : mardi 1 décembre 2026 à 09:30.',
      html: null,
      segments: 1,
    })
    assert.match((await drafted('ar', 'موعدكم مع {withName}: {startTime}')).text, /^موعدكم مع /)
    assert.equal((await drafted('fr', '{withName} {startTime} '.padEnd(480, 'x'))).segments, 4)
    assert.equal((await drafted('en', `${'Your visit. '.repeat(12)}{withName}, {startTime}`)).segments, 2)
    const subject = 'Rendez-vous du {startTime}'
    const email = (
      await preview('APPOINTMENT_CONFIRMED/EMAIL/fr', { variables, draft: { subject, text: 'Avec {withName}.' } })
    ).body.preview
    assert.equal(email.subject, 'Rendez-vous du mardi 1 décembre 2026 à 09:30')
    assert.ok(email.html.includes(`<bdi>${tenantId}</bdi>`), 'names the organisation')

    const text = 'Promotion de {month}'
    const own = { variables: { month: 'text' }, purpose: 'MARKETING', text }
    assert.equal(
      (await preview('NEVER_SAVED/SMS/fr', { variables: { month: 'mars' }, draft: own })).body.preview.text,
      'Promotion de mars',
    )
    assert.equal((await call('GET', pathOf('NEVER_SAVED/SMS/fr'), { token })).status, 404)
    assert.equal((await read('APPOINTMENT_CONFIRMED/SMS/fr')).own, false)

    assert.deepEqual(faultsOf(await preview('APPOINTMENT_CONFIRMED/SMS/fr', { variables, draft: { text: '{nom}' } })), [
      'draft.text uses {nom}, which is not a variable of this template',
      'draft.text does not use {withName}',
      'draft.text does not use {startTime}',
    ])
    const critical = await preview('ACCESS_GRANTED/SMS/fr', { variables: {}, draft: { text: 'x' } })
    const other = await preview('APPOINTMENT_CONFIRMED/SMS/fr', {
      variables,
      draft: { text: '{withName} {startTime}', purpose: 'MARKETING' },
    })
    assert.deepEqual([critical.status, other.status], [422, 409])
  })

  test('are readable by staff and writable by administrators', async () => {
    const [doctor, patient] = await Promise.all([
      newPerson(platform, tenantId, 'DOCTOR'),
      newPerson(platform, tenantId, 'PATIENT'),
    ])
    const name = 'RECALL/SMS/fr'
    const statuses = async (caller: string) =>
      Promise.all([
        call('GET', pathOf(name), { token: caller }).then(({ status }) => status),
        write(name, { text: '{lastSeenAt}' }, caller).then(({ status }) => status),
        call('DELETE', pathOf(name), { token: caller }).then(({ status }) => status),
      ])
    assert.deepEqual(await statuses(doctor.token), [200, 403, 403])
    assert.deepEqual(await statuses(patient.token), [403, 403, 403])
  })
})

describe('the text of a message', () => {
  const { database } = platform.services
  const reader = () => database.reader(tenantId)

  test('is in the requested language, or for own codes in an available language, French first', async () => {
    const body = { variables: {}, purpose: 'SERVICE' }
    const language = async (wanted: 'fr' | 'ar' | 'en') =>
      (await textOf(reader(), { tenantId, code: 'SPOKEN', channel: 'SMS', language: wanted }))?.language
    assert.equal(await language('ar'), undefined)
    await write('SPOKEN/SMS/en', { ...body, text: 'Hello' })
    assert.deepEqual([await language('ar'), await language('fr')], ['en', 'en'])
    await write('SPOKEN/SMS/fr', { ...body, text: 'Bonjour' })
    assert.deepEqual([await language('ar'), await language('en')], ['fr', 'en'])
    await write('SPOKEN/SMS/ar', { ...body, text: 'مرحبا' })
    assert.equal(await language('ar'), 'ar')
    assert.equal(await textOf(reader(), { tenantId, code: 'SPOKEN', channel: 'EMAIL', language: 'fr' }), undefined)
  })

  test('is the platform’s in languages without a text of the organisation', async () => {
    await write('ORDER_READY/SMS/fr', { text: 'Venez chez {pharmacyName} !' })
    const renderedText = async (language: 'fr' | 'en') =>
      (await textOf(reader(), { tenantId, code: 'ORDER_READY', channel: 'SMS', language }))!
    assert.deepEqual(await renderedText('fr'), {
      organization: tenantId,
      subject: '',
      text: 'Venez chez {pharmacyName} !',
      language: 'fr',
    })
    assert.match((await renderedText('en')).text, /has finished preparing/)
  })

  test('is also readable by the worker', async () => {
    await write('ORDER_PREPARING/SMS/fr', { text: '{pharmacyName} s’en occupe.' })
    await write('SENT/SMS/fr', { text: '{a}', variables: { a: 'text' }, purpose: 'MARKETING' })
    const worker = workerDatabase(platform).reader('')
    const text = await textOf(worker, { tenantId, code: 'ORDER_PREPARING', channel: 'SMS', language: 'fr' })
    assert.equal(text?.text, '{pharmacyName} s’en occupe.')
    assert.equal((await findDeclaration(worker, tenantId, 'SENT'))?.purpose, 'MARKETING')
  })

  test('has the variables that the platform or the organisation declares', async () => {
    assert.equal(await findDeclaration(reader(), tenantId, 'RECALL'), catalog.RECALL)
    await write('DECLARED/SMS/fr', { text: '{b} {a}', variables: { b: 'text', a: 'day' }, purpose: 'MARKETING' })
    const declaration = (await findDeclaration(reader(), tenantId, 'DECLARED'))!
    assert.deepEqual(declaration, { purpose: 'MARKETING', variables: { b: 'text', a: 'day' } })
    assert.deepEqual(Object.keys(declaration.variables), ['b', 'a'], 'in the given order')
    for (const code of ['NOBODYS', 'constructor', '__proto__'])
      assert.equal(await findDeclaration(reader(), tenantId, code), undefined)
  })
})
