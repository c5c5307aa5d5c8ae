import { createDraws, type Draws } from '#core/fairness/draws.ts'
import { getEpoch } from '#core/fairness/epoch.ts'
import { deriveServerSeed } from '#core/fairness/server-seed.ts'
import { blackjack } from '#core/games/blackjack/blackjack.ts'
import {
  type BlackjackPosition,
  legalChoices,
} from '#core/games/blackjack/blackjack-table.ts'
import { type Card, toCard } from '#core/games/cards.ts'
import { coinFlip } from '#core/games/coin-flip/coin-flip.ts'
import { coins } from '#core/money/coins.ts'
import type { TestApi } from '#testing/server/test-api.ts'
import { fine } from '#testing/server/test-client.ts'
import { nativeHashes } from '../../api/src/platform/native-hashes.ts'
import type { TestPlayer } from './test-player.ts'

const TRIES = 1_000_000

type Stream = { streamKey: Uint8Array; nonce: number }

/** @param later the draws of the round after it. */
type IsWanted = (draws: Draws, later: Draws) => boolean

/** Returns a client seed for such a round; it takes the secret stream key. */
export function wantedSeed(stream: Stream, isWanted: IsWanted): string {
  const later = { ...stream, nonce: stream.nonce + 1 }
  for (let tries = 0; tries < TRIES; tries += 1) {
    const seed = `seed ${tries} of round ${stream.nonce}`
    if (isWanted(drawWith(seed, stream), drawWith(seed, later))) return seed
  }
  throw new Error(`none of ${TRIES} client seeds makes such a round`)
}

function drawWith(clientSeed: string, { streamKey, nonce }: Stream): Draws {
  const serverSeed = deriveServerSeed(nativeHashes, streamKey, nonce)
  return createDraws(nativeHashes, { serverSeed, clientSeed, nonce })
}

type Api = Pick<TestApi, 'modules'>

export function chooseFlip(
  api: Api,
  player: TestPlayer,
  wanted: { isWin: boolean },
): Promise<void> {
  const bet = { betAmount: coins(1), choice: 'heads' } as const
  return chooseNextRound(api, player, (draws) => {
    const { payout } = coinFlip.start(bet, draws).outcome
    return payout > 0 === wanted.isWin
  })
}

/** Makes the player's next round draw cards of these values first. */
export function chooseCards(
  api: Api,
  player: TestPlayer,
  ...values: Card['value'][]
): Promise<void> {
  return chooseNextRound(api, player, (draws) =>
    values.every((value, index) => toCard(draws(index)).value === value),
  )
}

/** @param isWanted gets the legal actions after the deal, joined by commas. */
export function chooseDeal(
  api: Api,
  player: TestPlayer,
  isWanted: (legal: string, dealt: BlackjackPosition, draws: Draws) => boolean,
): Promise<void> {
  return chooseNextRound(api, player, (draws) => {
    const dealt = blackjack.start({ betAmount: coins(10) }, draws)
    return isWanted(legalChoices(dealt).join(), dealt, draws)
  })
}

export async function chooseNextRound(
  { modules }: Api,
  player: TestPlayer,
  isWanted: IsWanted,
): Promise<void> {
  const [state] = await modules.fairness.service.readPlayStates([player.id], {
    publish: true,
  })
  if (!state) throw new Error('no such player')
  const clientSeed = wantedSeed(state, isWanted)
  const body = { clientSeed, epoch: getEpoch(state.nonce) }
  fine(await player.client.put('/api/fairness/client-seed', body))
}
