import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll } from 'vitest'
import * as z from 'zod'

const value = z.looseObject({
  stringValue: z.string().optional(),
  intValue: z.number().optional(),
})
const attributes = z
  .array(z.object({ key: z.string(), value }))
  .transform((list) =>
    Object.fromEntries(
      list.map(({ key, value: { intValue, stringValue } }) => [
        key,
        stringValue ?? intValue,
      ]),
    ),
  )
const receivedSpan = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  name: z.string(),
  startTimeUnixNano: z.coerce.bigint(),
  endTimeUnixNano: z.coerce.bigint(),
  attributes,
  links: z.array(z.object({ spanId: z.string() })).default([]),
})
const exported = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes }),
      scopeSpans: z.array(z.object({ spans: z.array(receivedSpan) })),
    }),
  ),
})

export type ReceivedSpan = z.output<typeof receivedSpan>

/** A span's name, and the names of its children in the order of their ends. */
type Tree = [name: string, ...children: string[]]

/**
 * Starts a collector that receives traces as OTLP in JSON, until the file ends.
 */
export async function startTraceCollector() {
  const spans: ReceivedSpan[] = []
  const bodies: string[] = []
  /** Status of the next answers; undefined gives none. */
  const state: { status: number | undefined } = { status: 200 }
  const server = createServer(async (req, res) => {
    const body = await text(req)
    bodies.push(`${req.method} ${req.url} ${body}`)
    if (state.status === undefined) return
    if (state.status === 200) {
      const { resourceSpans } = exported.parse(JSON.parse(body))
      for (const { scopeSpans } of resourceSpans)
        spans.push(...scopeSpans.flatMap((scope) => scope.spans))
    }
    res.writeHead(state.status, { 'Content-Type': 'application/json' })
    res.end('{}')
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })

  return {
    url: `http://127.0.0.1:${port}`,
    spans,
    bodies,
    state,
    find: (name: string) => spans.filter((span) => span.name === name),

    /** Returns a trace's only span without a parent, with its children. */
    getTree({ traceId }: Pick<ReceivedSpan, 'traceId'>): Tree[] {
      const own = spans.filter((span) => span.traceId === traceId)
      return own
        .filter(({ parentSpanId }) => !parentSpanId)
        .map((root) => [
          root.name,
          ...own
            .filter(({ parentSpanId }) => parentSpanId === root.spanId)
            .toSorted((a, b) => Number(a.endTimeUnixNano - b.endTimeUnixNano))
            .map(({ name }) => name),
        ])
    },
  }
}
