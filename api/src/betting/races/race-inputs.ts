import { assert } from '#core/assert.ts'
import type { RaceInputs } from '#core/race/settled-race.ts'
import type { RaceRow } from './races.store.ts'

/**
 * Returns all inputs that a race is computed from.
 *
 * @param serverSeed for a race that has not revealed its own yet.
 */
export function raceInputsOf(
  race: RaceRow,
  serverSeed = race.serverSeed,
): RaceInputs {
  assert(serverSeed !== null, 'a race that is over has shown its seed')
  return {
    rulesVersion: race.rulesVersion,
    number: race.number,
    serverSeed,
    closedAtMs: race.closesAt.getTime(),
    saltChain: race.saltChain ?? undefined,
    head: race.head ?? undefined,
    voidReason: race.voidReason ?? undefined,
    saltBlock: race.saltBlock ?? undefined,
  }
}
