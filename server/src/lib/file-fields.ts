import { z } from 'zod'
import { bounded, line, utc } from './fields.ts'
import { detectFileType, type FileType, fileTypeNames, fileTypeOf } from './file-types.ts'

const nameMetadata = (example: string) => ({
  description: 'File name without a path. The extension must match the content: .pdf, .jpg, .jpeg or .png.',
  example,
})

/** The fields of a stored file. @param example of a name */
export const fileFields = (example: string) => ({
  name: z.string().meta(nameMetadata(example)),
  type: z.enum(fileTypeNames).meta({ id: 'FileType', description: 'Detected from the content.' }),
  size: z.int().meta({ description: 'Size of the file in bytes.', example: 71_204 }),
  sha256: z.string().meta({ description: 'SHA-256 of the file in lowercase hex.', example: '0a1b'.repeat(16) }),
})

/** Where the content of a file is. */
export const fileAddress = {
  url: z.string().meta({ description: 'URL of the file; needs no token.', example: 'https://cdn.example.ma/files/…' }),
  expiresAt: utc.meta({ description: 'Expiry of the URL, after 15 minutes.' }),
}

/** The length of a file in base64. */
const base64Length = (bytes: number): number => 4 * Math.ceil(bytes / 3)

/** The limit of the body of an upload, in whole megabytes: the file, its name, and the JSON around them. */
export const bodyLimitFor = (maxBytes: number): number => Math.ceil(base64Length(maxBytes) / 1_000_000) * 1_000_000

const NO_BASE64 = 'must be base64 with padding (RFC 4648, section 4), without line breaks'

/** A file in base64. The length is checked before the pattern, and the pattern takes linear time. */
function content(maxBytes: number) {
  const limit = `${maxBytes / 1_000_000} MB`
  return bounded(base64Length(maxBytes), `must be a file of at most ${limit}`)
    .regex(/^[A-Za-z0-9+/]*={0,2}$/, { error: NO_BASE64, abort: true })
    .refine((given) => given.length % 4 === 0, { error: NO_BASE64, abort: true })
    .transform((given, issues) => {
      const bytes = Buffer.from(given, 'base64')
      const type = detectFileType(bytes)
      if (bytes.length > maxBytes) issues.addIssue(`must be a file of at most ${limit}`)
      else if (!type) issues.addIssue('must be a PDF, JPEG or PNG file')
      else return { bytes, type }
      return z.NEVER
    })
    .meta({
      description: `The file in base64: PDF, JPEG or PNG, at most ${limit}.`,
      contentEncoding: 'base64',
      pattern: undefined,
      example: 'JVBERi0xLjcK',
    })
}

/** The body of an upload: JSON, so that validation, limits and generated clients work as for other operations. */
export const upload = (maxBytes: number, exampleName: string) =>
  z
    .strictObject({ name: line(100).meta(nameMetadata(exampleName)), content: content(maxBytes) })
    .superRefine((given, issues) => {
      const fault = nameFault(given.name, given.content.type)
      if (fault) issues.addIssue({ code: 'custom', path: ['name'], message: fault })
    })

const UNSAFE = /[\\/:*?"<>|]/

/** The validation fault of a file name, if any. */
function nameFault(name: string, type: FileType): string | undefined {
  if (UNSAFE.test(name) || name.startsWith('.'))
    return 'must be a file name without a path: without \\ / : * ? " < > |, and not starting with a dot'
  if (fileTypeOf(name) !== type) return `must have the extension of its content, which is ${type}`
  return undefined
}
