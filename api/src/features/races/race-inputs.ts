import { assert } from '#core/errors.ts'
import type { RaceInputs } from '#core/race/settled-race.ts'
import type { RaceRow } from './races.store.ts'

/** Returns all that a race follows from. @param serverSeed of one that has not shown it yet. */
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
