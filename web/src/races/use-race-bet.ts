import { useMutation, useQueryClient } from '@tanstack/react-query'
import { v7 as uuid } from 'uuid'
import { type PlaceRaceBetAnswer, placeRaceBet } from '#core/api/races.ts'
import { type HorseId, horseName } from '#core/race/horses.ts'
import type { RaceBet } from '#core/race/race-bet.ts'
import { notePause } from '../games/shared/game-pause.ts'
import { call } from '../lib/call.ts'
import { formatCoins } from '../lib/format.ts'
import { playSound } from '../lib/sound.ts'
import { useToast } from '../lib/toast.ts'
import { setBalance, userQueryKey } from '../session/user-query.ts'
import { currentBetsQuery } from './races-api.ts'

interface RaceBetPlan {
  player: string | undefined
  onPlaced: (answer: PlaceRaceBetAnswer) => void
}

/** Placing bets on the coming race, and what is said of them. */
export function useRaceBet({ player, onPlaced }: RaceBetPlan) {
  const queryClient = useQueryClient()
  const { toast } = useToast()
  return useMutation({
    mutationFn: (body: RaceBet) =>
      call(placeRaceBet, { body, idempotencyKey: uuid() }),
    onSuccess: (answer) => {
      const { amount, balance, horseId } = answer
      setBalance(queryClient, balance)
      void queryClient.invalidateQueries(currentBetsQuery(player))
      playSound('plop')
      toast({ title: 'Bet Placed!', description: betText(horseId, amount) })
      onPlaced(answer)
    },
    onError: (error) => {
      notePause(queryClient, error)
      toast({
        title: 'Error',
        description: 'Failed to place bet',
        variant: 'destructive',
      })
      // Whether the bet counted is for the server to say.
      void queryClient.invalidateQueries({ queryKey: userQueryKey })
      void queryClient.invalidateQueries(currentBetsQuery(player))
    },
  })
}

function betText(horse: HorseId, amount: number): string {
  return `You bet ${formatCoins(amount)} coins on ${horseName(horse)}`
}
