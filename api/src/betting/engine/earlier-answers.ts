import { isDeepStrictEqual } from 'node:util'
import { assert } from '#core/assert.ts'
import type { Hashes } from '#core/fairness/hashes.ts'
import type { GameRegistry } from '#core/games/registry.ts'
import { Refusal } from '#core/refusals.ts'
import type { LedgerService } from '../../ledger/ledger.service.ts'
import type { AnswerReceiptsService } from '../../ledger/receipts/answer-receipts.service.ts'
import type { FairnessService } from '../fairness/fairness.service.ts'
import { closedAnswer, openAnswer } from './decided-move.ts'
import { openRoundOf, replayOf, shownRound } from './open-round.ts'
import type { MoveAnswer, PlacedMove } from './placed-move.ts'
import { roundSeed } from './round-seed.ts'
import type { RoundRow, RoundsStore } from './rounds.store.ts'

/** Answers moves that were answered before, or were kept without an answer. */
export type EarlierAnswers = ReturnType<typeof earlierAnswers>

export function earlierAnswers(deps: {
  games: GameRegistry
  hashes: Hashes
  ledger: LedgerService
  store: RoundsStore
  fairness: FairnessService
  receipts: Pick<AnswerReceiptsService, 'of'>
}) {
  const { games, hashes, ledger, store, fairness, receipts } = deps

  /** What a request was answered before. @throws key_reused */
  async function toldBefore(
    placed: PlacedMove,
  ): Promise<MoveAnswer | undefined> {
    const [kept, row] = await Promise.all([
      ledger.answered(placed),
      store.findRound(placed.id),
    ])
    if (kept) return answerOf(kept, { ...kept, userId: placed.userId })
    if (!row) return undefined
    if (!isFor(placed, row)) throw new Refusal('key_reused')
    const [round] = await store.findKept([row.id])
    assert(round !== undefined, 'a kept round has its transactions')
    return answerOf({ answer: await replayedAnswer(row) }, round)
  }

  /** An answer and its receipt, which is signed anew. */
  async function answerOf(
    { answer }: { answer: string },
    kept: { userId: string; balance: number; seq: number | null },
  ): Promise<MoveAnswer> {
    const { balance, seq, userId } = kept
    const text = closedAnswer(answer, balance)
    const receipt = seq === null ? undefined : await receipts.of(userId, seq)
    return { text, receipt }
  }

  /** The answer to a round that was over at once, by its replay. */
  async function replayedAnswer(row: RoundRow): Promise<string> {
    const { clientSeed, weaker, ...keys } = await fairness.drawnFrom(row)
    const seed = roundSeed(hashes, keys, row.nonce)
    const next = roundSeed(hashes, keys, row.nonce + 1)
    // The database keeps no order of fields.
    const actions = (row.actions ?? []).map(({ action, ...rest }) => ({
      action,
      ...rest,
    }))
    const start = { actions, clientSeed: clientSeed.seed, weaker, held: 0 }
    const round = openRoundOf(games, { ...row, ...start }, seed)
    const { position } = replayOf(hashes, round)
    return openAnswer(shownRound(round, position, next.commitment))
  }

  return {
    /**
     * Answers doubted rounds that were kept after all. (Steps of a round have a
     * kept answer: it keeps the next try from counting twice.) Call it with
     * their snapshots read before: when a nonce has moved and the round is not
     * there, it never will be; when it has not, the same nonce guards the next
     * try.
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
        if (!(placed && decided)) continue
        const { text, receipt } = await answerOf(decided, row)
        placed.answer(text, receipt)
      }
    },

    /**
     * Answers a move whose request was kept before; refuses it when that asked
     * for something else.
     */
    async tellRepetition(placed: PlacedMove): Promise<void> {
      if (!placed.isRepeatable && placed.unconfirmed.length === 0) return
      try {
        const told = await toldBefore(placed)
        if (told) placed.answer(told.text, told.receipt)
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        placed.refuse(error)
      }
    },
  }
}

function isFor({ userId, game, ask }: PlacedMove, row: RoundRow): boolean {
  const isTheirs = userId === row.userId && game.gameType === row.gameType
  return isTheirs && 'start' in ask && isDeepStrictEqual(ask.start, row.bet)
}
