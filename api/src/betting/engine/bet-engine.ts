import type { Endpoint } from '#core/api/endpoint.ts'
import { assert } from '#core/assert.ts'
import type { GameRegistry } from '#core/games/registry.ts'
import { Refusal } from '#core/refusals.ts'
import type { LedgerModule } from '../../ledger/ledger.ts'
import { setReceipt } from '../../ledger/receipts/receipts.service.ts'
import type { ReceiptsModule } from '../../ledger/receipts/receipts.ts'
import type { RepeatableRequest } from '../../platform/http/idempotency.ts'
import { getTrace } from '../../platform/http/request-context.ts'
import { JsonText } from '../../platform/http/send.ts'
import type { Call } from '../../platform/http/serve.ts'
import type { Platform } from '../../platform/platform.ts'
import type { LimitsModule } from '../../players/limits/limits.ts'
import type { FairnessModule } from '../fairness/fairness.ts'
import type { PausesModule } from '../pauses/pauses.ts'
import { bankrollJob, createBankroll } from './bankroll.ts'
import { createBetAnswers } from './bet-answers.ts'
import {
  type BetQueue,
  createBetQueue,
  EVENT_BATCH_SIZE_MAX,
} from './bet-queue.ts'
import type { BetAnswer, BetKind, BetRequest, PendingBet } from './bets.ts'
import { createPlayerSnapshots, snapshotReader } from './player-snapshots.ts'
import { createGameTotals, createRoundsStore } from './rounds.store.ts'

type Dependencies = {
  games: GameRegistry
  fairness: Pick<FairnessModule, 'forBets'>
  limits: Pick<LimitsModule, 'forBets'>
  ledger: Pick<LedgerModule, 'onBalance' | 'service'>
  pauses: Pick<PausesModule, 'service'>
  receipts: Pick<ReceiptsModule, 'answersForBets'>
  /** Batches of bets that this process commits at the same time. */
  partitions: number
  houseRefill: boolean
}

export type BetEngine = Awaited<ReturnType<typeof createBetEngine>>

/** Answers a call with the bet that it places, and its receipt. */
export async function answerBet(
  call: Pick<Call<Endpoint>, 'playerId' | 'repeatable' | 'res'>,
  place: (bet: BetRequest) => Promise<BetAnswer>,
): Promise<JsonText> {
  const { playerId: userId, repeatable: request, res } = call
  const { receipt, text } = await place({
    userId,
    request,
    trace: getTrace(res),
  })
  setReceipt(res, receipt)
  return new JsonText(text)
}

/** Creates the bet engine, which plays bets in batches: see "A bet" in docs/architecture.md. */
export async function createBetEngine(platform: Platform, needs: Dependencies) {
  const { betDb, clock, db, hashes, log, partitionPool, tracing } = platform
  const { games, houseRefill: refill, ledger, pauses, receipts } = needs
  // Connections of their own, so that bets don't wait for other requests.
  const store = createRoundsStore(betDb)
  const fairness = needs.fairness.forBets
  const limits = needs.limits.forBets
  const reading = { fairness, games, hashes, limits, store }
  const bankroll = createBankroll({ refill })
  await bankroll.follow(ledger.service.totals)
  const gameTypes = games.currentGames.map(({ gameType }) => gameType)
  await createGameTotals(db, gameTypes)
  const partitions = await ledger.service.claimPartitions(needs.partitions)
  const shared = { ledger: ledger.service, receipts: receipts.answersForBets }
  const deps = {
    snapshots: createPlayerSnapshots(snapshotReader(reading)),
    bankroll,
    ...shared,
    answers: createBetAnswers({ ...reading, ...shared }),
    log,
    onBalance: ledger.onBalance,
    tracing,
  }
  const queues = partitions.map((partition) => createBetQueue(partition, deps))
  const ofEvents = new Map<BetKind, BetQueue>()
  const underWay = new Map<
    string,
    { text: string; answer: Promise<BetAnswer> }
  >()
  let closing = false

  function getQueue({ kind, userId }: PendingBet) {
    if (kind.isOnEvents) {
      const own =
        ofEvents.get(kind) ??
        createBetQueue(
          ledger.service.sharedPartition,
          deps,
          EVENT_BATCH_SIZE_MAX,
        )
      ofEvents.set(kind, own)
      return own
    }
    const spread = Number.parseInt(userId.slice(-8), 16)
    const queue = queues[spread % queues.length]
    assert(queue !== undefined, 'a process has a partition')
    return queue
  }

  /** Shares one bet among concurrent requests with the same key. */
  async function placeOnce(
    pending: PendingBet,
    { id, text }: RepeatableRequest,
  ): Promise<BetAnswer> {
    const first = underWay.get(id)
    if (first) {
      if (first.text === text) return first.answer
      throw new Refusal('key_reused')
    }
    const answer = getQueue(pending).play(pending)
    underWay.set(id, { text, answer })
    try {
      return await answer
    } finally {
      underWay.delete(id)
    }
  }

  return {
    async place<Bet extends BetRequest>(kind: BetKind<Bet>, bet: Bet) {
      if (closing) throw new Refusal('restarting')
      const pending = kind.createPending(bet, performance.now())
      const { request } = pending
      tracing?.endStep('receive', [pending])
      if (request) return placeOnce(pending, request)
      return getQueue(pending).play(pending)
    },

    bankroll,
    forKinds: { bankroll, clock, pauses: pauses.service, pool: partitionPool },
    jobs: [bankrollJob(platform, ledger.service, { bankroll, refill })],
    /** Refuses new bets and resolves when all others are answered. */
    async drain(): Promise<void> {
      closing = true
      const all = [...queues, ...ofEvents.values()]
      await Promise.all(all.map((queue) => queue.idle()))
    },
  }
}
