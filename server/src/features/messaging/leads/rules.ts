/** Limits of a lead's metadata, in addition to the limit of the body. */
const bounds = { depth: 3, entries: 50, keyLength: 64, textLength: 2000 }

type Place = (string | number)[]

/** The first fault of the metadata, with its path. */
export function metadataFault(metadata: object): { path: Place; message: string } | undefined {
  let entries = 0
  const check = (value: unknown, path: Place, depth: number): { path: Place; message: string } | undefined => {
    if (typeof value === 'string') {
      if (value.length > bounds.textLength)
        return { path, message: `must have at most ${bounds.textLength} characters` }
      if (!storable(value)) return { path, message: UNSTORABLE }
    }
    if (typeof value === 'number' && !Number.isFinite(value)) return { path, message: 'must be a finite number' }
    if (typeof value !== 'object' || value === null) return undefined
    if (depth > bounds.depth) return { path, message: `must not be nested deeper than ${bounds.depth} levels` }
    for (const [key, inner] of Object.entries(value)) {
      const at = [...path, Array.isArray(value) ? Number(key) : key]
      if (++entries > bounds.entries)
        return { path: [], message: `must have at most ${bounds.entries} entries in total` }
      if (key.length > bounds.keyLength)
        return { path, message: `must have keys of at most ${bounds.keyLength} characters` }
      if (!storable(key)) return { path, message: UNSTORABLE }
      const fault = check(inner, at, depth + 1)
      if (fault) return fault
    }
    return undefined
  }
  return check(metadata, [], 1)
}

const UNSTORABLE = 'must not contain NUL or unpaired surrogates'
const storable = (text: string) => !text.includes('\0') && text.isWellFormed()
