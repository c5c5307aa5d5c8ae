import { useEffect, useEffectEvent, useLayoutEffect, useState } from 'react'
import type { BetPush } from '#core/api/socket.ts'
import type { HorseId } from '#core/race/horses.ts'
import { RACE_GAME_TYPE } from '#core/race/settled-race.ts'
import { holdBalance } from '../games/shared/balance-hold.ts'
import {
  outcomeAnnouncement,
  useAnnouncement,
} from '../games/shared/use-announcement.ts'
import { playSound } from '../lib/sound.ts'
import { usePush, useRaceNews } from '../session/socket-provider.tsx'
import type { RaceStage } from './race-scene.ts'

/** The player's bets on the last race, in coins. */
export type BetEnds = {
  /** Total on the race; 0 while no bet has ended. */
  staked: number
  paid: number
  /** True if the race was void. */
  isVoid: boolean
  /** Undefined while unknown. */
  winner: HorseId | undefined
}

const NONE: BetEnds = { staked: 0, paid: 0, isVoid: false, winner: undefined }

/** Window in which all bets of one race are pushed. */
const ALL_PUSHED_MS = 100

/** Results of the player's bets; shown and announced once the race has shown its end. */
export function useBetEnds(
  stage: RaceStage | undefined,
  hasBets: boolean,
): BetEnds {
  const [ends, setEnds] = useState(NONE)
  usePush((news) => {
    if (news.type === 'bet' && news.gameType === RACE_GAME_TYPE) {
      setEnds((before) => withEnd(before, news))
    }
  })
  useRaceNews(({ message }) => {
    if (message.type === 'raceStart') setEnds(NONE)
    if (message.type === 'raceResult' && !message.void) {
      const { winner } = message
      setEnds((before) => ({ ...before, winner }))
    }
  })

  const isRacing = stage?.is === 'racing'
  const isHeld = isRacing && hasBets
  // The balance would reveal the winner: delayed from the first frame of the race.
  useLayoutEffect(() => (isHeld ? holdBalance() : undefined), [isHeld])
  useEffect(() => {
    if (isHeld) playSound('ratchet')
  }, [isHeld])

  const shown = isRacing ? NONE : ends
  useAnnounced(shown)
  return shown
}

/** Adds a bet; a void race, which has no start, drops the race before. */
function withEnd(
  before: BetEnds,
  { amount, payout, status }: BetPush,
): BetEnds {
  const isVoid = status === 'void'
  const { staked, paid, winner } = isVoid === before.isVoid ? before : NONE
  return { staked: staked + amount, paid: paid + payout, isVoid, winner }
}

/** Announces all bets on one race together, after the last push. */
function useAnnounced({ staked, paid }: BetEnds): void {
  const { announce } = useAnnouncement()
  const announceSum = useEffectEvent(() =>
    announce(outcomeAnnouncement({ staked, paid })),
  )
  useEffect(() => {
    if (staked === 0) return
    const timer = setTimeout(announceSum, ALL_PUSHED_MS)
    return () => clearTimeout(timer)
  }, [staked])
}
