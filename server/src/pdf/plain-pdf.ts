/** The end of a file: its trailer and the offset of its cross-reference table. */
const END = /trailer\s*<<([\s\S]+)>>\s*startxref\s+(\d+)\s+%%EOF\s*$/
/** The search for the trailer is limited to these last bytes; files of our compiler have no more after the table. */
const END_BYTES = 1024
/** The head of a part of the cross-reference table: its first object and their number. Entries have a fixed length. */
const PART = /^(\d+) (\d+)\r?\n/
const ENTRY_BYTES = 20

/**
 * Adds incremental updates (ISO 32000-1, 7.5.6) to a PDF. Only PDFs of our compiler are supported: uncompressed objects and
 * cross-reference tables.
 */
export class PlainPdf {
  /** The number of objects, which is the number of the next one. */
  readonly size: number
  /** The number of the document catalog. */
  readonly root: number
  /** Whether the file has an incremental update already. */
  readonly isUpdated: boolean
  #bytes: Buffer
  #trailer: string
  #table: number
  /** The offset of each object. */
  #offsets = new Map<number, number>()

  /** @throws for another kind of PDF */
  constructor(bytes: Uint8Array) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
    const [, trailer = '', table] = END.exec(this.#text(Math.max(bytes.length - END_BYTES, 0))) ?? []
    this.#trailer = trailer
    this.#table = Number(table)
    this.isUpdated = /\/Prev \d+/.test(trailer)
    for (let next: number | undefined = this.#table; next !== undefined; ) next = this.#readTable(next)
    this.size = referenceIn(trailer, /\/Size (\d+)/)
    this.root = referenceIn(trailer, /\/Root (\d+) 0 R/)
  }

  /** Reads the offsets that later tables have not replaced. @returns the offset of the previous table */
  #readTable(table: number): number | undefined {
    if (this.#text(table, table + 5) !== 'xref\n') throw new Error('This PDF has no plain cross-reference table.')
    let at = table + 5
    for (;;) {
      const [head = '', first, count] = PART.exec(this.#text(at, at + 30)) ?? []
      if (head === '') break
      at += head.length
      for (let number = Number(first); number < Number(first) + Number(count); number++, at += ENTRY_BYTES)
        if (!this.#offsets.has(number)) this.#offsets.set(number, Number(this.#text(at, at + 10)))
    }
    const [, previous] = /\/Prev (\d+)/.exec(this.#text(at, at + END_BYTES).split('startxref')[0]!) ?? []
    return previous === undefined ? undefined : Number(previous)
  }

  /** The source of an object. */
  object(number: number): string {
    const from = this.#offsets.get(number)
    const head = `${number} 0 obj\n`
    if (from === undefined || this.#text(from, from + head.length) !== head)
      throw new Error(`This PDF has no object ${number}.`)
    return this.#text(from + head.length, this.#bytes.indexOf('endobj', from))
  }

  /** The object number of the first page. */
  firstPage(): number {
    let page = referenceIn(this.object(this.root), /\/Pages (\d+) 0 R/)
    while (/\/Type \/Pages\b/.test(this.object(page))) page = referenceIn(this.object(page), /\/Kids \[\s*(\d+) 0 R/)
    return page
  }

  /** The file with an incremental update of new and replaced objects. */
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
    const trailer = this.#trailer
      .replace(/\s*\/Prev \d+/, '')
      .replace(/\/Size \d+/, `/Size ${size}\n/Prev ${this.#table}`)
    parts.push('xref\n', ...entries, `trailer\n<<${trailer}>>\nstartxref\n${at}\n%%EOF\n`)
    return Buffer.concat([this.#bytes, Buffer.from(parts.join(''), 'latin1')])
  }

  #text = (from: number, to?: number): string => this.#bytes.toString('latin1', from, to)
}

/** A PDF text string in UTF-16. */
export const textString = (words: string): string =>
  `<${Buffer.from(`\ufeff${words}`, 'utf16le').swap16().toString('hex')}>`

function referenceIn(written: string, pattern: RegExp): number {
  const found = pattern.exec(written)
  if (!found) throw new Error(`This PDF does not match ${pattern}.`)
  return Number(found[1])
}
