import { shortHex } from '../lib/format.ts'

const ADDRESS = /^0x[0-9a-f]{40}$/i

/** A player's name at a glance: an account that a wallet made has its address. */
export function playerName(username: string): string {
  return ADDRESS.test(username) ? shortHex(username) : username
}
