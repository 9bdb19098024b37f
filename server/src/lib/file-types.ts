/** The types of stored files: the endings of their names, of which the first is that of their keys. */
export const fileTypes = {
  'application/pdf': ['pdf'],
  'image/jpeg': ['jpg', 'jpeg'],
  'image/png': ['png'],
} as const
export type FileType = keyof typeof fileTypes

const entries = Object.entries(fileTypes) as [FileType, readonly string[]][] // fileTypes has no other keys

export const fileTypeNames = entries.map(([type]) => type)

/** The endings of keys. */
export const keyEndings = entries.map(([, [ending]]) => ending!)

/** The type by the ending of a name. */
export function fileTypeOf(name: string): FileType | undefined {
  const ending = name.slice(name.lastIndexOf('.') + 1).toLowerCase()
  return entries.find(([, endings]) => endings.includes(ending))?.[0]
}

const signatures: [FileType, Buffer][] = [
  ['application/pdf', Buffer.from('%PDF-')],
  ['image/jpeg', Buffer.from([0xff, 0xd8, 0xff])],
  ['image/png', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])],
]

/** The type by the first bytes, whatever the name says. */
export const detectFileType = (bytes: Buffer): FileType | undefined =>
  signatures.find(([, signature]) => bytes.subarray(0, signature.length).equals(signature))?.[0]
