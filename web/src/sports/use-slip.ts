import { useQueryClient } from '@tanstack/react-query'
import { type MouseEvent, useRef, useState } from 'react'
import * as z from 'zod/mini'
import type { User } from '#core/api/account.ts'
import { placeSportsBet, type SportsGame } from '#core/api/sports.ts'
import { type Coins, STARTING_BALANCE } from '#core/money/coins.ts'
import { isPrice } from '#core/sports/american-odds.ts'
import { SPORTS_GAME_TYPE } from '#core/sports/game.ts'
import { useBet } from '../games/shared/use-bet.ts'
import { useGameKeys } from '../games/shared/use-game-keys.ts'
import { usePlaceBet } from '../games/shared/use-place-bet.ts'
import { ApiError, call } from '../lib/call.ts'
import { statusAndMessage } from '../lib/error-message.ts'
import { playSound } from '../lib/sound.ts'
import { toast } from '../lib/toast.ts'
import { useGamePause } from '../session/game-pause.ts'
import { getStanding, type SeenOffer } from './offers.ts'
import { sportsBetsQuery, sportsGamesQuery } from './sports-queries.ts'

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
  const placing = usePlaceSportsBet(player?.id, () => {
    close()
    bet.setText(AMOUNT_AFTER_BET)
  })
  const game = games?.find(({ id }) => id === selected?.gameId)
  const standing = selected && getStanding(game, selected)
  const { isPending } = placing

  const place = () => {
    if (!standing) {
      const description = 'No bet selected'
      toast({ title: 'Error', description, variant: 'destructive' })
      return
    }
    const isReady = player && standing.is !== 'closed' && !isPending
    if (!isReady || bet.amount === undefined) return
    // Pressing the button accepts the offer as the panel shows it.
    select(standing.offer)
    placing.mutate({ offer: standing.offer, betAmount: bet.amount })
  }
  useGameKeys({
    isPlaying: false,
    onSkip: undefined,
    keys: { enter: place, escape: close },
  })
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

/** The selected price, and the button that the focus returns to. */
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
      // Keyboard clicks have no click count.
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

function usePlaceSportsBet(player: string | undefined, onPlaced: () => void) {
  const queryClient = useQueryClient()
  const { queryKey } = sportsGamesQuery
  return usePlaceBet({
    send: (bet: { offer: SeenOffer; betAmount: Coins }, idempotencyKey) =>
      call(placeSportsBet, { body: toRequest(bet), idempotencyKey }),
    bets: sportsBetsQuery(player),
    placedText: () => 'Your bet has been successfully placed.',
    onPlaced,
    failedText: (error) => statusAndMessage(error, 'Failed to place bet'),
    onFailed: (error, { offer }) => {
      const changed = changedOffer(error, offer)
      if (!changed) {
        void queryClient.invalidateQueries({ queryKey })
        return false
      }
      // The panel offers to accept the new price.
      playSound('tick')
      queryClient.setQueryData(
        queryKey,
        (games) => games && withOffer(games, changed),
      )
      return true
    },
  })
}

function toRequest({
  offer,
  betAmount,
}: {
  offer: SeenOffer
  betAmount: Coins
}) {
  const { gameId, market, name, point, price, bookmaker } = offer
  return {
    gameId,
    teamName: name,
    odds: price,
    betAmount,
    market,
    bookmaker,
    point: point ?? undefined,
  }
}

const oddsChange = z.object({
  price: z.int().check(z.refine(isPrice)),
  point: z.nullable(z.number()),
})

/** Returns the current offer that a refusal carries; undefined for other errors. */
function changedOffer(error: Error, refused: SeenOffer): SeenOffer | undefined {
  if (!(error instanceof ApiError) || error.code !== 'odds_changed') return
  const now = oddsChange.safeParse(error.problem).data
  return now && { ...refused, ...now }
}

/** Updates one price and line: a refusal is newer than the listed games. */
function withOffer(
  games: readonly SportsGame[],
  { gameId, bookmaker, market, name, price, point }: SeenOffer,
): SportsGame[] {
  const updated = structuredClone([...games])
  const outcome = updated
    .find(({ id }) => id === gameId)
    ?.bookmakers.find(({ key }) => key === bookmaker)
    ?.markets.find(({ key }) => key === market)
    ?.outcomes.find((one) => one.name === name)
  if (outcome) Object.assign(outcome, { price, point: point ?? undefined })
  return updated
}
