/** Values that JSON represents without loss. */
type Json = string | number | boolean | null | Json[] | { [key: string]: Json }

/**
 * The canonical text of a value (RFC 8785, JSON Canonicalization Scheme): no spaces, keys sorted by UTF-16 units,
 * strings and numbers as ECMAScript writes them. Strings must be well formed.
 */
export function canonicalJson(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, inner]) => `${JSON.stringify(key)}:${canonicalJson(inner)}`)
  return `{${members.join(',')}}`
}
