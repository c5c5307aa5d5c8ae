import { useQuery } from '@tanstack/react-query'
import type { RaceBetsAnswer } from '#core/api/races.ts'
import type { OpenRoundsAnswer } from '#core/api/rounds.ts'
import type { SportsBet } from '#core/api/sports.ts'
import { useOpenRounds } from '../games/shared/open-rounds.ts'
import { coinsText } from '../lib/format.ts'
import { pagePath } from '../lib/page-path.ts'
import { currentBetsQuery } from '../races/races-api.ts'
import { pollMs } from '../session/refresh.ts'
import { useOwnBets } from '../sports/use-own-bets.ts'
import { pages } from './pages.ts'

/** An open round or pending bets, and the link to them. */
export interface OpenPlay {
  name: string
  text: string
  to: string
  action: string
}

/**
 * Returns a player's open rounds and pending bets on the race and on sports.
 * Undefined until each request is answered; a failed one is left out.
 */
export function useOpenPlay(player: string): OpenPlay[] | undefined {
  const rounds = useOpenRounds()
  const race = useQuery({
    ...currentBetsQuery(player),
    refetchInterval: pollMs.raceBetsElsewhere,
  })
  const sports = useOwnBets(player, 'screen')
  const isKnown = [rounds, race, sports].every(
    ({ data, isError }) => data !== undefined || isError,
  )
  if (!isKnown) return undefined
  return [
    ...openRounds(rounds.data ?? []),
    ...raceBets(race.data ?? []),
    ...sportsBets(sports.data ?? []),
  ]
}

function openRounds(rounds: OpenRoundsAnswer): OpenPlay[] {
  return rounds.flatMap(({ gameType, betAmount }) => {
    const page = pages.find((one) => one.gameType === gameType)
    if (!page) return []
    const text = `Your round is open, with a bet of ${coinsText(betAmount)}`
    return [{ name: page.title, text, to: page.path, action: 'Play on' }]
  })
}

function raceBets(bets: RaceBetsAnswer): OpenPlay[] {
  if (bets.length === 0) return []
  const horses = bets.length === 1 ? 'a horse' : `${bets.length} horses`
  const text = `${coinsText(sum(bets.map(({ amount }) => amount)))} on ${horses}`
  const to = pagePath('/pokey')
  return [{ name: 'Horse Race', text, to, action: 'To the race' }]
}

function sportsBets(bets: readonly SportsBet[]): OpenPlay[] {
  const pending = bets.filter(({ status }) => status === 'pending')
  if (pending.length === 0) return []
  const coins = coinsText(sum(pending.map(({ betAmount }) => betAmount)))
  const count = pending.length === 1 ? 'One bet' : `${pending.length} bets`
  const text = `${count} pending, ${coins} in total`
  return [{ name: 'Sports', text, to: pagePath('/sports'), action: 'See bets' }]
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0)
}
