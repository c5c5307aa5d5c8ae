import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'
import { LaunchError } from '../cli/launch-error.ts'

/** Ports given out, which may not be listened on yet. */
const promised = new Set<number>()

// Below the ports that Linux assigns by itself, which could take one first.
const LEAST = 20_000
const BELOW = 32_768
const ANSWER_WITHIN_MS = 2000

/** Finds a free port of the loopback interface. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(LEAST, BELOW)
    if (promised.has(port)) continue
    // Before the check, which another caller may make at the same time.
    promised.add(port)
    if (await isFree(port)) return port
  }
}

/**
 * Returns `port`, or a free one for 0.
 *
 * @throws LaunchError if it can't be listened on
 */
export async function claimPort(host: string, port: number): Promise<number> {
  try {
    const claimed = await listenBriefly(host, port)
    promised.add(claimed)
    return claimed
  } catch (error) {
    throw new LaunchError(refusal(host, port, getCode(error)))
  }
}

/** Returns the URL at which this machine reaches a server that listens on `host`. */
export function reachableUrl(host: string, port: number): string {
  if (host === '0.0.0.0') return `http://127.0.0.1:${port}`
  if (host === '::') return `http://[::1]:${port}`
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}

/** Returns true if a GET of `url` answers 200. */
export async function answersOk(url: string): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(ANSWER_WITHIN_MS)
    const response = await fetch(url, { signal })
    await response.body?.cancel()
    return response.status === 200
  } catch {
    return false
  }
}

async function isFree(port: number): Promise<boolean> {
  try {
    await listenBriefly('127.0.0.1', port)
    return true
  } catch (error) {
    if (getCode(error) === 'EADDRINUSE') return false
    throw error
  }
}

function getCode(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : error
  return String(code)
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
