/** What a span says about its work: ids, names of operations and results, never data of people. */
export type Attributes = Record<string, string | number>

export type NewSpan = {
  name: string
  /** `server` for a received request, `client` for a sent one. */
  kind?: 'server' | 'client' | 'internal'
  /** A W3C `traceparent` to continue; by default the span that encloses the call, or a new trace. */
  parent?: string | null | undefined
  attributes?: Attributes
}

export type Span = {
  /** The W3C `traceparent` for work that continues this span. */
  traceparent: string
  /** Runs work whose spans become children of this one. */
  enclose<T>(work: () => T): T
  end(result?: { attributes?: Attributes; failed?: boolean }): void
}

/** Records traces, with OTEL_EXPORTER_OTLP_ENDPOINT only. */
export type Tracer = {
  begin(span: NewSpan): Span
  /** Runs work in a span, which ends with it. */
  run<T>(span: NewSpan, work: (span: Span) => Promise<T>): Promise<T>
  /** The same, but without a span if none encloses the call. */
  runInside<T>(span: NewSpan, work: () => Promise<T>): Promise<T>
  /** Sends the ended spans. */
  close(): Promise<void>
}
