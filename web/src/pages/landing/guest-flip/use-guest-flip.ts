import { useState } from 'react'
import { tossCoin } from '../../../games/shared/coin.tsx'
import { playSound } from '../../../lib/sound.ts'
import type { Timeline } from '../../../lib/timeline.ts'
import {
  type Call,
  flipped,
  type GuestRound,
  sealedFlip,
} from './guest-round.ts'

/** Flips of a visitor, each sealed before it is called. */
export function useGuestFlip() {
  const [sealed, setSealed] = useState(() => sealedFlip(0))
  const [last, setLast] = useState<GuestRound>()
  const [toss, setToss] = useState<Timeline>()

  const flip = async (call: Call) => {
    const round = flipped(sealed, call)
    const tossed = tossCoin()
    setToss(tossed)
    await tossed.end
    setToss(undefined)
    setLast(round)
    setSealed(sealedFlip(round.nonce + 1))
    playSound('plop')
  }
  return {
    /** Shown before the call: what the coming flip is committed to. */
    commitment: sealed.commitment,
    /** Left out while the coin is in the air. */
    last: toss ? undefined : last,
    shown: last?.result ?? 'heads',
    isFlipping: toss !== undefined,
    flip,
    /** Left out while there is nothing to skip. */
    skip: toss?.skip,
  }
}
