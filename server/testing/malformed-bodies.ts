import { bodyLimitOf, needsBody, type Operation } from '../src/http/operation.ts'

/** Description, expected status, body, headers. */
type Malformed = [string, number, string | undefined, Record<string, string>?]

/** The malformed bodies of an operation that has a body. */
export function malformedFor(op: Operation): Malformed[] {
  const missing: Malformed[] = [
    ['no body', 400, undefined],
    ['an empty body', 400, ''],
  ]
  return [
    ...(needsBody(op) ? missing : []),
    ['broken JSON', 400, '{"a":'],
    ['a byte order mark', 400, '\ufeff{"a": NaN}'],
    ['a list', 422, '[]'],
    ['null', 422, 'null'],
    ['__proto__', 400, '{"__proto__": {"x": 1}}'],
    ['constructor.prototype', 400, '{"constructor": {"prototype": {"x": 1}}}'],
    ['forty levels', 400, `${'{"a":'.repeat(40)}1${'}'.repeat(40)}`],
    ['a body above the limit', 413, JSON.stringify({ a: 'x'.repeat(bodyLimitOf(op)) })],
    ['a form', 415, 'a=b', { 'content-type': 'application/x-www-form-urlencoded' }],
    ['text', 415, '{}', { 'content-type': 'text/plain' }],
    ['a compressed body', 415, '{}', { 'content-encoding': 'gzip' }],
  ]
}
