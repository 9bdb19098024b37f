/** The type of an argument: `any` is a number if it can be parsed as one; `list` is separated by commas. */
export type Kind = 'text' | 'number' | 'flag' | 'list' | 'json' | 'any'

/** An operation of the API. */
export type Operation = {
  name: string
  summary: string
  scope?: string
  /** Whether it only reads. */
  reads: boolean
  answer: 'nothing' | 'file' | 'list' | 'field' | 'whole'
  /** The ids of its path, in order. */
  params: readonly string[]
  body?: Readonly<Record<string, Kind>>
  query?: Readonly<Record<string, Kind>>
}
