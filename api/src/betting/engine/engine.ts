import type { GameRegistry } from '#core/games/registry.ts'
import type { LedgerModule } from '../../ledger/ledger.ts'
import type { ReceiptsModule } from '../../ledger/receipts/receipts.ts'
import type { Platform } from '../../platform/platform.ts'
import type { LimitsModule } from '../../players/limits/limits.ts'
import type { FairnessModule } from '../fairness/fairness.ts'
import type { PausesModule } from '../pauses/pauses.ts'
import { bankrollJob, openBankroll } from './bankroll.ts'
import { openBetAnswers } from './bet-answers.ts'
import { openBetEngine } from './bet-engine.ts'
import { openPlayerSnapshots, snapshotReader } from './player-snapshots.ts'
import { createGameTotals, openRoundsStore } from './rounds.store.ts'

type Needs = {
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

export type EngineModule = Awaited<ReturnType<typeof openEngine>>

/** Opens the bet engine, which places bets on rounds, races and games. */
export async function openEngine(platform: Platform, needs: Needs) {
  const { betDb, clock, db, hashes, log, metrics, partitionPool } = platform
  const { games, houseRefill: refill, ledger, pauses, receipts } = needs
  // Connections of their own, so that bets don't wait for other requests.
  const store = openRoundsStore(betDb)
  const fairness = needs.fairness.forBets
  const limits = needs.limits.forBets
  const reading = { fairness, games, hashes, limits, nowMs, store }
  const bankroll = openBankroll({ refill })
  await bankroll.follow(() => ledger.service.totals())
  const gameTypes = games.currentGames.map(({ gameType }) => gameType)
  await createGameTotals(db, gameTypes)
  const partitions = await ledger.service.claimPartitions(needs.partitions)
  const engine = openBetEngine(partitions, {
    snapshots: openPlayerSnapshots(snapshotReader(reading)),
    bankroll,
    ledger: ledger.service,
    answers: openBetAnswers({
      ...reading,
      ledger: ledger.service,
      receipts: receipts.answersForBets,
    }),
    nowMs,
    log,
    onBalance: ledger.onBalance,
  })
  return {
    place: engine.place,
    bankroll,
    /** What kinds of bets need to decide and commit. */
    forKinds: { bankroll, clock, pauses: pauses.service, pool: partitionPool },
    jobs: [
      bankrollJob({ ledger: ledger.service, bankroll, refill, log, metrics }),
    ],
    drain: engine.close,
  }
}

function nowMs(): number {
  return performance.now()
}
