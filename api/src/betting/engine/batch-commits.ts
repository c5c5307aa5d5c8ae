import { assert } from '#core/assert.ts'
import { JACKPOT_SEED } from '#core/money/coins.ts'
import type {
  ReceiptStatement,
  ReceiptTransaction,
} from '#core/receipts/receipt.ts'
import { Refusal } from '#core/refusals.ts'
import type { AnswerReceiptsService } from '../../ledger/receipts/receipts.service.ts'
import { isStatementRejected } from '../../platform/db/database-failure.ts'
import type { Logger } from '../../platform/logger.ts'
import type { Tracing } from '../../platform/tracing.ts'
import type { Bankroll } from './bankroll.ts'
import type { BetAnswers } from './bet-answers.ts'
import {
  type BetKind,
  type CommitResults,
  type DecidedBet,
  JSON_NULL,
  type PendingBet,
  type PlayerBatch,
  type PlayerCommit,
} from './bets.ts'
import type { PlayerSnapshots } from './player-snapshots.ts'

export type CommitDeps = {
  bankroll: Bankroll
  snapshots: PlayerSnapshots
  answers: BetAnswers
  receipts: Pick<AnswerReceiptsService, 'sign'>
  log: Logger
  /** Called after the commit, with the new balance. */
  onBalance(userId: string, balance: number): void
  tracing: Tracing | undefined
}

/** False if the database failed; bets without a known result stay open. */
type IsDatabaseHealthy = boolean

/**
 * Returns a function that commits decided player batches of one kind and answers their
 * bets.
 *
 * @param partition the row of `global_stats` that balances the bets.
 */
export function createBatchCommits(partition: number, deps: CommitDeps) {
  const { answers, log, snapshots, tracing } = deps

  async function commit(
    batches: readonly PlayerBatch[],
  ): Promise<IsDatabaseHealthy> {
    const asOfMs = performance.now()
    let committed: CommitResults
    try {
      committed = await getKind(batches)
        .commit(partition, batches)
        .finally(() => endCommit(batches))
    } catch (error) {
      return recover(batches, error)
    }
    return settleAll(batches, committed, asOfMs)
  }

  /** Leaves bets after the hit open. */
  async function commitDryRun(dryRun: PlayerBatch): Promise<IsDatabaseHealthy> {
    const { commitHit } = getKind([dryRun])
    assert(commitHit !== undefined, 'only games with a jackpot hit it')
    const asOfMs = performance.now()
    const batches: PlayerBatch[] = []
    let committed: CommitResults
    try {
      committed = await commitHit(partition, dryRun, batches).finally(() => {
        release(dryRun)
        endCommit(batches)
      })
    } catch (error) {
      return recover(batches, error)
    }
    return settleAll(batches, committed, asOfMs)
  }

  function endCommit(batches: readonly PlayerBatch[]): void {
    if (!tracing) return
    const bets = getPending(batches)
    tracing.endSharedStep('commit', bets, {
      'batch.partition': partition,
      'batch.players': batches.length,
      'batch.bets': bets.length,
    })
  }

  async function settleAll(
    batches: readonly PlayerBatch[],
    committed: CommitResults,
    asOfMs: number,
  ): Promise<IsDatabaseHealthy> {
    const receipts = getReceipts(batches, committed)
    const dropped: PlayerBatch[] = []
    const dryRuns: PlayerBatch[] = []
    for (const batch of batches) {
      const before = committed.get(batch.snapshot.userId)
      if (before) settle(batch, before, { asOfMs, receipts })
      else if (before === null) dryRuns.push(batch)
      else dropped.push(batch)
    }
    for (const batch of dropped) abandon(batch)
    let isHealthy = await answerRepeated(dropped)
    for (const dryRun of dryRuns)
      isHealthy = (await commitDryRun(dryRun)) && isHealthy
    return isHealthy
  }

  /** Signs the receipts of all bets that moved coins, with one signature. */
  function getReceipts(
    batches: readonly PlayerBatch[],
    committed: CommitResults,
  ): Receipts {
    const signing: DecidedBet[] = []
    const statements: ReceiptStatement[] = []
    for (const { bets, snapshot } of batches) {
      const before = committed.get(snapshot.userId)
      if (!before) continue
      for (const bet of bets) {
        if (bet.stake === 0 && bet.payout === 0) continue
        signing.push(bet)
        statements.push(toStatement(bet, snapshot.userId, before))
      }
    }
    const signed = deps.receipts.sign(statements)
    return new Map(signing.map((bet, at) => [bet, signed[at]]))
  }

  function settle(
    batch: PlayerBatch,
    before: PlayerCommit,
    { asOfMs, receipts }: { asOfMs: number; receipts: Receipts },
  ): void {
    const { snapshot, bets, end, totalStake, balanceChange } = batch
    const balance = before.balance + balanceChange
    // As the statement does: bets without draws move the version.
    const hasDrawn = end.nonce > snapshot.nonce
    const snapshotVersion = snapshot.snapshotVersion + Number(!hasDrawn)
    const staked = batch.day.staked + totalStake
    const paid = batch.day.paid + totalStake + balanceChange
    const day = { ...batch.day, staked, paid }
    for (const bet of bets) bet.pending.kind.onCommitted(bet, before, snapshot)
    const after = { ...end, snapshotVersion, balance, day, asOfMs }
    snapshots.advance(snapshot, after)
    for (const bet of bets) {
      bet.release({
        gain: getHouseGain(bet, batch),
        reserved: bet.reservedChange,
      })
      const text = answers.toText(bet, before)
      bet.pending.answer({ text, receipt: receipts.get(bet) })
      bet.pending.trace?.span.setAttributes({
        'bet.id': bet.id,
        'bet.game': bet.gameType,
        'player.id': snapshot.userId,
      })
    }
    deps.onBalance(snapshot.userId, balance)
    tracing?.endStep('publish', getPending([batch]))
  }

  /** Answers repeated requests in dropped batches, whose others were stale. */
  async function answerRepeated(
    dropped: PlayerBatch[],
  ): Promise<IsDatabaseHealthy> {
    try {
      await answers.answerCommitted(getPending(dropped))
      return true
    } catch (error) {
      log.warn({ error }, 'bet_replay.failed')
      return false
    }
  }

  /** Bisects batches that the database rejects, to find the rejected bet. */
  async function recover(
    batches: readonly PlayerBatch[],
    error: unknown,
  ): Promise<IsDatabaseHealthy> {
    if (error instanceof Refusal) return refuseAll(batches, error)
    const [batch] = batches
    if (!batch || !isStatementRejected(error)) {
      log.warn({ error }, 'bet_batch.unconfirmed')
      for (const unconfirmed of batches) markUnconfirmed(unconfirmed)
      return false
    }
    if (batches.length === 1) {
      isolate(batch, error)
      return true
    }
    const middle = Math.ceil(batches.length / 2)
    const first = await commit(batches.slice(0, middle))
    const second = await commit(batches.slice(middle))
    return first && second
  }

  /** Refuses bets whose event is closed, unless they were committed before. */
  async function refuseAll(
    batches: readonly PlayerBatch[],
    error: Refusal,
  ): Promise<IsDatabaseHealthy> {
    for (const batch of batches) release(batch)
    const refused = getPending(batches).map((pending) => ({ pending, error }))
    try {
      return await answers.refuseUnlessCommitted(refused)
    } catch (lookUpError) {
      log.warn({ error: lookUpError }, 'bet_replay.failed')
      return false
    }
  }

  /** Marks bets that may turn out to be committed. */
  function markUnconfirmed(batch: PlayerBatch): void {
    abandon(batch)
    deps.bankroll.invalidate()
    for (const { pending } of batch.bets) pending.isUnconfirmed = true
  }

  /** Retries each bet alone, with a new snapshot; refuses one that fails again. */
  function isolate(batch: PlayerBatch, error: unknown): void {
    abandon(batch)
    for (const { id, pending } of batch.bets) {
      if (pending.hasFailed) {
        log.error({ error, id }, 'bet.commit_failed')
        pending.refuse(error)
      }
      pending.hasFailed = true
      pending.alone = true
    }
  }

  function abandon(batch: PlayerBatch): void {
    snapshots.drop(batch.snapshot.userId)
    release(batch)
  }

  return commit
}

