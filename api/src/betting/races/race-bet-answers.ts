import type { PlaceRaceBetAnswer } from '#core/api/races.ts'
import { coins } from '#core/money/coins.ts'
import { RACE_GAME_TYPE } from '#core/race/settled-race.ts'
import type { ReceiptStatement } from '#core/receipts/receipt.ts'
import { Refusal } from '#core/refusals.ts'
import type { LedgerService } from '../../ledger/ledger.service.ts'
import type { AnswerReceiptsService } from '../../ledger/receipts/answer-receipts.service.ts'
import type { MoveAnswer } from '../engine/moves.ts'
import type { DecidedRaceBet, PendingRaceBet } from './race-bet.ts'
import type { Placed, PlacedBet, RaceBetsStore } from './race-bets.store.ts'
import type { RaceBetRow, RaceRow, RacesStore } from './races.store.ts'

type Race = Pick<RaceRow, 'commitment' | 'id' | 'number'>

export type RaceBetAnswers = ReturnType<typeof openRaceBetAnswers>

/** Answers accepted bets, including earlier and repeated ones. */
export function openRaceBetAnswers(deps: {
  ledger: Pick<LedgerService, 'answered'>
  store: Pick<RacesStore, 'findBet'>
  bets: Pick<RaceBetsStore, 'knownAmong'>
  receipts: Pick<AnswerReceiptsService, 'of' | 'sign'>
  /** True if a round has the id. */
  isPlayed: (id: string) => Promise<boolean>
}) {
  const { ledger, store, bets, receipts, isPlayed } = deps

  /** @throws key_reused */
  async function earlierAnswer({
    id,
    request,
  }: PendingRaceBet): Promise<MoveAnswer | undefined> {
    const stored = request && (await ledger.answered(request))
    if (request && !stored && (await isPlayed(id)))
      throw new Refusal('key_reused')
    const found = await store.findBet(id)
    if (!found) {
      if (stored) throw new Refusal('key_reused')
      return undefined
    }
    const { bet, race } = found
    return {
      text: answerText(bet, race, stored?.balance ?? found.balance),
      receipt: await receipts.of(bet.userId, bet.seq),
    }
  }

  return {
    /**
     * Answers or refuses bets that were decided before. Looks all up at once,
     * since most are new.
     */
    async answerEarlier(pending: readonly PendingRaceBet[]): Promise<void> {
      const repeatable = pending.filter(
        ({ isUnconfirmed, request }) => isUnconfirmed || request,
      )
      if (repeatable.length === 0) return
      const known = await bets.knownAmong(repeatable.map(({ id }) => id))
      for (const one of repeatable.filter(({ id }) => known.has(id))) {
        try {
          const answer = await earlierAnswer(one)
          if (answer) one.answer(answer)
        } catch (error) {
          if (!(error instanceof Refusal)) throw error
          one.refuse(error)
        }
      }
    },

    /** Answers a batch's placed bets, with one signature for all receipts. */
    answerPlaced(
      decided: readonly DecidedRaceBet[],
      race: Race,
      placed: Placed,
    ): void {
      const taken = decided.flatMap(({ pending }) => {
        const bet = placed.bets.get(pending.id)
        return bet ? [{ pending, bet }] : []
      })
      const signed = receipts.sign(
        taken.map(({ pending, bet }) => statementOf(pending, race, bet)),
      )
      for (const [at, { pending, bet }] of taken.entries()) {
        const { amount, horseId: horse } = pending.bet
        const text = answerText({ ...bet, amount, horse }, race, bet.balance)
        pending.answer({ text, receipt: signed[at] })
      }
    },
  }
}

function answerText(
  bet: Pick<RaceBetRow, 'amount' | 'horse' | 'id' | 'index'>,
  race: Race,
  balance: number,
): string {
  return JSON.stringify({
    transactionId: bet.id,
    raceId: race.id,
    number: race.number,
    commitment: race.commitment,
    index: bet.index,
    horseId: bet.horse,
    amount: coins(bet.amount),
    balance: coins(balance),
  } satisfies PlaceRaceBetAnswer)
}

function statementOf(
  { bet: { amount, horseId }, id }: PendingRaceBet,
  { id: raceId, number: nonce }: Race,
  { atMs, balance, index, seq, userId: player }: PlacedBet,
): ReceiptStatement {
  return {
    player,
    id,
    seq,
    timestamp: new Date(atMs).toISOString(),
    gameType: RACE_GAME_TYPE,
    transactions: [{ type: 'bet', amount: -amount, metadata: null }],
    balance,
    terms: { raceId, nonce, index, bet: { horseId, amount } },
  }
}
