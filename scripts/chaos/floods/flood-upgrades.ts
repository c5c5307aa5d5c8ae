import type { Attack } from './attack.ts'
import { firstStatus, openConnection, requestText } from './raw-http.ts'
import { tallyOf } from './tally.ts'
import { upgradeRequest } from './upgrade-request.ts'

const WAVES = 8
const UPGRADES_PER_WAVE = 250

const REFUSED = [
  upgradeRequest('/ws', { origin: 'https://evil.example' }),
  upgradeRequest('/no/such/socket', {}),
].map(requestText)

/** Upgrades that are refused, by clients that never close their end. */
export const floodUpgrades: Attack = async ({ port }, signal) => {
  const statuses: string[] = []
  for (let wave = 0; wave < WAVES && !signal.aborted; wave += 1) {
    const asked = Array.from({ length: UPGRADES_PER_WAVE }, (_, index) => {
      const socket = openConnection(port)
      socket.write(REFUSED[index % REFUSED.length] ?? '')
      return firstStatus(socket, signal)
    })
    statuses.push(...(await Promise.all(asked)))
  }
  return tallyOf(statuses)
}
