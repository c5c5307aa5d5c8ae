import { useMutation, useQueryClient } from '@tanstack/react-query'
import { v7 as uuid } from 'uuid'
import { placeSportsBet } from '#core/api/sports.ts'
import type { Coins } from '#core/money/coins.ts'
import { notePause } from '../../games/shared/game-pause.ts'
import { call } from '../../lib/call.ts'
import { statusAndMessage } from '../../lib/error-message.ts'
import { playSound } from '../../lib/sound.ts'
import { useToast } from '../../lib/toast.ts'
import { setBalance, userQueryKey } from '../../session/user-query.ts'
import type { SeenOffer } from '../offers.ts'
import { sportsBetsQuery, sportsGamesQuery } from '../sports-api.ts'
import { changedOffer, withOffer } from './changed-offer.ts'

type Placing = { offer: SeenOffer; betAmount: Coins }

interface PlaceBetPlan {
  player: string | undefined
  onPlaced: () => void
}

/** Placing bets, and what is said of them. */
export function usePlaceBet({ player, onPlaced }: PlaceBetPlan) {
  const queryClient = useQueryClient()
  const { toast } = useToast()
  const askForBets = () =>
    void queryClient.invalidateQueries(sportsBetsQuery(player))
  return useMutation({
    mutationFn: (placing: Placing) => send(placing),
    onSuccess: ({ balance }) => {
      setBalance(queryClient, balance)
      askForBets()
      playSound('plop')
      toast({
        title: 'Bet Placed!',
        description: 'Your bet has been successfully placed.',
      })
      onPlaced()
    },
    onError: (error, { offer }) => {
      const { queryKey } = sportsGamesQuery
      const changed = changedOffer(error, offer)
      if (changed) {
        // The panel asks whether the bet is wanted as it is now.
        playSound('tick')
        queryClient.setQueryData(
          queryKey,
          (games) => games && withOffer(games, changed),
        )
        return
      }
      if (!notePause(queryClient, error)) {
        const description = statusAndMessage(error, 'Failed to place bet')
        toast({ title: 'Error', description, variant: 'destructive' })
      }
      // Whether the bet counted, and what is on offer, is for the server to say.
      void queryClient.invalidateQueries({ queryKey: userQueryKey })
      void queryClient.invalidateQueries({ queryKey })
      askForBets()
    },
  })
}

function send({ offer, betAmount }: Placing) {
  const { gameId, market, name, point, price, bookmaker } = offer
  const body = {
    gameId,
    teamName: name,
    odds: price,
    betAmount,
    market,
    bookmaker,
    point: point ?? undefined,
  }
  return call(placeSportsBet, { body, idempotencyKey: uuid() })
}
