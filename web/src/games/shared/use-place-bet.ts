import {
  type QueryFilters,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { v7 as uuid } from 'uuid'
import type { Coins } from '#core/money/coins.ts'
import { playSound } from '../../lib/sound.ts'
import { toast } from '../../lib/toast.ts'
import { notePause } from '../../session/game-pause.ts'
import { setBalance, userQueryKey } from '../../session/user-query.ts'

type BetPlan<Bet, Placed> = {
  send: (bet: Bet, idempotencyKey: string) => Promise<Placed>
  /** The player's bets, which are read again after each answer. */
  bets: QueryFilters
  placedText: (placed: Placed) => string
  onPlaced: (placed: Placed) => void
  failedText: (error: Error) => string
  /** Returns true if it has already informed the player. */
  onFailed?: (error: Error, bet: Bet) => boolean
}

/** Places bets whose outcome comes later: on races and on sports. */
export function usePlaceBet<Bet, Placed extends { balance: Coins }>(
  plan: BetPlan<Bet, Placed>,
) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (bet: Bet) => plan.send(bet, uuid()),
    onSuccess: (placed) => {
      setBalance(queryClient, placed.balance)
      void queryClient.invalidateQueries(plan.bets)
      playSound('plop')
      toast({ title: 'Bet Placed!', description: plan.placedText(placed) })
      plan.onPlaced(placed)
    },
    onError: (error, bet) => {
      if (plan.onFailed?.(error, bet)) return
      if (!notePause(queryClient, error)) {
        const description = plan.failedText(error)
        toast({ title: 'Error', description, variant: 'destructive' })
      }
      // Only the server knows if the bet counted.
      void queryClient.invalidateQueries({ queryKey: userQueryKey })
      void queryClient.invalidateQueries(plan.bets)
    },
  })
}
