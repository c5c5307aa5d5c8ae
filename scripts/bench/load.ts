import { randomUUID } from 'node:crypto'
import autocannon from 'autocannon'

export type Load = {
  url: string
  /** Cookie headers, used in turn. */
  cookies: readonly string[]
  seconds: number
}

export type LoadResult = {
  perSecond: number
  p99Ms: number
  /** Answers other than 2xx, and requests without any. */
  failures: number
}

const CONNECTIONS = 64
const BODY = JSON.stringify({ choice: 'heads', betAmount: 10 })

/** Bets as the web client sends them, as fast as 64 connections take them. */
export async function betLoad({
  url,
  cookies,
  seconds,
}: Load): Promise<LoadResult> {
  let turn = 0
  const result = await autocannon({
    url,
    connections: CONNECTIONS,
    duration: seconds,
    requests: [
      {
        method: 'POST',
        body: BODY,
        setupRequest(request) {
          turn += 1
          request.headers = {
            'content-type': 'application/json',
            cookie: cookies[turn % cookies.length] ?? '',
            'idempotency-key': randomUUID(),
          }
          return request
        },
      },
    ],
  })
  return {
    perSecond: result.requests.average,
    p99Ms: result.latency.p99,
    failures: result.non2xx + result.errors + result.timeouts,
  }
}
