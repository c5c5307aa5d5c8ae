import { expect, test } from 'vitest'
import { StatusLines } from './status-lines.ts'

const STREAM =
  'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}HTTP/1.1 429 Too Many Requests\r\n\r\nHTTP/1.1 503 '

test('each answer of a stream has one status, wherever chunks end', () => {
  for (let size = 1; size <= STREAM.length; size += 1) {
    const lines = new StatusLines()
    const statuses: string[] = []
    for (let at = 0; at < STREAM.length; at += size) {
      statuses.push(...lines.take(STREAM.slice(at, at + size)))
    }
    expect(statuses).toEqual(['200', '429', '503'])
  }
})
