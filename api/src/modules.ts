import { type GameRegistry, registry } from '#core/games/registry.ts'
import { DEPOSITS } from '#core/pauses.ts'
import { createBetEngine } from './betting/engine/bet-engine.ts'
import { createFairness } from './betting/fairness/fairness.ts'
import { createPauses } from './betting/pauses/pauses.ts'
import { createRaces } from './betting/races/races.ts'
import { createRecords } from './betting/records.ts'
import { createRestores } from './betting/restores/restores.ts'
import { createRounds } from './betting/rounds/rounds.ts'
import { createSports } from './betting/sports/sports.ts'
import type { Config } from './config.ts'
import { createAnchoring } from './ledger/anchors/anchorer.ts'
import { createAnchors } from './ledger/anchors/anchors.ts'
import { createAudit, publishedDigests } from './ledger/audit/audit.ts'
import { createBalancePushes } from './ledger/balance-pushes.ts'
import { createHistory } from './ledger/history/history.ts'
import { createLedger } from './ledger/ledger.ts'
import { createReceipts } from './ledger/receipts/receipts.ts'
import { createOperator } from './operator/operator.ts'
import { createDepositChain } from './payments/deposit-chain.ts'
import { createDepositTimeline } from './payments/deposits/deposit-timeline.service.ts'
import { createDeposits } from './payments/deposits/deposits.ts'
import { createFaucet } from './payments/faucet/faucet.ts'
import { createRpc } from './payments/rpc/rpc.ts'
import { createSweep } from './payments/sweep/sweep.ts'
import { createWallets } from './payments/wallets/wallets.ts'
import type { Module, Platform } from './platform/platform.ts'
import { createSockets } from './platform/ws/sockets.ts'
import { createAuth } from './players/auth/auth.ts'
import { createLimits } from './players/limits/limits.ts'
import { createPersonalData } from './players/personal-data/personal-data.ts'
import { createReferrals } from './players/referrals/referrals.ts'
import { createSessions } from './players/sessions/sessions.ts'
import { createFeed } from './site/feed/feed.ts'
import { createLeaderboard } from './site/leaderboard/leaderboard.ts'
import { createSettings } from './site/settings/settings.ts'
import { createStats } from './site/stats/stats.ts'

export type Modules = Awaited<ReturnType<typeof createModules>>

/** Creates every module, each after those that it needs. */
export async function createModules(
  platform: Platform,
  config: Config,
  {
    games = registry,
    createSigning = createReceipts,
  }: { games?: GameRegistry; createSigning?: typeof createReceipts } = {},
) {
  const sessions = createSessions(platform, config)
  const sockets = createSockets(platform, { ...config, sessions })
  const feed = createFeed(platform, { sockets })
  const onBalance = createBalancePushes({ ...platform, hub: sockets.hub })
  const ledger = createLedger({ ...platform, onBalance })
  const receipts = await createSigning(platform)
  const fairness = createFairness(platform)
  const limits = createLimits(platform, { fairness })
  const pauses = await createPauses(platform, { sockets })
  const base = { fairness, feed, games, ledger, limits, pauses, sockets }
  const engine = await createBetEngine(platform, {
    ...config,
    ...base,
    receipts,
  })
  const rounds = createRounds(platform, { ...base, engine })
  const sports = createSports(platform, { ...config, ...base, engine })
  const chain = await createDepositChain(platform, config)
  const timeline = createDepositTimeline(platform, { chain, sockets })
  const wallet = createWallets(platform, { chain, sockets, timeline })
  const sweep = createSweep(platform, { chain, wallet })
  const isPaused = () => pauses.service.isPaused(DEPOSITS)
  const deposits = createDeposits(platform, {
    chain,
    isPaused,
    ledger,
    timeline,
  })
  const races = await createRaces(platform, { ...base, chain, engine })
  const anchoring = { chain, everyMs: config.deposits?.anchorEveryMs ?? 0 }
  const anchors = createAnchors({ ...platform, ...anchoring })
  const restores = await createRestores(platform, {
    ...config,
    ...base,
    anchors,
    chain,
  })
  const site = await createSettings(platform, config)
  const stats = createStats({ feed, ledger, pauses, restores })
  const betRecords = [rounds.service, races.service, sports.service]
  const sources = [rounds.service, races.service, ledger.stakes]
  const history = createHistory({ ...platform, sources })
  const leaderboard = createLeaderboard(platform, { ledger, sources })
  const auth = createAuth(platform, {
    ...base,
    chain,
    config,
    receipts,
    rounds,
    sessions,
  })
  const personalData = createPersonalData({
    parts: {
      account: (id) => auth.service.storedUser(id),
      deposits: (id) => timeline.listDeposits(id),
      securityNotices: (id) => auth.methods.notices(id),
      limits: (id) => limits.service.of(id),
      feedName: (id) => feed.service.readName(id),
      leaderboard: (id) => leaderboard.service.findParticipation(id),
      clientSeeds: (id) => fairness.service.findClientSeeds(id),
      sessions: (id) => sessions.service.listSessions(id),
    },
    transactions: (id) => history.service.all(id, {}),
    bets: betRecords,
  })
  const operators = createOperator(platform, {
    ...base,
    anchors,
    chain,
    deposits,
    history,
    sessions,
    site,
    sweep,
    wallet,
  })
  // Express matches routes in this order, so bets come first.
  return {
    rounds,
    engine,
    sports,
    records: createRecords(betRecords, { races, anchors }),
    anchors,
    anchoring: createAnchoring(platform, {
      ...anchoring,
      sources: {
        activeEpochs: (query) => fairness.service.activeEpochs(query),
        house: {
          day: () => publishedDigests(platform.db),
          races: races.service.raceChainEnds,
          receipt_key: receipts.publishedKeys,
          season: sports.seasonSeeds,
        },
      },
    }),
    audit: createAudit(platform, { ...config, anchors }),
    receipts,
    stats,
    site,
    feed,
    leaderboard,
    races,
    fairness,
    history,
    ledger,
    limits,
    wallet,
    deposits,
    faucet: createFaucet({ chain, wallet }),
    rpc: createRpc({ chain }),
    auth,
    sessions,
    sockets,
    pauses,
    restores,
    sweep,
    referrals: createReferrals(platform),
    personalData,
    operators,
  } satisfies Record<string, Module>
}
