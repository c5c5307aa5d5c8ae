import { useState } from 'react'
import { SMALLEST_BET, stake } from '#core/money/bet-limits.ts'
import type { PauseBannerProps } from '../../components/pause-banner.tsx'
import { coinsText } from '../../lib/format.ts'
import { useUnheld } from './balance-hold.ts'
import { useOwnLimits } from './limits.ts'

const DEFAULT_BET = '10'

const DIGITS = /^\d+$/
const UNREADABLE = 'Digits only, such as 1000'

export type Bet = ReturnType<typeof useBet>

/**
 * Returns the amount of the next bet: whole coins, from 1 up to the balance.
 *
 * @param shownBalance without the stake of a round under way.
 * @param gamePause reason why the game takes no stakes; own limits are added.
 */
export function useBet(shownBalance: number, gamePause?: PauseBannerProps) {
  // A placed stake changes nothing here until its round is over.
  const balance = useUnheld(shownBalance)
  const own = useOwnLimits()
  const pause = gamePause ?? own.pause
  const most = Math.min(balance, useUnheld(own.left))
  const [text, setText] = useState(DEFAULT_BET)
  // "1.000" is a thousand to some players and one to others.
  const isReadable = DIGITS.test(text.trim())
  const parsed = stake.safeParse(isReadable ? Number(text) : undefined)
  const exceedsBalance = parsed.success && parsed.data > balance
  const misread = isReadable ? parsed.error?.issues[0]?.message : UNREADABLE
  const exceedsLimit = parsed.success && !exceedsBalance && parsed.data > most
  const range = `${SMALLEST_BET} to ${coinsText(most)}${most < balance ? ' (your limit)' : ''}`
  const overLimit = exceedsLimit ? range : misread
  const problem = exceedsBalance ? describeShortage(balance) : overLimit
  const scale = (factor: number) => {
    if (!parsed.success) return
    const scaled = Math.floor(parsed.data * factor)
    setText(String(Math.max(SMALLEST_BET, Math.min(scaled, most))))
  }
  return {
    balance,
    /** The largest stake, by balance and own limits. */
    most,
    /** States the range of possible stakes. */
    range,
    /** Text of the input, which may not be an amount. */
    text,
    /** Set while no stakes are taken. */
    pause,
    /** The stake; undefined while the text is no possible stake. */
    amount: exceedsBalance || exceedsLimit || pause ? undefined : parsed.data,
    exceedsBalance,
    /** Why the stake is not possible, to show. */
    problem,
    setText,
    /** Both give whole coins, from 1 up to the most. */
    halve: () => scale(0.5),
    double: () => scale(2),
    /** Stakes the most. */
    max: () => setText(String(Math.max(SMALLEST_BET, most))),
  }
}

function describeShortage(balance: number): string {
  return balance === 0 ? 'You’re out of coins' : 'That’s more than you have'
}
