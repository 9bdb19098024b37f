/** Characters that move the cursor, recolour or reverse the text of a terminal. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones to remove
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g

/** A text of the platform or of a receiver, safe to print. */
export const clean = (text: string): string => text.replace(CONTROL, '\ufffd')

/** The same of JSON, which keeps what it says. */
const escaped = (json: string): string =>
  json.replace(CONTROL, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** A text that stays in its column. */
const column = (value: string | number | null | undefined): string =>
  clean(String(value ?? '-')).replace(/[\t\n]/g, ' ')

/** Data goes to stdout, messages to stderr. */
export class Terminal {
  readonly json: boolean
  /** Whether a person reads the data. */
  readonly isInteractive = process.stdout.isTTY === true

  constructor(json: boolean) {
    this.json = json
  }

  /** A line of data, of texts that are clean. */
  line(text: string): void {
    process.stdout.write(`${text}\n`)
  }

  /** An object: on one line with --json, indented otherwise. */
  object(value: unknown): void {
    process.stdout.write(`${escaped(JSON.stringify(value, null, this.json ? 0 : 2))}\n`)
  }

  /** An item of a stream: an object with --json, otherwise the columns. */
  item(value: unknown, columns: (string | number | null | undefined)[]): void {
    if (this.json) process.stdout.write(`${escaped(JSON.stringify(value))}\n`)
    else this.line(columns.map(column).join('  '))
  }

  message(text: string): void {
    process.stderr.write(`${clean(text)}\n`)
  }
}
