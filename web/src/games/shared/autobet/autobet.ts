import { type Coins, coins, MAX_COINS } from '#core/money/coins.ts'
import { roundUp } from '#core/money/fair-rounding.ts'

/** A single win that stops the autobet, in coins or as a multiple of its stake. */
export type WinGoal = {
  in: 'coins' | 'stakes'
  leastHundredths: number
}

/** Settings of an autobet. Goals that are left out stop nothing. */
export type AutobetPlan = {
  /** The first stake, to which a reset returns. */
  stake: Coins
  /** Percent by which a win or a loss raises the stake; without it, a reset. */
  raiseOnWin?: number | undefined
  raiseOnLoss?: number | undefined
  /** Number of bets; endless without it. */
  count?: number | undefined
  stopOnProfit?: number | undefined
  /** Maximum total loss, in coins. */
  stopOnLoss?: number | undefined
  stopOnWin?: WinGoal | undefined
}

export type StopReason =
  | { is: 'balance' | 'count' | 'loss' | 'profit' | 'win' }
  | { is: 'mismatch' | 'player' | 'unclear' }
  | { is: 'refused'; message: string }

/** Progress of an autobet. */
export type Autobet = {
  plan: AutobetPlan
  /** Number of bets with a known outcome. */
  bets: number
  /** Payouts less stakes, in coins; negative after a loss. */
  profit: number
  balance: Coins
  /** Stake of the next bet. */
  stake: Coins
  /** Set once there is no next bet. */
  stopped?: StopReason | undefined
}

/** Returns an autobet before its first bet, which a rule may already forbid. */
export function newAutobet(plan: AutobetPlan, balance: Coins): Autobet {
  const autobet = { plan, bets: 0, profit: 0, balance, stake: plan.stake }
  return { ...autobet, stopped: forbidNext(autobet) }
}

/** Returns an autobet after its next bet. One that was stopped meanwhile stays so. */
export function afterBet(
  autobet: Autobet,
  end: { payout: Coins; balance: Coins },
): Autobet {
  const { plan } = autobet
  const won = end.payout - autobet.stake
  const next: Autobet = {
    plan,
    bets: autobet.bets + 1,
    profit: autobet.profit + won,
    balance: end.balance,
    stake: nextStake(autobet, won),
  }
  const stopped =
    autobet.stopped ?? findGoal(next, { won, staked: autobet.stake })
  return { ...next, stopped: stopped ?? forbidNext(next) }
}

/** Stops an autobet for a reason outside its plan. The first reason stays. */
export function stopAutobet(autobet: Autobet, reason: StopReason): Autobet {
  return { ...autobet, stopped: autobet.stopped ?? reason }
}

/** Returns the goal that the last bet reached. */
function findGoal(
  { plan, bets, profit }: Autobet,
  bet: { won: number; staked: Coins },
): StopReason | undefined {
  const { count, stopOnProfit, stopOnWin } = plan
  if (stopOnWin && isWinGoal(stopOnWin, bet)) return { is: 'win' }
  if (stopOnProfit !== undefined && profit >= stopOnProfit) {
    return { is: 'profit' }
  }
  return count !== undefined && bets >= count ? { is: 'count' } : undefined
}

function isWinGoal(goal: WinGoal, bet: { won: number; staked: Coins }) {
  const unit = goal.in === 'coins' ? 1 : bet.staked
  return bet.won > 0 && bet.won * 100 >= goal.leastHundredths * unit
}

/** Returns why the next bet is forbidden, if it could lose too much. */
function forbidNext({
  plan: { stopOnLoss },
  profit,
  stake,
  balance,
}: Autobet): StopReason | undefined {
  if (stopOnLoss !== undefined && stake - profit > stopOnLoss) {
    return { is: 'loss' }
  }
  return stake > balance ? { is: 'balance' } : undefined
}

/** Returns the next stake. A bet that pays its stake back was neither won nor lost. */
function nextStake({ plan, stake }: Autobet, won: number): Coins {
  if (won === 0) return stake
  const percent = won > 0 ? plan.raiseOnWin : plan.raiseOnLoss
  return percent === undefined ? plan.stake : raise(stake, percent)
}

/** Rounds up: otherwise a raise of 10 % would never raise a stake of 1. */
function raise(stake: Coins, percent: number): Coins {
  const numerator = BigInt(stake) * BigInt(100 + percent)
  const most = roundUp({ numerator, denominator: 100n })
  return coins(Math.min(most, MAX_COINS))
}
