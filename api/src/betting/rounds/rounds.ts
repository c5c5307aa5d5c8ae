import {
  listOpenRounds,
  openRoundEndpoint,
  playEndpoint,
} from '#core/api/rounds.ts'
import { referenceOf } from '#core/games/api-reference.ts'
import type { GameRegistry } from '#core/games/registry.ts'
import type { LedgerModule } from '../../ledger/ledger.ts'
import { setReceipt } from '../../ledger/receipts/receipt-header.ts'
import type { ReceiptsModule } from '../../ledger/receipts/receipts.ts'
import type { Database } from '../../platform/db/database.ts'
import { JsonText } from '../../platform/http/send.ts'
import type { Serve } from '../../platform/http/serve.ts'
import type { Platform } from '../../platform/platform.ts'
import type { LimitsService } from '../../players/limits/limits.service.ts'
import type { LimitsModule } from '../../players/limits/limits.ts'
import { type Bankroll, bankrollJob, openBankroll } from '../engine/bankroll.ts'
import { openBetEngine } from '../engine/bet-engine.ts'
import { openMoveAnswers } from '../engine/move-answers.ts'
import {
  openPlayerSnapshots,
  snapshotReader,
} from '../engine/player-snapshots.ts'
import { createGameTotals, openRoundsStore } from '../engine/rounds.store.ts'
import type { FairnessService } from '../fairness/fairness.service.ts'
import type { FairnessModule } from '../fairness/fairness.ts'
import type { PausesModule } from '../pauses/pauses.ts'
import type { OnPlayed } from '../settled-bets.ts'
import { idleRoundsJob } from './idle-rounds-job.ts'
import { openRoundsService } from './rounds.service.ts'

type PlatformWithGames = Platform & { games: GameRegistry }

type Needs = {
  fairness: Pick<FairnessModule, 'forBets' | 'service'>
  limits: Pick<LimitsModule, 'forBets' | 'service'>
  ledger: Pick<LedgerModule, 'onBalance' | 'service'>
  feed: { service: { note: OnPlayed } }
  pauses: Pick<PausesModule, 'service'>
  receipts: Pick<ReceiptsModule, 'answersForBets'>
  /** Batches of bets that this process commits at the same time. */
  partitions: number
  houseRefill: boolean
}

/** The bankroll, for bets outside of the engine. */
export type HouseReserve = Pick<Bankroll, 'free' | 'reserve'>

export type RoundsModule = Awaited<ReturnType<typeof openRounds>>

/** Opens the bet engine, the games' endpoints and their jobs. */
export async function openRounds(platform: PlatformWithGames, needs: Needs) {
  const { betDb, clock, db, games, hashes, log, metrics } = platform
  const { fairness, houseRefill: refill, limits } = needs
  const { onBalance, service: ledger } = needs.ledger
  const requests = openReads(platform, db, fairness.service, limits.service)
  // Connections of their own, so that bets don't wait for other requests.
  const bets = openReads(platform, betDb, fairness.forBets, limits.forBets)
  const bankroll = openBankroll({ refill })
  await bankroll.follow(() => ledger.totals())
  await createGameTotals(
    db,
    games.currentGames.map(({ gameType }) => gameType),
  )
  const engine = openBetEngine(await ledger.claimPartitions(needs.partitions), {
    hashes,
    partitionPool: platform.partitionPool,
    snapshots: openPlayerSnapshots(bets.readSnapshots),
    bankroll,
    ledger,
    answers: openMoveAnswers({
      games,
      hashes,
      ledger,
      receipts: needs.receipts.answersForBets,
      ...bets,
    }),
    pauses: needs.pauses.service,
    clock,
    nowMs,
    log,
    onBalance,
    onPlayed: needs.feed.service.note,
  })
  const service = openRoundsService({ games, hashes, engine, ...requests })
  return {
    service,
    house: bankroll satisfies HouseReserve,
    mount(serve: Serve) {
      for (const game of games.currentGames) {
        const reference = referenceOf(game)
        for (const request of game.requests) {
          serve(
            playEndpoint(game, request, reference),
            async ({ body, playerId, repeatable, res }) => {
              const { receipt, text } = await service.play({
                userId: playerId,
                game,
                move: body,
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
      idleRoundsJob({ games, engine, store: requests.store, clock, log }),
    ],
    drain: engine.close,
  }
}

function openReads(
  { games, hashes }: PlatformWithGames,
  db: Database,
  fairness: FairnessService,
  limits: LimitsService,
) {
  const store = openRoundsStore(db)
  const reading = { games, hashes, fairness, limits, store, nowMs }
  return { fairness, store, readSnapshots: snapshotReader(reading) }
}

function nowMs(): number {
  return performance.now()
}
