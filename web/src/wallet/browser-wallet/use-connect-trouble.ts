import {
  type MutationCacheNotifyEvent,
  useQueryClient,
} from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { connectTrouble } from './wallet-trouble.ts'

interface Trouble {
  /** How often a wallet would not connect. */
  failures: number
  /** What to say of it, until the next one is asked. */
  trouble?: string
}

/** The list of wallets connects by itself; what became of it only wagmi's mutation tells. */
export function useConnectTrouble(): Trouble {
  const cache = useQueryClient().getMutationCache()
  const [state, setState] = useState<Trouble>({ failures: 0 })
  useEffect(
    () =>
      cache.subscribe((event) => setState((before) => after(before, event))),
    [cache],
  )
  return state
}

function after(before: Trouble, event: MutationCacheNotifyEvent): Trouble {
  if (event.type !== 'updated') return before
  const [kind] = event.mutation.options.mutationKey ?? []
  if (kind !== 'connect') return before
  const { action } = event
  if (action.type === 'pending') return { failures: before.failures }
  if (action.type !== 'error') return before
  const trouble = connectTrouble(action.error)
  return { failures: before.failures + 1, trouble }
}
