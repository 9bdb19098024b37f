/** A JSON value as YAML 1.2: blocks for objects, lists and long texts, and JSON, which is valid YAML, for the rest. */
export const yaml = (value: object): string => `${block(value, '').trimStart()}\n`

function block(value: unknown, indent: string): string {
  if (typeof value === 'string' && isLiteral(value))
    return ` |-${value
      .split('\n')
      .map((line) => (line === '' ? '\n' : `\n${indent || '  '}${line}`))
      .join('')}`
  if (value === null || typeof value !== 'object') return ` ${JSON.stringify(value)}`
  const entries = Object.entries(value).filter(([, inner]) => inner !== undefined)
  if (entries.length === 0) return Array.isArray(value) ? ' []' : ' {}'
  return entries
    .map(([key, inner]) => `\n${indent}${Array.isArray(value) ? '-' : `${keyOf(key)}:`}${block(inner, `${indent}  `)}`)
    .join('')
}

/** Whether a text can be a literal block: several printable lines, the first and the last neither empty nor indented. */
const isLiteral = (text: string): boolean =>
  /^[^\s][^\p{Cc}\p{Cf}\u2028\u2029]*(\n[^\p{Cc}\p{Cf}\u2028\u2029]*)*\n\S[^\p{Cc}\p{Cf}\u2028\u2029]*$/u.test(text)

/** Quotes a key that YAML would not read as a string. */
const keyOf = (key: string): string =>
  /^[A-Za-z$/][\w$/.{}-]*$/.test(key) && !/^(true|false|null|yes|no|on|off|y|n)$/i.test(key) ? key : JSON.stringify(key)
