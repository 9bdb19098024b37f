/** Characters that move the cursor, or change the colour or direction of a terminal's text. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones to remove
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g

/** Makes a text from the platform or a receiver safe to print. */
export const clean = (text: string): string => text.replace(CONTROL, '\ufffd')

/** Makes JSON safe to print, without changing its value. */
const escaped = (json: string): string =>
  json.replace(CONTROL, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** Formats a value for a column. */
const column = (value: string | number | null | undefined): string =>
  clean(String(value ?? '-')).replace(/[\t\n]/g, ' ')

/** Data goes to stdout, messages to stderr. */
export class Terminal {
  readonly json: boolean
  /** Whether stdout is a terminal. */
  readonly isInteractive = process.stdout.isTTY === true

  constructor(json: boolean) {
    this.json = json
  }

  /** Prints a line of clean texts. */
  line(text: string): void {
    process.stdout.write(`${text}\n`)
  }

  /** Prints an object, on one line with --json, otherwise indented. */
  object(value: unknown): void {
    process.stdout.write(`${escaped(JSON.stringify(value, null, this.json ? 0 : 2))}\n`)
  }

  /** Prints an item of a stream, as an object with --json, otherwise as columns. */
  item(value: unknown, columns: (string | number | null | undefined)[]): void {
    if (this.json) process.stdout.write(`${escaped(JSON.stringify(value))}\n`)
    else this.line(columns.map(column).join('  '))
  }

  message(text: string): void {
    process.stderr.write(`${clean(text)}\n`)
  }
}
