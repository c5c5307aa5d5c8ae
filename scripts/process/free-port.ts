import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'
import { LaunchError } from '../cli/launch-error.ts'

/** Promised to somebody who may not have begun to listen yet. */
const promised = new Set<number>()

/**
 * Below the ports that systems give to who asks for any (from 32768 on): one
 * of those could be somebody else's before it is listened on.
 */
const LEAST = 20_000
const BELOW = 32_768

/** A port of the loopback interface that nobody listens on right now. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(LEAST, BELOW)
    if (promised.has(port)) continue
    // Before it is known to be free: somebody else may be looking at it too.
    promise(port)
    if (await isFree(port)) return port
  }
}

/** `port`, or a free one for 0; one that can't be listened on is refused. */
export async function claimPort(host: string, port: number): Promise<number> {
  try {
    return promise(await listenBriefly(host, port))
  } catch (error) {
    throw new LaunchError(refusal(host, port, codeOf(error)))
  }
}

async function isFree(port: number): Promise<boolean> {
  try {
    await listenBriefly('127.0.0.1', port)
    return true
  } catch (error) {
    if (codeOf(error) === 'EADDRINUSE') return false
    throw error
  }
}

function codeOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : error
  return String(code)
}

function promise(port: number): number {
  promised.add(port)
  return port
}

function listenBriefly(host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen({ host, port, exclusive: true }, () => {
      const address = server.address()
      server.close(() =>
        typeof address === 'object' && address
          ? resolve(address.port)
          : reject(new Error(`no port was bound on ${host}`)),
      )
    })
  })
}

function refusal(host: string, port: number, code: string): string {
  if (code === 'EADDRINUSE') {
    return `Port ${port} on ${host} is already in use. Stop what uses it, or choose another port, for example: PORT=${port + 1} npm start`
  }
  if (code === 'EADDRNOTAVAIL') {
    return `HOST ${host} is not an address of this machine.`
  }
  return `Port ${port} on ${host} can't be listened on (${code}).`
}
