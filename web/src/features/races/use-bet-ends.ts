import { useEffect, useEffectEvent, useState } from 'react'
import { RACE_GAME_TYPE } from '#core/race/settled-race.ts'
import type { BetPush } from '#core/schemas/bet-push.ts'
import { holdBalance } from '../../lib/balance-hold.ts'
import { celebrate } from '../../lib/celebration.ts'
import { useNews, useRaceNews } from '../../lib/socket-provider.tsx'
import { playSound } from '../../lib/sound.ts'
import { useToast } from '../../lib/toast.ts'
import { winNews } from '../../lib/use-announcement.ts'
import type { RaceStage } from './race-stage.ts'

/** What came of a player's bets on the last race, in coins. */
export type BetEnds = { won: number; returned: number; bets: number }

const NONE: BetEnds = { won: 0, returned: 0, bets: 0 }

/** What was pushed of the player's bets; shown, and told, once the race has shown its end. */
export function useBetEnds(
  stage: RaceStage | undefined,
  hasBets: boolean,
): BetEnds {
  const [ends, setEnds] = useState(NONE)
  useNews((news) => {
    if (news.type === 'bet' && news.gameType === RACE_GAME_TYPE) {
      setEnds((before) => withEnd(before, news))
    }
  })
  useRaceNews(({ message }) => {
    if (message.type === 'raceStart') setEnds(NONE)
  })

  const isRacing = stage?.is === 'racing'
  // The balance would tell who wins before the race does.
  const isHeld = isRacing && hasBets
  useEffect(() => {
    if (!isHeld) return
    playSound('ratchet')
    return holdBalance()
  }, [isHeld])

  const shown = isRacing ? NONE : ends
  useTold(shown)
  return shown
}

function withEnd(before: BetEnds, { payout, status }: BetPush): BetEnds {
  return {
    won: before.won + (status === 'won' ? payout : 0),
    returned: before.returned + (status === 'void' ? payout : 0),
    bets: before.bets + 1,
  }
}

/** Tells of wins: of several on one race together, however they come in. */
function useTold({ bets, won }: BetEnds): void {
  const { toast } = useToast()
  const isWon = won > 0
  const tellSum = useEffectEvent(() => {
    const { toast: message } = winNews(won)
    if (message) toast(message)
  })
  const tellEnd = useEffectEvent(() => {
    playSound(isWon ? 'fanfare' : 'plop')
    if (isWon) void celebrate()
  })
  useEffect(() => {
    if (won > 0) tellSum()
  }, [won])
  const hasEnded = bets > 0
  useEffect(() => {
    if (hasEnded || isWon) tellEnd()
  }, [hasEnded, isWon])
}
