import { ipKeyGenerator } from 'express-rate-limit'

/**
 * The network that an address stands for at a limit: an IPv4 address itself,
 * of an IPv6 address the /56, which one customer may have to themselves.
 */
export function networkOf(address: string | undefined): string {
  return ipKeyGenerator(address ?? '')
}
