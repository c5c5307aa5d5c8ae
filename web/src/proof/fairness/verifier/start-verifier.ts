import { nobleHashes } from '#core/fairness/noble-hashes.ts'
import { sharedBlockPins } from './block-pins.ts'
import { randomClientSeed } from './client-seed.ts'
import { fairnessApi } from './fairness-api.ts'
import { FairnessVerifier, type VerifierOptions } from './fairness-verifier.ts'
import { handStoreOf } from './hand-store.ts'
import { sharedPinStore } from './shared-pin-store.ts'
import { sharedStorage } from './shared-storage.ts'
import { stateAndBlock } from './state-and-block.ts'

export type VerifiedPlayer = Pick<
  VerifierOptions,
  'player' | 'isPlaying' | 'onAlarm'
>

/** A verifier on the real server, storage and randomness. */
export function startVerifier(verified: VerifiedPlayer): FairnessVerifier {
  const { player } = verified
  const pins = sharedBlockPins(player)
  return new FairnessVerifier({
    ...verified,
    hashes: nobleHashes,
    store: sharedPinStore(player),
    hands: handStoreOf(sharedStorage(), player),
    api: { ...fairnessApi, state: () => stateAndBlock(pins) },
    newSeed: randomClientSeed,
    // Without locks (plain http) two tabs may both make a seed: both are ours.
    alone: async (task) =>
      'locks' in navigator
        ? await navigator.locks.request(`fairness/${player}`, task)
        : await task(),
  })
}
