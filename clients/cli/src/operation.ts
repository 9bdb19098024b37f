/** How the text of an argument is read: `any` as a number if it is one; `list` is separated by commas. */
export type Kind = 'text' | 'number' | 'flag' | 'list' | 'json' | 'any'

/** An operation of the API, by the name of its method. */
export type Operation = {
  name: string
  summary: string
  scope?: string
  /** Changes nothing. */
  reads: boolean
  answer: 'nothing' | 'file' | 'list' | 'field' | 'whole'
  /** The ids of its path, in order. */
  params: readonly string[]
  body?: Readonly<Record<string, Kind>>
  query?: Readonly<Record<string, Kind>>
}
