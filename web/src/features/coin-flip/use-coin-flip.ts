import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { v4 as uuid } from 'uuid'
import { type CoinFlipBet, coinFlip } from '#core/games/coin-flip.ts'
import type { CoinFlipAnswer } from '#core/schemas/coin-flip-answer.ts'
import type { ShieldState } from '../../components/fairness-shield.tsx'
import { ApiError, isOutcomeOpen } from '../../lib/api-client.ts'
import { holdBalance } from '../../lib/balance-hold.ts'
import { celebrate } from '../../lib/celebration.ts'
import {
  type Fairness,
  useFairness,
} from '../../lib/fairness/fairness-provider.tsx'
import { formatCoins } from '../../lib/format.ts'
import { playSound } from '../../lib/sound.ts'
import { useToast } from '../../lib/toast.ts'
import { setBalance, userQueryKey } from '../../lib/user-query.ts'
import { flipCoin } from './flip-coin.ts'
import { type Reveal, startReveal } from './reveal.ts'

const FLIPS_KEPT = 8

/** One coin: tossing it, showing how it fell, and proving it. */
export function useCoinFlip() {
  const queryClient = useQueryClient()
  const reveal = useRef<Reveal>(undefined)
  const [flips, setFlips] = useState<readonly CoinFlipAnswer[]>([])
  // The coin may fall, but the house has not answered yet.
  const [isLate, setLate] = useState(false)
  const { ready, verifyAnswer } = useFairness()
  const { checked, verify } = useVerdict(verifyAnswer)
  const announce = useAnnouncement()

  const toss = useMutation({
    mutationFn: async (bet: CoinFlipBet) => {
      const release = holdBalance()
      reveal.current = startReveal()
      let isAnswered = false
      void reveal.current.due.then(() => setLate(!isAnswered))
      try {
        const answer = ready()
          .then(() => flipCoin(bet, uuid()))
          .finally(() => {
            isAnswered = true
          })
        // The balance would tell how the coin falls, so it waits as well.
        const [fallen] = await Promise.all([answer, reveal.current.due])
        setBalance(queryClient, fallen.balance)
        return fallen
      } finally {
        reveal.current.skip()
        release()
      }
    },
    onMutate: () => {
      setLate(false)
      announce.clear()
    },
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
    isLate,
    /** The side called last. */
    choice: toss.variables?.choice,
    answer: flips.at(-1),
    flips,
    isUnanswered: toss.isError && isOutcomeOpen(toss.error),
    /** What is known of the round that is shown; nothing while none is. */
    checked: toss.isSuccess ? checked : undefined,
    flip: toss.mutate,
    skip: () => reveal.current?.skip(),
  }
}

interface Checked {
  transactionId: string
  state: ShieldState
}

function useVerdict(verifyAnswer: Fairness['verifyAnswer']) {
  const [checked, setChecked] = useState<Checked>()
  return {
    checked,
    verify: async (answer: CoinFlipAnswer, bet: CoinFlipBet) => {
      const { transactionId } = answer
      setChecked({ transactionId, state: 'checking' })
      const state = await verifyAnswer({ game: coinFlip, bet, answer }).then(
        ({ is }) => is,
        () => 'unchecked' as const,
      )
      // A newer round may have begun meanwhile.
      setChecked((latest) =>
        latest?.transactionId === transactionId
          ? { transactionId, state }
          : latest,
      )
    },
  }
}

function useAnnouncement() {
  const { toast, dismiss } = useToast()
  const news = useRef<number>(undefined)
  return {
    /** The last round's news is old once the next one has begun. */
    clear: () => {
      if (news.current !== undefined) dismiss(news.current)
    },
    fallen: ({ isWin, payout }: CoinFlipAnswer) => {
      playSound(isWin ? 'fanfare' : 'plop')
      if (!isWin) return
      celebrate()
      news.current = toast({
        title: 'Winner!',
        description: `You won ${formatCoins(payout)} coins!`,
      })
    },
    failed: (error: Error) => {
      news.current = toast({
        title: 'Error',
        description:
          error instanceof ApiError ? error.message : 'Failed to flip coin',
        variant: 'destructive',
      })
    },
  }
}
