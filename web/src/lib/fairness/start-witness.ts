import { nobleHashes } from '#core/fairness/noble-hashes.ts'
import type { Alarm } from './alarm.ts'
import { randomClientSeed } from './client-seed.ts'
import { fairnessApi } from './fairness-api.ts'
import { handStoreOf } from './hand-store.ts'
import { sharedPinStore } from './shared-pin-store.ts'
import { sharedShelf } from './shared-shelf.ts'
import { Witness } from './witness.ts'

/** A witness on the real server, storage and randomness. */
export function startWitness(
  player: string,
  onAlarm: (alarm: Alarm) => void,
): Witness {
  return new Witness({
    player,
    hashes: nobleHashes,
    store: sharedPinStore(player),
    hands: handStoreOf(sharedShelf(), player),
    api: fairnessApi,
    newSeed: randomClientSeed,
    // Without locks (plain http) two tabs may both make a seed: both are ours.
    alone: async (task) =>
      'locks' in navigator
        ? await navigator.locks.request(`fairness/${player}`, task)
        : await task(),
    onAlarm,
  })
}
