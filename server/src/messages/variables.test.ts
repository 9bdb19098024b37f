import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { asText, type Declaration } from './catalog.ts'
import { faultsOf } from './variables.ts'

const declaration: Declaration = {
  purpose: 'SERVICE',
  variables: { name: 'text', withName: 'name', at: 'time', since: 'day', lots: 'count', link: 'link' },
  optional: { visits: 'visits' },
}
const visit = { withName: 'Dr Benali', startTime: new Date('2026-12-01T11:00:00Z') }
const good = {
  name: 'د. نادية — O’Brien 👩🏽‍⚕️',
  withName: 'Pr J.P. Alami, S.A.R.L. الشفاء',
  at: '2026-12-01T09:30:00+01:00',
  since: '2026-12-01T09:30:00Z',
  lots: '0',
  link: 'https://medina.example/x?y=1',
}
const messages = (given: Record<string, string>, options = {}) =>
  faultsOf(declaration, given, options).map(({ path, message }) => `${path.join('.')} ${message}`)

describe('variables', () => {
  test('are accepted if they have the declared kinds, with and without optional ones', () => {
    assert.deepEqual(messages(good), [])
    assert.deepEqual(messages({ ...good, visits: asText([visit, visit]) }), [])
  })

  test('are all reported at once if they are missing or unknown', () => {
    const { name, lots, ...rest } = good
    assert.deepEqual(messages({ ...rest, constructor: 'x', __proto_: 'y' }), [
      'variables.name is required',
      'variables.lots is required',
      'variables.constructor is not a variable of this template',
      'variables.__proto_ is not a variable of this template',
    ])
  })

  for (const [name, wrong, message] of [
    ['name', ['', '  ', 'a\nb', 'a\r\nBcc: x', 'a\tb', 'a\u2028b', 'a\u0085b'], /a single line/],
    ['name', ['a\u0000b', '\ud800'], /NUL or unpaired/],
    ['name', ['a\u202eb', '\u2066a', 'a\u2069'], /bidirectional control characters/],
    ['name', ['x'.repeat(201)], /at most 200/],
    [
      'withName',
      [
        'https://evil.example/pay',
        'evil.example/pay',
        'www.evil.example',
        'Dr a@evil.example',
        'Dr evil.ma',
        '10.1.2.3',
      ],
      /without links and addresses/,
    ],
    ['withName', ['', 'a\nb'], /a single line/],
    ['withName', ['x'.repeat(201)], /at most 200/],
    ['at', ['tomorrow', '2026-12-01', '2026-12-01T09:30:00', '2026-13-01T09:30:00Z'], /ISO 8601/],
    ['since', ['2026-12-01', '1969-12-31T00:00:00Z'], /ISO 8601|1970/],
    ['lots', ['-1', '1.5', '1e3', '٣', ' 1', '1234567890', ''], /whole number/],
    [
      'link',
      ['http://medina.example', 'javascript:alert(1)', 'medina.example', 'https://', 'https:evil.ma'],
      /https:\/\//,
    ],
    ['link', ['https:///evil.ma', 'https:\u002f/?clinic.ma', 'ftp://clinic.ma/'], /https:\/\/|a host/],
    ['link', ['https://clinic.ma@evil.ma', 'https://a:b@evil.ma/x', 'https://@evil.ma', 'https://:@evil.ma'], /a user/],
    [
      'link',
      ['https://clinic.ma\\@evil.ma', 'https://clinic.ma/\\evil.ma', 'https://a b', 'https://a.ma/"x'],
      /spaces, back/,
    ],
    ['link', ['https://clinic.ma/\u200bx', 'https://clinic\u00ad.ma', 'https://\u2060evil.ma'], /invisible|at/],
    [
      'link',
      ['https://clinic.ma\u2044login.evil.ma', 'https://clinic.ma\u3002evil.ma', 'https://clinic%2ema'],
      /a host|https/,
    ],
    ['visits', ['', 'x', '{}', '[]', '[{"withName": "x"}]', '[null]', `[${'1,'.repeat(25)}1]`], /JSON list/],
  ] as const)
    test(`with the kind ${declaration.variables[name] ?? 'visits'} refuse ${message}`, () => {
      for (const value of wrong) {
        const faults = messages({ ...good, [name]: value })
        assert.equal(faults.length, 1, `${value}: ${faults}`)
        assert.match(faults[0]!, message)
        assert.ok(faults[0]!.startsWith(`variables.${name} `))
      }
    })

  test('may be links to any readable host', () => {
    for (const link of [
      'https://clinic.ma:8443/a@b?c=d@e#f',
      'HTTPS://Clinic.MA/',
      'https://عيادة.المغرب/موعد',
      'https://[2001:db8::1]/x',
      'https://192.0.2.1/%2e%40',
    ])
      assert.deepEqual(messages({ ...good, link }), [], link)
  })

  test('may not contain a link in further visits either', () => {
    const visits = asText([{ ...visit, withName: 'evil.example/pay' }])
    assert.match(messages({ ...good, visits })[0]!, /^variables.visits/)
  })

  test('count as empty if they have only invisible characters', () => {
    for (const name of ['\u200b', '\u2060\u00ad', '\ufeff', '\u3164', '\u00a0\u2009\u3000', '\u200d'])
      assert.match(messages({ ...good, name })[0]!, /^variables.name must be a single line and not empty/)
    const unseen = asText([{ ...visit, withName: '\u3164' }])
    assert.match(messages({ ...good, visits: unseen })[0]!, /^variables.visits/)
  })

  test('may be http:// links where allowed', () => {
    assert.deepEqual(messages({ ...good, link: 'http://localhost:3000/x' }, { allowHttp: true }), [])
    assert.equal(messages({ ...good, link: 'ftp://localhost/x' }, { allowHttp: true }).length, 1)
  })
})
