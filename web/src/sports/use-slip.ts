import { type MouseEvent, useRef, useState } from 'react'
import type { User } from '#core/api/account.ts'
import type { SportsGame } from '#core/api/sports.ts'
import { STARTING_BALANCE } from '#core/money/coins.ts'
import { SPORTS_GAME_TYPE } from '#core/sports/game.ts'
import { useGamePause } from '../games/shared/game-pause.ts'
import { useBet } from '../games/shared/use-bet.ts'
import { useGameKeys } from '../games/shared/use-game-keys.ts'
import { useToast } from '../lib/toast.ts'
import { standingOf } from './bets/standing.ts'
import { usePlaceBet } from './bets/use-place-bet.ts'
import type { SeenOffer } from './offers.ts'

const AMOUNT_AFTER_BET = '10'

/** The selected price and the amount to bet on it. @param player null for visitors. */
export function useSlip(
  player: User | null,
  games: readonly SportsGame[] | undefined,
) {
  const { selected, select, pick, close, isByKeyboard } = useSelected()
  const bet = useBet(
    player?.balance ?? STARTING_BALANCE,
    useGamePause(SPORTS_GAME_TYPE),
  )
  const { toast } = useToast()
  const placing = usePlaceBet({
    player: player?.id,
    onPlaced: () => {
      close()
      bet.setText(AMOUNT_AFTER_BET)
    },
  })
  const game = games?.find(({ id }) => id === selected?.gameId)
  const standing = selected && standingOf(game, selected)

  const place = () => {
    if (!standing) {
      toast({
        title: 'Error',
        description: 'No bet selected',
        variant: 'destructive',
      })
      return
    }
    const isReady = player && standing.is !== 'closed' && !placing.isPending
    if (!isReady || bet.amount === undefined) return
    // What is pressed is what the panel says by then.
    select(standing.offer)
    placing.mutate({ offer: standing.offer, betAmount: bet.amount })
  }
  useGameKeys({
    isPlaying: false,
    onSkip: undefined,
    keys: { enter: place, escape: close },
  })
  const { isPending } = placing
  return {
    bet,
    selected,
    standing,
    game,
    isPending,
    isByKeyboard,
    pick,
    place,
    close,
  }
}

/** The selected price, and the button that the focus goes back to. */
function useSelected() {
  const [selected, select] = useState<SeenOffer>()
  const [isByKeyboard, setByKeyboard] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  return {
    selected,
    select,
    isByKeyboard,
    pick: (offer: SeenOffer, event: MouseEvent<HTMLButtonElement>) => {
      select(offer)
      // A click that no pointer made.
      setByKeyboard(event.detail === 0)
      opener.current = event.currentTarget
      // On phones the slip would cover it: see its scroll margin.
      event.currentTarget.scrollIntoView({ block: 'nearest' })
    },
    close: () => {
      select(undefined)
      if (isByKeyboard) opener.current?.focus()
    },
  }
}
