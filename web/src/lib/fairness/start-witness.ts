import { nobleHashes } from '#core/fairness/noble-hashes.ts'
import { sharedBlockPins } from './block-pins.ts'
import { randomClientSeed } from './client-seed.ts'
import { fairnessApi } from './fairness-api.ts'
import { handStoreOf } from './hand-store.ts'
import { sharedPinStore } from './shared-pin-store.ts'
import { sharedShelf } from './shared-shelf.ts'
import { stateAndBlock } from './state-and-block.ts'
import { Witness, type WitnessOptions } from './witness.ts'

export type WitnessedPlayer = Pick<
  WitnessOptions,
  'player' | 'isPlaying' | 'onAlarm'
>

/** A witness on the real server, storage and randomness. */
export function startWitness(witnessed: WitnessedPlayer): Witness {
  const { player } = witnessed
  const pins = sharedBlockPins(player)
  return new Witness({
    ...witnessed,
    hashes: nobleHashes,
    store: sharedPinStore(player),
    hands: handStoreOf(sharedShelf(), player),
    api: { ...fairnessApi, state: () => stateAndBlock(pins) },
    newSeed: randomClientSeed,
    // Without locks (plain http) two tabs may both make a seed: both are ours.
    alone: async (task) =>
      'locks' in navigator
        ? await navigator.locks.request(`fairness/${player}`, task)
        : await task(),
  })
}
