import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { v4 as uuid } from 'uuid'
import { type CoinFlipBet, coinFlip } from '#core/games/coin-flip.ts'
import type { ShieldState } from '../../components/fairness-shield.tsx'
import { ApiError } from '../../lib/api-client.ts'
import { holdBalance } from '../../lib/balance-hold.ts'
import { celebrate } from '../../lib/celebration.ts'
import { useFairness } from '../../lib/fairness/fairness-provider.tsx'
import { formatCoins } from '../../lib/format.ts'
import { playSound } from '../../lib/sound.ts'
import { useToast } from '../../lib/toast.ts'
import { setBalance, userQueryKey } from '../../lib/user-query.ts'
import { type CoinFlipAnswer, flipCoin } from './flip-coin.ts'
import { type Reveal, startReveal } from './reveal.ts'

const FLIPS_KEPT = 8

/** One coin: tossing it, showing how it fell, and proving it. */
export function useCoinFlip() {
  const queryClient = useQueryClient()
  const reveal = useRef<Reveal>(undefined)
  const [flips, setFlips] = useState<readonly CoinFlipAnswer[]>([])
  const { shield, verify } = useVerdict()
  const announce = useAnnouncement()

  const toss = useMutation({
    mutationFn: async (bet: CoinFlipBet) => {
      const release = holdBalance()
      reveal.current = startReveal()
      try {
        const answer = flipCoin(bet, uuid())
        // The balance would tell how the coin falls, so it waits as well.
        const [fallen] = await Promise.all([answer, reveal.current.due])
        setBalance(queryClient, fallen.balance)
        return fallen
      } finally {
        reveal.current.skip()
        release()
      }
    },
    onMutate: announce.clear,
    onSuccess: (answer, bet) => {
      setFlips((earlier) => [...earlier.slice(1 - FLIPS_KEPT), answer])
      announce.fallen(answer)
      void verify(answer, bet)
    },
    onError: (error) => {
      announce.failed(error)
      // Whether the bet counted is for the server to say.
      void queryClient.invalidateQueries({ queryKey: userQueryKey })
    },
  })

  return {
    isFlipping: toss.isPending,
    /** The side called last. */
    choice: toss.variables?.choice,
    answer: flips.at(-1),
    flips,
    isUnanswered: toss.isError && !(toss.error instanceof ApiError),
    shield,
    flip: toss.mutate,
    skip: () => reveal.current?.skip(),
  }
}

function useVerdict() {
  const { verifyAnswer } = useFairness()
  const [shield, setShield] = useState<ShieldState>('ready')
  return {
    shield,
    verify: async (answer: CoinFlipAnswer, bet: CoinFlipBet) => {
      setShield('checking')
      const verdict = verifyAnswer({ game: coinFlip, bet, answer })
      setShield(await verdict.then(({ is }) => is).catch(() => 'unknown'))
    },
  }
}

function useAnnouncement() {
  const { toast, shown, dismiss } = useToast()
  return {
    /** The last round's news is old once the next one has begun. */
    clear: () => shown && dismiss(shown.id),
    fallen: ({ isWin, payout }: CoinFlipAnswer) => {
      playSound(isWin ? 'fanfare' : 'plop')
      if (!isWin) return
      celebrate()
      toast({
        title: 'Winner!',
        description: `You won ${formatCoins(payout)} coins!`,
      })
    },
    failed: (error: Error) =>
      toast({
        title: 'Error',
        description:
          error instanceof ApiError ? error.message : 'Failed to flip coin',
        variant: 'destructive',
      }),
  }
}
