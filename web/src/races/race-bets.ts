import { queryOptions } from '@tanstack/react-query'
import {
  listRaceBets,
  type PlaceRaceBetAnswer,
  placeRaceBet,
} from '#core/api/races.ts'
import { horseName } from '#core/race/horses.ts'
import type { RaceBet } from '#core/race/race-bet.ts'
import { usePlaceBet } from '../games/shared/use-place-bet.ts'
import { call } from '../lib/call.ts'
import { coinsText } from '../lib/format.ts'

/** A player's stakes on the current race, one row per horse. */
export function currentBetsQuery(player: string | undefined) {
  return queryOptions({
    queryKey: [listRaceBets.path, player],
    queryFn: () => call(listRaceBets),
    enabled: player !== undefined,
    refetchInterval: 1_000,
    refetchOnMount: 'always',
  })
}

type RaceBetPlan = {
  player: string | undefined
  onPlaced: (placed: PlaceRaceBetAnswer) => void
}

export function usePlaceRaceBet({ player, onPlaced }: RaceBetPlan) {
  return usePlaceBet({
    send: (body: RaceBet, idempotencyKey) =>
      call(placeRaceBet, { body, idempotencyKey }),
    bets: currentBetsQuery(player),
    placedText: ({ amount, horseId }) =>
      `You bet ${coinsText(amount)} on ${horseName(horseId)}`,
    onPlaced,
    failedText: () => 'Failed to place bet',
  })
}
