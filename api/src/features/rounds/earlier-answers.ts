import { DomainError } from '#core/errors.ts'
import type { LedgerService } from '../ledger/ledger.service.ts'
import { closedAnswer } from './decided-bet.ts'
import type { PlacedBet } from './placed-bet.ts'
import type { RoundsStore } from './rounds.store.ts'

/**
 * Answers doubted bets that were kept after all. Call it with their seats read
 * before: when a nonce has moved and the round is not there, it never will be;
 * when it has not, the same nonce guards the next try.
 */
export async function answerKept(
  store: RoundsStore,
  batch: readonly PlacedBet[],
): Promise<void> {
  const doubted = batch.filter(({ unconfirmed }) => unconfirmed.length > 0)
  if (doubted.length === 0) return
  const rows = await store.findKept(doubted.map(({ id }) => id))
  for (const row of rows) {
    const placed = doubted.find(({ id }) => id === row.id)
    const decided = placed?.unconfirmed.find(
      ({ nonce, clientSeedId }) =>
        nonce === row.nonce && clientSeedId === row.clientSeedId,
    )
    if (decided) placed?.answer(closedAnswer(decided.answer, row.balance))
  }
}

/** Answers a bet whose key was answered before; refuses it when the key was for another. */
export async function answerRepetition(
  ledger: LedgerService,
  placed: PlacedBet,
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
