import type { Config } from './config.ts'
import { openAnchors } from './features/anchors/anchors.feature.ts'
import { openAudit } from './features/audit/audit.feature.ts'
import { openAuth } from './features/auth/auth.feature.ts'
import { openDepositChain } from './features/deposit-chain/deposit-chain.feature.ts'
import { openDepositTimeline } from './features/deposits/deposit-timeline.feature.ts'
import { openDeposits } from './features/deposits/deposits.feature.ts'
import {
  type FairnessFeature,
  openFairness,
} from './features/fairness/fairness.feature.ts'
import { openFaucet } from './features/faucet/faucet.feature.ts'
import { type FeedFeature, openFeed } from './features/feed/feed.feature.ts'
import { openHistory } from './features/history/history.feature.ts'
import { openLeaderboard } from './features/leaderboard/leaderboard.feature.ts'
import { openLedger } from './features/ledger/ledger.feature.ts'
import {
  type LimitsFeature,
  openLimits,
} from './features/limits/limits.feature.ts'
import { openOperators } from './features/operators/operators.feature.ts'
import { openPauses } from './features/pauses/pauses.feature.ts'
import { openPersonalData } from './features/personal-data/personal-data.feature.ts'
import { openRaces } from './features/races/races.feature.ts'
import { openReceipts } from './features/receipts/receipts.feature.ts'
import { openRecords } from './features/records/records.feature.ts'
import { openReferrals } from './features/referrals/referrals.feature.ts'
import { openRestores } from './features/restores/restores.feature.ts'
import { openReturns } from './features/returns/returns.feature.ts'
import { openRounds } from './features/rounds/rounds.feature.ts'
import { openRpc } from './features/rpc/rpc.feature.ts'
import {
  openSessions,
  type SessionsFeature,
} from './features/sessions/sessions.feature.ts'
import { openSite } from './features/site/site.feature.ts'
import { openSockets } from './features/sockets/sockets.feature.ts'
import { openSports } from './features/sports/sports.feature.ts'
import { openStats } from './features/stats/stats.feature.ts'
import { openSweep } from './features/sweep/sweep.feature.ts'
import { openWallet } from './features/wallet/wallet.feature.ts'
import type { Feature } from './platform/feature.ts'
import type { Platform } from './platform/platform.ts'

export type Features = Awaited<ReturnType<typeof openFeatures>>

/**
 * Opens every feature, each after those that it needs. Nothing runs by itself
 * yet: who serves mounts their routes and starts their jobs.
 */
export async function openFeatures(
  platform: Platform,
  config: Config,
  openSigning: typeof openReceipts = openReceipts,
) {
  const sessions = openSessions(platform, config)
  const sockets = openSockets(platform, { ...config, sessions })
  const feed = openFeed(platform, { sockets })
  const ledger = openLedger(platform, { sockets })
  const receipts = await openSigning(platform, { ledger })
  const fairness = openFairness(platform)
  const limits = openLimits(platform, { fairness })
  const pauses = await openPauses(platform, { sockets })
  const playing = { fairness, feed, ledger, limits, pauses, receipts }
  const rounds = await openRounds(platform, { ...config, ...playing })
  const betting = { ...playing, rounds, sockets }
  const sports = openSports(platform, { ...config, ...betting })
  const chain = await openDepositChain(platform, config)
  const timeline = openDepositTimeline(platform, { chain, sockets })
  const wallet = openWallet(platform, { chain, sockets, timeline })
  const sweep = openSweep(platform, { chain, wallet })
  const paying = { chain, ledger, pauses, sweep, timeline, wallet }
  const deposits = openDeposits(platform, paying)
  const races = await openRaces(platform, { ...betting, chain })
  const committing = { chain, fairness, races, receipts, sports }
  const anchors = openAnchors(platform, { ...config, ...committing })
  const showing = { anchors, chain, fairness, ledger, pauses }
  const restores = await openRestores(platform, { ...config, ...showing })
  const site = await openSite(platform, config)
  const stats = openStats({ feed, ledger, pauses, restores })
  const taking = [rounds.service, races.service, sports.service]
  const sources = [rounds.service, races.service, ledger.stakes]
  const history = openHistory({ ledger, sources })
  const leaderboard = openLeaderboard(platform, { ledger, sources })
  const signing = { chain, fairness, ledger, receipts, rounds, sessions }
  const auth = openAuth(platform, { ...signing, config })
  const personalData = openPersonalData({
    parts: {
      account: (id) => auth.service.storedUser(id),
      deposits: (id) => timeline.listOf(id),
      securityNotices: (id) => auth.methods.notices(id),
      ...personalParts({ fairness, feed, leaderboard, limits, sessions }),
    },
    transactions: (id) => ledger.history.all(id, {}),
    bets: taking,
  })
  const returns = openReturns(platform, config)
  const looking = { anchors, chain, deposits, history, ledger, limits, returns }
  const acting = { fairness, pauses, sessions, site, sockets, sweep }
  const operators = openOperators(platform, { ...looking, ...acting })
  // Requests look for their routes in this order: bets find theirs first.
  return {
    rounds,
    sports,
    records: openRecords(taking, { races, anchors }),
    anchors,
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
    returns,
    personalData,
    operators,
  } satisfies Record<string, Feature>
}

/** What those features know of a player, for the player's own file. */
function personalParts(known: {
  fairness: FairnessFeature
  feed: FeedFeature
  leaderboard: ReturnType<typeof openLeaderboard>
  limits: LimitsFeature
  sessions: SessionsFeature
}) {
  const { fairness, feed, leaderboard, limits, sessions } = known
  return {
    limits: (id: string) => limits.service.of(id),
    feedName: (id: string) => feed.service.nameOf(id),
    leaderboard: (id: string) => leaderboard.service.participationOf(id),
    clientSeeds: (id: string) => fairness.service.clientSeedsOf(id),
    sessions: (id: string) => sessions.service.listOf(id),
  }
}
