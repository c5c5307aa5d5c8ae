import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** Whether the statement that a process dies at is still carried out. */
export type Moment = 'before' | 'after'

/**
 * A way to a database that breaks off at a chosen statement, as it does when
 * the process that sent it is killed: before it got there, or after it was
 * carried out and before the answer came.
 */
export async function fuseDatabase(databaseUrl: string) {
  const target = new URL(databaseUrl)
  const open = new Set<Socket>()
  let left = Number.POSITIVE_INFINITY
  let moment: Moment = 'before'
  let isBlown = false

  const blow = () => {
    isBlown = true
    for (const socket of open) socket.destroy()
  }
  const server = createServer((client) => {
    if (isBlown) return void client.destroy()
    const upstream = connect(Number(target.port), target.hostname)
    join(client, upstream)
    const countStatements = statementCounter()
    let dies = false
    client.on('data', (chunk) => {
      left -= countStatements(chunk)
      dies ||= left < 0
      if (dies && moment === 'before') blow()
      else upstream.write(chunk)
    })
    upstream.on('data', (chunk) => {
      if (!dies) client.write(chunk)
      else if (isReady(chunk)) blow()
    })
  })
  const join = (...sockets: Socket[]) => {
    for (const socket of sockets) {
      open.add(socket)
      socket.setNoDelay(true)
      socket.on('error', () => socket.destroy())
      socket.on('close', () => {
        open.delete(socket)
        for (const other of sockets) other.destroy()
      })
    }
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(databaseUrl)
  url.hostname = '127.0.0.1'
  url.port = String((server.address() as AddressInfo).port)
  return {
    url: url.href,
    /** Lets so many statements through, and dies at the next one. */
    arm(statements: number, at: Moment) {
      left = statements
      moment = at
    },
    isBlown: () => isBlown,
    /** As good as new. */
    mend() {
      left = Number.POSITIVE_INFINITY
      isBlown = false
    },
    close() {
      for (const socket of open) socket.destroy()
      server.close()
    },
  }
}

/** Messages that make PostgreSQL answer: a query, or the end of a prepared one. */
const STATEMENTS = new Set(['Q', 'S'].map((type) => type.charCodeAt(0)))
const HEADER_BYTES = 5

/**
 * Counts the statements in what a client sends, of which the first message,
 * alone, has no type.
 */
function statementCounter(): (chunk: Buffer) => number {
  let rest = Buffer.alloc(0)
  let hasBegun = false
  return (chunk) => {
    rest = Buffer.concat([rest, chunk])
    let count = 0
    while (rest.length >= HEADER_BYTES) {
      const size = hasBegun ? rest.readInt32BE(1) + 1 : rest.readInt32BE(0)
      if (rest.length < size) break
      if (hasBegun && STATEMENTS.has(rest.readUInt8(0))) count += 1
      hasBegun = true
      rest = rest.subarray(size)
    }
    return count
  }
}

const READY_FOR_QUERY = Buffer.from([0x5a, 0, 0, 0, 5])

function isReady(chunk: Buffer): boolean {
  return chunk.includes(READY_FOR_QUERY)
}
