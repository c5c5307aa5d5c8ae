import { DomainError } from '#core/errors.ts'
import type { PlaceRaceBetAnswer } from '#core/schemas/race.ts'
import { keyReused, type LedgerService } from '../ledger/ledger.service.ts'
import type { PendingRaceBet } from './pending-race-bet.ts'
import { answerTo } from './race-bet-answer.ts'
import type { RacesStore } from './races.store.ts'

type EarlierDeps = {
  ledger: Pick<LedgerService, 'answered'>
  store: Pick<RacesStore, 'findBet'>
  /** Whether a round was kept under an id. */
  isPlayed: (id: string) => Promise<boolean>
}

/** Finds what a bet was answered that has come before, or was kept unanswered. */
export class EarlierRaceBets {
  readonly #deps: EarlierDeps

  constructor(deps: EarlierDeps) {
    this.#deps = deps
  }

  /** @throws key_reused when its key was used for another request. */
  async find({
    id,
    isInDoubt,
    request,
  }: PendingRaceBet): Promise<PlaceRaceBetAnswer | undefined> {
    if (!request && !isInDoubt) return undefined
    const { isPlayed, ledger, store } = this.#deps
    const kept = request && (await ledger.answered(request))
    if (request && !kept && (await isPlayed(id))) throw keyReused()
    const found = await store.findBet(id)
    if (!found) {
      if (kept) throw keyReused()
      return undefined
    }
    return answerTo(found.bet, found.race, kept?.balance ?? found.balance)
  }

  /** Answers or refuses a bet that was decided before; others stay open. */
  async tell(pending: PendingRaceBet): Promise<void> {
    try {
      const answer = await this.find(pending)
      if (answer) pending.answer(answer)
    } catch (error) {
      if (!(error instanceof DomainError)) throw error
      pending.refuse(error)
    }
  }
}
