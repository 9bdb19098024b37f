/** The end of a file: what its trailer says, and where its table lies. */
const END = /trailer\s*<<([\s\S]+)>>\s*startxref\s+(\d+)\s+%%EOF\s*$/
/** No file of ours has more behind its table. */
const END_BYTES = 1024
/** How the table of all objects begins, with how many they are; its entries have a fixed length. */
const TABLE = /^xref\s+0 (\d+)\r?\n/
const ENTRY_BYTES = 20

/**
 * A PDF as our compiler writes it, so far as something can be added behind it (ISO 32000-1, 7.5.6): its objects are plain
 * text, each where one table says. What is written in another way is not read.
 */
export class PlainPdf {
  /** The number of the next object: so many there are. */
  readonly size: number
  /** The number of the object from which all others are reached. */
  readonly root: number
  #bytes: Buffer
  #trailer: string
  #table: number
  #entries: number

  /** @throws for a file that is not plain, or has been added to */
  constructor(bytes: Uint8Array) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
    const [, trailer = '', table] = END.exec(this.#text(Math.max(bytes.length - END_BYTES, 0))) ?? []
    this.#trailer = trailer
    this.#table = Number(table)
    const [head = '', size] = TABLE.exec(this.#text(this.#table, this.#table + 40)) ?? []
    if (head === '') throw new Error('This PDF has no plain table of its objects.')
    this.#entries = this.#table + head.length
    this.size = Number(size)
    this.root = referenceIn(trailer, /\/Root (\d+) 0 R/)
  }

  /** What is written of an object. */
  object(number: number): string {
    const entry = this.#entries + number * ENTRY_BYTES
    const from = Number(this.#text(entry, entry + 10))
    const head = `${number} 0 obj\n`
    if (this.#text(from, from + head.length) !== head) throw new Error(`There is no object ${number} in this PDF.`)
    return this.#text(from + head.length, this.#bytes.indexOf('endobj', from))
  }

  /** The number of its first page. */
  firstPage(): number {
    let page = referenceIn(this.object(this.root), /\/Pages (\d+) 0 R/)
    while (/\/Type \/Pages\b/.test(this.object(page))) page = referenceIn(this.object(page), /\/Kids \[\s*(\d+) 0 R/)
    return page
  }

  /** The same file, and behind it new objects, and new ones in place of others. */
  with(objects: [number: number, written: string][]): Buffer {
    const parts = ['\n']
    const entries: string[] = []
    let at = this.#bytes.length + 1
    for (const [number, written] of objects) {
      const part = `${number} 0 obj\n${written}\nendobj\n`
      parts.push(part)
      entries.push(`${number} 1\n${String(at).padStart(10, '0')} 00000 n\r\n`)
      at += part.length
    }
    const size = Math.max(this.size, ...objects.map(([number]) => number + 1))
    const trailer = this.#trailer.replace(/\/Size \d+/, `/Size ${size}\n/Prev ${this.#table}`)
    parts.push('xref\n', ...entries, `trailer\n<<${trailer}>>\nstartxref\n${at}\n%%EOF\n`)
    return Buffer.concat([this.#bytes, Buffer.from(parts.join(''), 'latin1')])
  }

  #text = (from: number, to?: number): string => this.#bytes.toString('latin1', from, to)
}

/** Words as a PDF has them, whatever their letters. */
export const textString = (words: string): string =>
  `<${Buffer.from(`\ufeff${words}`, 'utf16le').swap16().toString('hex')}>`

function referenceIn(written: string, pattern: RegExp): number {
  const found = pattern.exec(written)
  if (!found) throw new Error(`This PDF has nothing like ${pattern}.`)
  return Number(found[1])
}
