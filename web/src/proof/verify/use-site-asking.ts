import { queryOptions, useQuery } from '@tanstack/react-query'
import { type AnchorsState, readAnchors } from '#core/api/anchors.ts'
import { call } from '../../lib/call.ts'
import { nodeAt } from '../records/chain-nodes.ts'
import type { ChainAsking } from './ask-chain.tsx'

const THROUGH_SITE = [nodeAt('/api/rpc', 'through this site')]

/** Whom a page of the site may ask, and whether the site anchors at all. */
export function useSiteAsking(): ChainAsking {
  const state = useQuery(anchorsQuery()).data
  const unanchored = state && unanchoredText(state)
  return { nodes: THROUGH_SITE, isOpen: false, unanchored }
}

function anchorsQuery() {
  return queryOptions({
    queryKey: [readAnchors.path],
    queryFn: () => call(readAnchors),
    retry: false,
  })
}

function unanchoredText({ everySeconds, isOn, reason }: AnchorsState): string {
  if (!isOn) return `Nothing is anchored here. ${reason}`
  const minutes = Math.ceil(everySeconds / 60)
  const often = `every ${minutes === 1 ? 'minute' : `${minutes} minutes`}`
  return `Roots of players who played are anchored ${often} at most, and this one is not there yet.${reason ? ` ${reason}` : ''}`
}