type Receipts = ReadonlyMap<DecidedBet, string | undefined>

/** Returns the kind that the bets of a queue share. */
function getKind([batch]: readonly PlayerBatch[]): BetKind {
  const kind = batch?.bets[0]?.pending.kind
  assert(kind !== undefined, 'a player batch has a bet')
  return kind
}

function getPending(batches: readonly PlayerBatch[]): PendingBet[] {
  return batches.flatMap(({ bets }) => bets.map(({ pending }) => pending))
}

function release({ bets }: PlayerBatch): void {
  for (const bet of bets) bet.release()
}

/**
 * Returns the bankroll's gain, in coins. The last bet includes the batch's share
 * of the jackpot, a pot that it won, and the seed of the next pot.
 */
function getHouseGain(
  bet: DecidedBet,
  { bets, pot, potShare }: PlayerBatch,
): number {
  const gain = bet.stake - bet.payout
  if (bet !== bets.at(-1)) return gain
  return gain - Math.ceil(potShare / 100) + (pot ? pot - JACKPOT_SEED : 0)
}

function toStatement(
  bet: DecidedBet,
  player: string,
  before: PlayerCommit,
): ReceiptStatement {
  const { gameType, id, offset, pending } = bet
  const transactions = toTransactions(bet)
  return {
    player,
    id,
    seq: before.seq + offset.seq + transactions.length - 1,
    timestamp: new Date(before.atMs).toISOString(),
    gameType,
    transactions,
    balance: before.balance + offset.afterRound,
    terms: pending.kind.toTerms(bet, before),
  }
}

function toTransactions({
  action,
  hand,
  id: roundId,
  payout,
  stake,
}: DecidedBet): ReceiptTransaction[] {
  const transactions: ReceiptTransaction[] = []
  if (stake > 0) {
    const type = action ? 'raise' : 'bet'
    const metadata = action ? { roundId, action } : null
    transactions.push({ type, amount: -stake, metadata })
  }
  if (payout > 0) {
    const metadata = hand === JSON_NULL ? null : { roundId }
    transactions.push({ type: 'win', amount: payout, metadata })
  }
  return transactions
}
