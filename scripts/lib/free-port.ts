import { createServer } from 'node:net'
import { LaunchError } from './launch-error.ts'

/** A port of the loopback interface that nobody listens on right now. */
export function freePort(): Promise<number> {
  return listenBriefly('127.0.0.1', 0)
}

/** Refuses, in words, a port that cannot be listened on; 0 picks a free one. */
export async function claimPort(host: string, port: number): Promise<number> {
  try {
    return await listenBriefly(host, port)
  } catch (error) {
    throw new LaunchError(
      `Port ${port} on ${host} ${reason(error)}. Choose another one, for example PORT=${port + 1} npm start.`,
    )
  }
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

function reason(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : error
  if (code === 'EADDRINUSE') return 'is already in use'
  if (code === 'EACCES') return 'may only be used by root'
  if (code === 'EADDRNOTAVAIL') return 'is not an address of this machine'
  return `cannot be used (${String(code)})`
}
