import type { IncomingMessage } from 'node:http'
import { ipKeyGenerator } from 'express-rate-limit'

/** Returns what Express sets as `req.ip`, for requests that bypass Express. */
export function clientAddress(
  { socket, headers }: IncomingMessage,
  trustedHops: number,
): string | undefined {
  const forwarded = headers['x-forwarded-for']
  const proxies = forwarded ? String(forwarded).split(',') : []
  const addresses = [
    ...proxies.map((address) => address.trim()),
    socket.remoteAddress,
  ]
  return addresses.at(-1 - trustedHops) ?? addresses[0]
}

/**
 * Returns the network that rate limits count: an IPv4 address, or the /56 of an
 * IPv6 one, which one customer may own.
 */
export function getNetwork(address: string | undefined): string {
  return ipKeyGenerator(address ?? '')
}
