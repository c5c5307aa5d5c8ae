import { assert, DomainError } from '#core/errors.ts'
import type { Hashes } from '#core/fairness/hashes.ts'
import type { FairnessService } from '../fairness/fairness.service.ts'
import type { LedgerService } from '../ledger/ledger.service.ts'
import { closedAnswer, openAnswer } from './decided-move.ts'
import { openRoundOf, replayOf, shownRound } from './open-round.ts'
import type { PlacedMove } from './placed-move.ts'
import { roundSeed } from './round-seed.ts'
import type { RoundsStore } from './rounds.store.ts'

/** Answers moves that were answered before, or were kept without an answer. */
export type EarlierAnswers = ReturnType<typeof earlierAnswers>

export function earlierAnswers(deps: {
  hashes: Hashes
  ledger: LedgerService
  store: RoundsStore
  fairness: FairnessService
}) {
  const { hashes, ledger, store, fairness } = deps

  /** The answer to a round that is over and has no actions, by its replay. */
  async function retold(roundId: string | null): Promise<string> {
    const row = roundId ? await store.findRound(roundId) : undefined
    assert(row !== undefined, 'an answer without a text has its round')
    const { clientSeed, weaker, ...keys } = await fairness.drawnFrom(row)
    const seed = roundSeed(hashes, keys, row.nonce)
    const next = roundSeed(hashes, keys, row.nonce + 1)
    const start = { actions: [], clientSeed: clientSeed.seed, weaker, held: 0 }
    const round = openRoundOf({ ...row, ...start }, seed)
    const { position } = replayOf(hashes, round)
    return openAnswer(shownRound(round, position, next.commitment))
  }

  return {
    /**
     * Answers doubted rounds that were kept after all. (Steps of a round have a
     * key: it keeps the next try from counting twice and has their answer.) Call
     * it with their seats read before: when a nonce has moved and the round is
     * not there, it never will be; when it has not, the same nonce guards the
     * next try.
     */
    async tellDoubted(batch: readonly PlacedMove[]): Promise<void> {
      const doubted = batch.filter(
        ({ unconfirmed, game }) => unconfirmed.length > 0 && !game.choices,
      )
      if (doubted.length === 0) return
      const rows = await store.findKept(doubted.map(({ id }) => id))
      for (const row of rows) {
        const placed = doubted.find(({ id }) => id === row.id)
        const decided = placed?.unconfirmed.find(
          ({ roundHash }) => roundHash === row.roundHash,
        )
        if (decided) placed?.answer(closedAnswer(decided.answer, row.balance))
      }
    },

    /** Answers a bet whose key was answered before; refuses it when the key was for another. */
    async tellRepetition(placed: PlacedMove): Promise<void> {
      if (!placed.request) return
      const kept = await ledger
        .answered(placed.userId, placed.request)
        .catch(asRefusal)
      if (kept instanceof DomainError) return placed.refuse(kept)
      if (!kept) return
      const answer = kept.answer ?? (await retold(kept.roundId))
      placed.answer(closedAnswer(answer, kept.balance))
    },
  }
}

function asRefusal(error: unknown): DomainError {
  if (error instanceof DomainError) return error
  throw error
}
