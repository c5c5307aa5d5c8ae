import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** The process dies before or after the database executes the statement. */
export type Moment = 'before' | 'after'

/**
 * Opens a proxy to a database that breaks all connections at a chosen statement,
 * like a killed process: before the statement is executed, or after it and before
 * the response arrives.
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
    /** Lets some statements through, and breaks at the next one. */
    arm(statements: number, at: Moment) {
      left = statements
      moment = at
    },
    isBlown: () => isBlown,
    /** Accepts connections again. */
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

/** Messages that PostgreSQL responds to: a query, or the end of a prepared one. */
const STATEMENTS = new Set(['Q', 'S'].map((type) => type.charCodeAt(0)))
const HEADER_BYTES = 5

/** Counts the statements a client sends. Only its first message has no type. */
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
