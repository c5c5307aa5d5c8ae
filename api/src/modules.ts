import { type GameRegistry, registry } from '#core/games/registry.ts'
import { DEPOSITS } from '#core/pauses.ts'
import { openBetEngine } from './betting/engine/bet-engine.ts'
import { openFairness } from './betting/fairness/fairness.ts'
import { openPauses } from './betting/pauses/pauses.ts'
import { openRaces } from './betting/races/races.ts'
import { openRecords } from './betting/records.ts'
import { openRestores } from './betting/restores/restores.ts'
import { openRounds } from './betting/rounds/rounds.ts'
import { openSports } from './betting/sports/sports.ts'
import type { Config } from './config.ts'
import { openAnchoring } from './ledger/anchors/anchorer.ts'
import { openAnchors } from './ledger/anchors/anchors.ts'
import { openAudit, publishedDigests } from './ledger/audit/audit.ts'
import { openBalancePushes } from './ledger/balance-pushes.ts'
import { openHistory } from './ledger/history/history.ts'
import { openLedger } from './ledger/ledger.ts'
import { openReceipts } from './ledger/receipts/receipts.ts'
import { openOperators } from './operator/operator.ts'
import { openDepositChain } from './payments/deposit-chain.ts'
import { openDepositTimeline } from './payments/deposits/deposit-timeline.service.ts'
import { openDeposits } from './payments/deposits/deposits.ts'
import { openFaucet } from './payments/faucet/faucet.ts'
import { openRpc } from './payments/rpc/rpc.ts'
import { openSweep } from './payments/sweep/sweep.ts'
import { openWallet } from './payments/wallets/wallets.ts'
import type { Module, Platform } from './platform/platform.ts'
import { openSockets } from './platform/ws/sockets.ts'
import { openAuth } from './players/auth/auth.ts'
import { openLimits } from './players/limits/limits.ts'
import { openPersonalData } from './players/personal-data/personal-data.ts'
import { openReferrals } from './players/referrals/referrals.ts'
import { openSessions } from './players/sessions/sessions.ts'
import { openFeed } from './site/feed/feed.ts'
import { openLeaderboard } from './site/leaderboard/leaderboard.ts'
import { openSite } from './site/settings/settings.ts'
import { openStats } from './site/stats/stats.ts'

export type Modules = Awaited<ReturnType<typeof openModules>>

/** Opens every module, each after those that it needs. */
export async function openModules(
  platform: Platform,
  config: Config,
  {
    games = registry,
    openSigning = openReceipts,
  }: { games?: GameRegistry; openSigning?: typeof openReceipts } = {},
) {
  const sessions = openSessions(platform, config)
  const sockets = openSockets(platform, { ...config, sessions })
  const feed = openFeed(platform, { sockets })
  const onBalance = openBalancePushes({ ...platform, hub: sockets.hub })
  const ledger = openLedger({ ...platform, onBalance })
  const receipts = await openSigning(platform)
  const fairness = openFairness(platform)
  const limits = openLimits(platform, { fairness })
  const pauses = await openPauses(platform, { sockets })
  const base = { fairness, feed, games, ledger, limits, pauses, sockets }
  const engine = await openBetEngine(platform, { ...config, ...base, receipts })
  const rounds = openRounds(platform, { ...base, engine })
  const sports = openSports(platform, { ...config, ...base, engine })
  const chain = await openDepositChain(platform, config)
  const timeline = openDepositTimeline(platform, { chain, sockets })
  const wallet = openWallet(platform, { chain, sockets, timeline })
  const sweep = openSweep(platform, { chain, wallet })
  const isPaused = () => pauses.service.isPaused(DEPOSITS)
  const deposits = openDeposits(platform, { chain, isPaused, ledger, timeline })
  const races = await openRaces(platform, { ...base, chain, engine })
  const anchoring = { chain, everyMs: config.deposits?.anchorEveryMs ?? 0 }
  const anchors = openAnchors({ ...platform, ...anchoring })
  const restores = await openRestores(platform, {
    ...config,
    ...base,
    anchors,
    chain,
  })
  const site = await openSite(platform, config)
  const stats = openStats({ feed, ledger, pauses, restores })
  const betRecords = [rounds.service, races.service, sports.service]
  const sources = [rounds.service, races.service, ledger.stakes]
  const history = openHistory({ ...platform, sources })
  const leaderboard = openLeaderboard(platform, { ledger, sources })
  const auth = openAuth(platform, {
    ...base,
    chain,
    config,
    receipts,
    rounds,
    sessions,
  })
  const personalData = openPersonalData({
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
  const operators = openOperators(platform, {
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
    records: openRecords(betRecords, { races, anchors }),
    anchors,
    anchoring: openAnchoring(platform, {
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
    audit: openAudit(platform, { ...config, anchors }),
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
    faucet: openFaucet({ chain, wallet }),
    rpc: openRpc({ chain }),
    auth,
    sessions,
    sockets,
    pauses,
    restores,
    sweep,
    referrals: openReferrals(platform),
    personalData,
    operators,
  } satisfies Record<string, Module>
}
