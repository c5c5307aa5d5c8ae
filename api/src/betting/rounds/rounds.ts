import {
  listOpenRounds,
  openRoundEndpoint,
  playEndpoint,
} from '#core/api/rounds.ts'
import { referenceOf } from '#core/games/references.ts'
import type { LedgerModule } from '../../ledger/ledger.ts'
import { setReceipt } from '../../ledger/receipts/receipt-header.ts'
import type { ReceiptsModule } from '../../ledger/receipts/receipts.ts'
import type { Database } from '../../platform/db/database.ts'
import { JsonText } from '../../platform/http/send.ts'
import type { Serve } from '../../platform/http/serve.ts'
import type { Platform } from '../../platform/platform.ts'
import type { LimitsService } from '../../players/limits/limits.service.ts'
import type { LimitsModule } from '../../players/limits/limits.ts'
import { type Bankroll, openBankroll } from '../engine/bankroll.ts'
import { bankrollJob } from '../engine/bankroll-job.ts'
import { openBetEngine } from '../engine/bet-engine.ts'
import { earlierAnswers } from '../engine/earlier-answers.ts'
import { idleRoundsJob } from '../engine/idle-rounds-job.ts'
import { OpenRoundsStore } from '../engine/open-rounds.store.ts'
import {
  openPlayerSnapshots,
  snapshotReader,
} from '../engine/player-snapshots.ts'
import { RoundsStore } from '../engine/rounds.store.ts'
import type { FairnessService } from '../fairness/fairness.service.ts'
import type { FairnessModule } from '../fairness/fairness.ts'
import type { PausesModule } from '../pauses/pauses.ts'
import type { OnPlayed } from '../played-bet.ts'
import { RoundsService } from './rounds.service.ts'

/** What rounds are decided from, over one of the pools. */
type Reads = { fairness: FairnessService; limits: LimitsService }

type Needs = {
  fairness: Pick<FairnessModule, 'forBets' | 'service'>
  limits: Pick<LimitsModule, 'forBets' | 'service'>
  ledger: Pick<LedgerModule, 'onBalance' | 'service'>
  feed: { service: { note: OnPlayed } }
  pauses: Pick<PausesModule, 'service'>
  receipts: Pick<ReceiptsModule, 'answersForBets'>
  /** How many batches of bets this process has under way at once. */
  partitions: number
  houseRefill: boolean
}

/** What the house can still pay, for bets that are no rounds. */
export type HouseReserve = Pick<Bankroll, 'free' | 'reserve'>

export type RoundsModule = Awaited<ReturnType<typeof openRounds>>

/** Playing: the engine, what is asked about rounds, and the jobs beside it. */
export async function openRounds(platform: Platform, needs: Needs) {
  const { betDb, clock, db, games, hashes, log, metrics } = platform
  const { fairness, houseRefill: refill, limits } = needs
  const { onBalance, service: ledger } = needs.ledger
  const receipts = needs.receipts.answersForBets
  const requests = openReads(platform, db, {
    fairness: fairness.service,
    limits: limits.service,
  })
  // The engine waits for no other request.
  const bets = openReads(platform, betDb, {
    fairness: fairness.forBets,
    limits: limits.forBets,
  })
  const bankroll = openBankroll({ refill })
  await bankroll.follow(() => ledger.totals())
  const engine = openBetEngine(await ledger.claimPartitions(needs.partitions), {
    hashes,
    snapshots: openPlayerSnapshots(bets.readSnapshots),
    store: bets.store,
    bankroll,
    ledger,
    earlier: earlierAnswers({ games, hashes, ledger, receipts, ...bets }),
    pauses: needs.pauses.service,
    receipts,
    clock,
    nowMs,
    log,
    onBalance,
    onPlayed: needs.feed.service.note,
  })
  const service = new RoundsService({ games, hashes, engine, ...requests })
  return {
    service,
    house: bankroll satisfies HouseReserve,
    mount(serve: Serve) {
      for (const game of service.currentGames) {
        const reference = referenceOf(game)
        for (const request of game.requests) {
          serve(
            playEndpoint(game, request, reference),
            async ({ body, playerId, repeatable, res }) => {
              const { receipt, text } = await service.play({
                userId: playerId,
                game,
                ask: body,
                request: repeatable,
              })
              setReceipt(res, receipt)
              return new JsonText(text)
            },
          )
        }
        if (game.choices) {
          serve(openRoundEndpoint(game, reference), ({ playerId }) =>
            service.openRound(playerId, game),
          )
        }
      }
      serve(listOpenRounds, ({ playerId }) => service.openRoundsOf(playerId))
    },
    jobs: [
      bankrollJob({ ledger, bankroll, refill, log, metrics }),
      idleRoundsJob({
        games,
        engine,
        store: requests.openRounds,
        clock,
        log,
      }),
    ],
    drain: () => engine.close(),
  }
}

function openReads(
  { games, hashes, partitionPool }: Platform,
  db: Database,
  { fairness, limits }: Reads,
) {
  const openRounds = new OpenRoundsStore(db)
  const reading = { games, hashes, fairness, limits, store: openRounds, nowMs }
  return {
    fairness,
    openRounds,
    store: new RoundsStore(db, partitionPool),
    readSnapshots: snapshotReader(reading),
  }
}

function nowMs(): number {
  return performance.now()
}
