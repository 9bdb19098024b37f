import { AsyncLocalStorage } from 'node:async_hooks'
import { hostname } from 'node:os'
import { type Context, ROOT_CONTEXT, SpanKind, SpanStatusCode, TraceFlags, trace } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { NewSpan, Span, Tracer } from '../../lib/tracer.ts'
import { readVersion } from '../../lib/version.ts'

type TracerOptions = { endpoint: string; headers: Record<string, string>; ratio: number }

const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL }

/**
 * Opens a tracer that sends spans by OTLP over HTTP, in batches. If the collector is unavailable, spans are dropped.
 * @param options.endpoint base URL of the collector, without `/v1/traces`
 * @param options.headers of requests to it
 * @param options.ratio of the traces that are recorded, from 0 to 1. A caller's decision about its own trace precedes
 */
export function openTracer({ endpoint, headers, ratio }: TracerOptions): Tracer {
  const version = readVersion()
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': 'medina-care',
      'service.version': version,
      'service.instance.id': `${hostname()}/${process.pid}`,
    }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
    spanProcessors: [
      new BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url: `${endpoint}/v1/traces`, headers }) }),
    ],
  })
  const tracer = provider.getTracer('medina-care', version)
  const enclosing = new AsyncLocalStorage<Context>()

  function begin({ name, kind = 'internal', parent, attributes = {} }: NewSpan): Span {
    const context = parent ? contextOf(parent) : (enclosing.getStore() ?? ROOT_CONTEXT)
    const span = tracer.startSpan(name, { kind: kinds[kind], attributes }, context)
    const { traceId, spanId, traceFlags } = span.spanContext()
    return {
      traceparent: `00-${traceId}-${spanId}-0${traceFlags & TraceFlags.SAMPLED}`,
      enclose: (work) => enclosing.run(trace.setSpan(context, span), work),
      end(result = {}) {
        if (result.attributes) span.setAttributes(result.attributes)
        if (result.failed) span.setStatus({ code: SpanStatusCode.ERROR })
        span.end()
      },
    }
  }

  async function run<T>(about: NewSpan, work: (span: Span) => Promise<T>): Promise<T> {
    const span = begin(about)
    try {
      const result = await span.enclose(() => work(span))
      span.end()
      return result
    } catch (error) {
      span.end({ failed: true })
      throw error
    }
  }

  return {
    begin,
    run,
    runInside: (about, work) => (enclosing.getStore() ? run(about, work) : work()),
    close: () => provider.shutdown(),
  }
}

/** @param traceparent as `readTraceparent` returns it */
function contextOf(traceparent: string): Context {
  const [, traceId, spanId, flags] = traceparent.split('-') as [string, string, string, string]
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags: Number(flags), isRemote: true })
}
