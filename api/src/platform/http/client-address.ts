import type { IncomingMessage } from 'node:http'

/** What Express makes of a request as `req.ip`, for those that it never sees. */
export function clientAddress(
  { socket, headers }: IncomingMessage,
  trustedHops: number,
): string | undefined {
  const forwarded = headers['x-forwarded-for']
  const named = forwarded ? String(forwarded).split(',') : []
  const way = [...named.map((address) => address.trim()), socket.remoteAddress]
  return way.at(-1 - trustedHops) ?? way[0]
}
