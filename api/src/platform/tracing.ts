import type { Attributes, Link, Span, SpanOptions } from '@opentelemetry/api'
import type { SpanExporter } from '@opentelemetry/sdk-trace'
import type { RequestHandler, Response } from 'express'
import type { Endpoint } from '#core/api/endpoint.ts'
import type { Logger } from './logger.ts'

/** A sampled trace, whose steps follow each other without gaps. */
export type Trace = {
  /** The request or deposit. */
  readonly span: Span
  /** From monotonic to epoch milliseconds: one clock orders all its spans. */
  readonly offsetMs: number
  /** End of its last step, monotonic milliseconds. */
  lastMs: number
  stepCount: number
}

/** Something with steps; without a trace if it isn't sampled. */
export type Traced = { trace?: Trace | undefined }

export type Tracing = Awaited<ReturnType<typeof createTracing>>

/** Limits the steps of a deposit that waits for days. */
const STEPS_MAX = 100
/** Limits the wait for the collector at a stop. */
const FLUSH_MS = 1_000

/**
 * Creates the export of traces by OTLP over HTTP. The SDK is loaded here, so that
 * processes without traces don't load it.
 *
 * @param url of the collector, up to `/v1/traces`.
 * @param sampleRatio share of traces to record, 0 to 1.
 */
export async function createTracing(
  { url, sampleRatio }: { url: string; sampleRatio: number },
  log: Logger,
) {
  const [api, sdk, resources, { OTLPTraceExporter }] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/sdk-trace'),
    import('@opentelemetry/resources'),
    import('@opentelemetry/exporter-trace-otlp-http'),
  ])
  const { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace: spans } = api
  const exporter = reportFailures(new OTLPTraceExporter({ url }), log)
  const provider = new sdk.TracerProvider({
    resource: resources
      .defaultResource()
      .merge(resources.resourceFromAttributes({ 'service.name': 'casino' }))
      // OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES come last, so they win.
      .merge(
        resources.detectResources({
          detectors: [
            resources.serviceInstanceIdDetector,
            resources.resourceAttributesEnvDetector,
            resources.serviceNameEnvDetector,
          ],
        }),
      ),
    sampler: new sdk.ParentBasedSampler({
      root: new sdk.TraceIdRatioBasedSampler(sampleRatio),
    }),
    // A link for each bet of the largest batch.
    spanLimits: { linkCountLimit: 256 },
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter })],
  })
  const tracer = provider.getTracer('casino')

  /**
   * Starts a trace.
   *
   * @param lastMs its start, monotonic milliseconds.
   * @returns undefined if it isn't sampled.
   */
  function start(
    name: string,
    lastMs: number,
    options: SpanOptions = {},
  ): Trace | undefined {
    const offsetMs = Date.now() - performance.now()
    const startTime = offsetMs + lastMs
    const span = tracer.startSpan(name, { startTime, ...options }, ROOT_CONTEXT)
    if (!span.isRecording()) return undefined
    return { span, offsetMs, lastMs, stepCount: 0 }
  }

  /** Records a child that began at `startMs` and ends now. */
  function record(
    { offsetMs, span: parent }: Trace,
    name: string,
    { startMs, ...options }: SpanOptions & { startMs: number },
  ): Span {
    const under = spans.setSpan(ROOT_CONTEXT, parent)
    const startTime = offsetMs + startMs
    const span = tracer.startSpan(name, { startTime, ...options }, under)
    span.end(offsetMs + performance.now())
    return span
  }

  /** Ends a step of each trace, which began when its last one ended. */
  function endStep(
    name: string,
    all: Iterable<Traced>,
    options: { links?: Link[] } = {},
  ): void {
    for (const { trace } of all) {
      if (!trace || trace.stepCount >= STEPS_MAX) continue
      record(trace, name, { ...options, startMs: trace.lastMs })
      trace.lastMs = performance.now()
      trace.stepCount += 1
    }
  }

  return {
    start,
    endStep,

    /**
     * Ends a step that the traces shared. It has a span of its own in the first
     * trace, so that it is sampled if any of them is, with links to the others;
     * each step has a link back.
     */
    endSharedStep(name: string, all: Traced[], attributes: Attributes): void {
      const traces = all.flatMap(({ trace }) => trace ?? [])
      const [first] = traces
      if (!first) return
      const shared = record(first, `${name} batch`, {
        startMs: Math.max(...traces.map(({ lastMs }) => lastMs)),
        attributes,
        links: traces.map(({ span }) => ({ context: span.spanContext() })),
      })
      endStep(name, all, { links: [{ context: shared.spanContext() }] })
    },

    /** Traces requests of an endpoint from their arrival to the response. */
    traceRequests({ method, path }: Endpoint): RequestHandler {
      const attributes = {
        'http.request.method': method.toUpperCase(),
        'http.route': path,
      }
      const name = `${method.toUpperCase()} ${path}`
      return (req, res, next) => {
        const trace = start(name, req.arrivedAtMs, {
          kind: SpanKind.SERVER,
          attributes: { ...attributes, 'request.id': req.id },
        })
        res.locals.trace = trace
        if (trace) res.on('close', () => endRequest(trace, res))
        next()
      }
    },

    /** Exports what is recorded, for a second at most. */
    async close(): Promise<void> {
      const timeout = Promise.withResolvers<void>()
      const timer = setTimeout(timeout.resolve, FLUSH_MS)
      // A failure is reported with its export.
      const flushed = provider.shutdown().catch(() => undefined)
      await Promise.race([flushed, timeout.promise])
      clearTimeout(timer)
    },
  }

  function endRequest(trace: Trace, res: Response): void {
    const { span } = trace
    const { refusal } = res.locals
    span.setAttributes({ 'http.response.status_code': res.statusCode })
    if (refusal) span.setAttributes({ 'request.refusal': refusal })
    if (res.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
    endTrace(trace)
  }
}

export function endTrace({ offsetMs, span }: Trace): void {
  span.end(offsetMs + performance.now())
}

/** Logs the first failure after a success; spans that fail are dropped. */
function reportFailures(exporter: SpanExporter, log: Logger): SpanExporter {
  let isFailing = false
  return {
    export: (batch, done) =>
      exporter.export(batch, (result) => {
        const { error } = result
        const hasFailed = result.code !== 0
        if (hasFailed && !isFailing) log.warn({ error }, 'traces.export_failed')
        isFailing = hasFailed
        done(result)
      }),
    shutdown: () => exporter.shutdown(),
  }
}
