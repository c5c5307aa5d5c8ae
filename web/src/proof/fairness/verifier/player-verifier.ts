import type { FairnessState } from '#core/api/fairness.ts'
import { importAgain } from '../../../lib/import-again.ts'
import type { SeedChoice } from './client-seeds.ts'
import type { FairnessVerifier } from './fairness-verifier.ts'
import type { Verdict } from './judge-answer.ts'
import type { AskedRound } from './seen-rounds.ts'
import type { VerifiedPlayer } from './start-verifier.ts'

export type PlayerVerifier = {
  /** Where the player's seeds stand, pinned and checked by this browser. */
  sync(): Promise<FairnessState>
  changeSeed(clientSeed: string): Promise<FairnessState>
  /** Unknown before the start. */
  seedChoice(state: FairnessState): SeedChoice | undefined
  /**
   * The first nonce that a round asked for now can have; unknown before the
   * start.
   */
  earliestNonce(): number | undefined
  verifyAnswer(round: AskedRound): Promise<Verdict>
  /** Judges how a game's rounds ended that are not open any more. */
  verifyEnds(gameType: string, openId?: string): Promise<void>
}

/**
 * A verifier that starts when it is first asked: the hashes come with the first
 * sign-in, visitors do not load them. One that could not start is started anew.
 */
export function playerVerifier(
  player: VerifiedPlayer | undefined,
): PlayerVerifier {
  let started: Promise<FairnessVerifier> | undefined
  let running: FairnessVerifier | undefined

  async function start(): Promise<FairnessVerifier> {
    if (!player) throw new Error('Nobody is signed in')
    try {
      const { startVerifier } = await importAgain(
        () => import('./start-verifier.ts'),
      )
      running = startVerifier(player)
      return running
    } catch (cause) {
      started = undefined
      throw cause
    }
  }
  const verifier = () => {
    started ??= start()
    return started
  }

  return {
    sync: async () => (await verifier()).sync(),
    changeSeed: async (clientSeed) => (await verifier()).changeSeed(clientSeed),
    seedChoice: (state) => running?.seedChoice(state),
    earliestNonce: () => running?.earliestNonce(),
    verifyAnswer: async (round) => (await verifier()).verifyAnswer(round),
    verifyEnds: async (gameType, openId) =>
      (await verifier()).verifyEnds(gameType, openId),
  }
}
