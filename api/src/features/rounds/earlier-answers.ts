import { DomainError } from '#core/errors.ts'
import type { LedgerService } from '../ledger/ledger.service.ts'
import { closedAnswer } from './decided-move.ts'
import type { PlacedMove } from './placed-move.ts'
import type { RoundsStore } from './rounds.store.ts'

/**
 * Answers doubted rounds that were kept after all. (Steps of a round have a
 * key: it keeps the next try from counting twice and has their answer.) Call it
 * with their seats read before: when a nonce has moved and the round is not
 * there, it never will be; when it has not, the same nonce guards the next try.
 */
export async function answerKept(
  store: RoundsStore,
  batch: readonly PlacedMove[],
): Promise<void> {
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
}

/** Answers a bet whose key was answered before; refuses it when the key was for another. */
export async function answerRepetition(
  ledger: LedgerService,
  placed: PlacedMove,
): Promise<void> {
  if (!placed.request) return
  const kept = await ledger
    .answered(placed.userId, placed.request)
    .catch(asRefusal)
  if (kept instanceof DomainError) placed.refuse(kept)
  else if (kept) placed.answer(closedAnswer(kept.answer, kept.balance))
}

function asRefusal(error: unknown): DomainError {
  if (error instanceof DomainError) return error
  throw error
}
