import { attacks, type FloodName } from './attacks.ts'

/**
 * The floods that can be injected here: all on Linux and none elsewhere, for
 * they come from several addresses of the loopback and read /proc.
 */
export function floodNames(): FloodName[] {
  return process.platform === 'linux'
    ? (Object.keys(attacks) as FloodName[])
    : []
}
