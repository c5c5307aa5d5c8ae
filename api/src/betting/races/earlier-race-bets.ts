import { Refusal } from '#core/refusals.ts'
import type { LedgerService } from '../../ledger/ledger.service.ts'
import type { AnswerReceiptsService } from '../../ledger/receipts/answer-receipts.service.ts'
import type { PendingRaceBet, TakenRaceBet } from './pending-race-bet.ts'
import { answerTo } from './race-bet-answer.ts'
import type { RaceBetsStore } from './race-bets.store.ts'
import type { RacesStore } from './races.store.ts'

type EarlierDeps = {
  ledger: Pick<LedgerService, 'answered'>
  store: Pick<RacesStore, 'findBet'>
  bets: Pick<RaceBetsStore, 'knownAmong'>
  receipts: Pick<AnswerReceiptsService, 'of'>
  /** Whether a round was kept under an id. */
  isPlayed: (id: string) => Promise<boolean>
}

/** Finds what a bet was answered that has come before, or was kept unanswered. */
export class EarlierRaceBets {
  readonly #deps: EarlierDeps

  constructor(deps: EarlierDeps) {
    this.#deps = deps
  }

  /**
   * Answers or refuses those that were decided before; others stay open. Most
   * are new, so all are asked about at once.
   */
  async tell(pending: readonly PendingRaceBet[]): Promise<void> {
    const asked = pending.filter(
      ({ isInDoubt, request }) => isInDoubt || request,
    )
    if (asked.length === 0) return
    const ids = asked.map(({ id }) => id)
    const known = await this.#deps.bets.knownAmong(ids)
    for (const one of asked) if (known.has(one.id)) await this.#tell(one)
  }

  async #tell(pending: PendingRaceBet): Promise<void> {
    try {
      const answer = await this.#find(pending)
      if (answer) pending.answer(answer)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      pending.refuse(error)
    }
  }

  /** @throws key_reused when its key was used for another request. */
  async #find({
    id,
    request,
  }: PendingRaceBet): Promise<TakenRaceBet | undefined> {
    const { isPlayed, ledger, receipts, store } = this.#deps
    const kept = request && (await ledger.answered(request))
    if (request && !kept && (await isPlayed(id)))
      throw new Refusal('key_reused')
    const found = await store.findBet(id)
    if (!found) {
      if (kept) throw new Refusal('key_reused')
      return undefined
    }
    const { bet, race } = found
    const balance = kept?.balance ?? found.balance
    const receipt = await receipts.of(bet.userId, bet.seq)
    return { answer: answerTo(bet, race, balance), receipt }
  }
}
