import type { FairnessState } from '#core/schemas/fairness.ts'
import { importAgain } from '../import-again.ts'
import type { SeedChoice } from './client-seeds.ts'
import type { Verdict } from './judge-answer.ts'
import type { AskedRound } from './seen-rounds.ts'
import type { WitnessedPlayer } from './start-witness.ts'
import type { Witness } from './witness.ts'

export type PlayerWitness = {
  /** Where the player's seeds stand, pinned and checked by this browser. */
  sync(): Promise<FairnessState>
  changeSeed(clientSeed: string): Promise<FairnessState>
  /** Unknown before the start. */
  seedChoice(state: FairnessState): SeedChoice | undefined
  /** The first nonce that a round asked for now can have; unknown before the start. */
  earliestNonce(): number | undefined
  verifyAnswer(round: AskedRound): Promise<Verdict>
  /** Judges how a game's rounds ended that are not open any more. */
  verifyEnds(gameType: string, openId?: string): Promise<void>
}

/**
 * A witness that starts when it is first asked: the hashes come with the first
 * sign-in, visitors do not load them. One that could not start is started anew.
 */
export function playerWitness(
  witnessed: WitnessedPlayer | undefined,
): PlayerWitness {
  let started: Promise<Witness> | undefined
  let running: Witness | undefined

  async function start(): Promise<Witness> {
    if (!witnessed) throw new Error('Nobody is signed in')
    try {
      const { startWitness } = await importAgain(
        () => import('./start-witness.ts'),
      )
      running = startWitness(witnessed)
      return running
    } catch (cause) {
      started = undefined
      throw cause
    }
  }
  const witness = () => {
    started ??= start()
    return started
  }

  return {
    sync: async () => (await witness()).sync(),
    changeSeed: async (clientSeed) => (await witness()).changeSeed(clientSeed),
    seedChoice: (state) => running?.seedChoice(state),
    earliestNonce: () => running?.earliestNonce(),
    verifyAnswer: async (round) => (await witness()).verifyAnswer(round),
    verifyEnds: async (gameType, openId) =>
      (await witness()).verifyEnds(gameType, openId),
  }
}
