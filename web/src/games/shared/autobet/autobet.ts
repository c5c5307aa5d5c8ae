import { type Coins, coins, MAX_COINS } from '#core/money/coins.ts'
import { roundedUp } from '#core/money/fair-rounding.ts'

/** What a round's end does to the next stake. */
export type StakeRule = { is: 'reset' } | { is: 'raise'; percent: number }

/** One win large enough to stop, in coins or as a multiple of its stake. */
export type WinGoal =
  | { in: 'coins'; least: number }
  | { in: 'stakes'; leastHundredths: number }

/** What a player asks of an autobet. Rules that are left out stop nothing. */
export interface AutobetPlan {
  /** The first stake, and what a reset goes back to. */
  stake: Coins
  onWin: StakeRule
  onLoss: StakeRule
  /** Without it there is no end. */
  count?: number | undefined
  stopOnProfit?: number | undefined
  /** The most that may be lost in all, in coins. */
  stopOnLoss?: number | undefined
  stopOnWin?: WinGoal | undefined
}

export type StopReason =
  | { is: 'balance' | 'count' | 'loss' | 'profit' | 'win' }
  | { is: 'mismatch' | 'player' | 'unclear' }
  | { is: 'refused'; message: string }

/** How far an autobet has come. */
export interface Autobet {
  plan: AutobetPlan
  /** Bets whose outcome is known. */
  bets: number
  /** Paid beyond what was staked, in coins; below 0 after a loss. */
  profit: number
  balance: Coins
  /** Of the next bet. */
  stake: Coins
  /** Once there is no next bet. */
  stopped?: StopReason | undefined
}

/** How a bet ended. */
export interface BetEnd {
  payout: Coins
  balance: Coins
}

/** Before its first bet, which a rule may already forbid. */
export function newAutobet(plan: AutobetPlan, balance: Coins): Autobet {
  const autobet = { plan, bets: 0, profit: 0, balance, stake: plan.stake }
  return { ...autobet, stopped: forbidNext(autobet) }
}

/** After the bet that it asked for. One that was stopped meanwhile stays so. */
export function afterBet(autobet: Autobet, end: BetEnd): Autobet {
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
    autobet.stopped ?? reached(next, { won, staked: autobet.stake })
  return { ...next, stopped: stopped ?? forbidNext(next) }
}

/** Stopped by what no rule foresees. The first reason stays. */
export function stopFor(autobet: Autobet, reason: StopReason): Autobet {
  return { ...autobet, stopped: autobet.stopped ?? reason }
}

/** Which goal the last bet has reached. */
function reached(
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
  if (bet.won <= 0) return false
  if (goal.in === 'coins') return bet.won >= goal.least
  return bet.won * 100 >= goal.leastHundredths * bet.staked
}

/** Why the next bet may not be made: it could lose what may not be lost. */
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

/** A bet that pays its stake back was neither won nor lost. */
function nextStake({ plan, stake }: Autobet, won: number): Coins {
  if (won === 0) return stake
  const rule = won > 0 ? plan.onWin : plan.onLoss
  return rule.is === 'reset' ? plan.stake : raised(stake, rule.percent)
}

/** Rounds up, or a raise of 10 % would never raise a stake of 1. */
function raised(stake: Coins, percent: number): Coins {
  const numerator = BigInt(stake) * BigInt(100 + percent)
  const most = roundedUp({ numerator, denominator: 100n })
  return coins(Math.min(most, MAX_COINS))
}
