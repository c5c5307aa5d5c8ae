import { assert } from '#core/assert.ts'
import { createDraws } from '#core/fairness/draws.ts'
import { EPOCH_SIZE, getFirstNonce } from '#core/fairness/epoch.ts'
import { fromHex } from '#core/fairness/hashes.ts'
import { deriveServerSeed } from '#core/fairness/server-seed.ts'
import type { Action } from '#core/games/game.ts'
import { coins } from '#core/money/coins.ts'
import { seededRandom } from '#testing/player/seeded-random.ts'
import { nativeHashes } from '../../api/src/platform/native-hashes.ts'
import { gameKits } from '../game-kits/game-kits.ts'
import { invalidRounds } from './forge.ts'
import {
  type GoldenFile,
  type GoldenInput,
  type GoldenRound,
  goldenEpoch,
  goldenRound,
} from './golden-file.ts'
import type { GoldenPlan } from './plan.ts'

/** Plans of all games; each has its game's folder as name. */
export const goldenPlans = await Promise.all(
  gameKits.map(async ({ folder }) => {
    const { plan }: { plan: GoldenPlan } = await import(
      `../golden/${folder}.ts`
    )
    return { folder, plan }
  }),
)

const STREAM_KEYS = ['00', '11', 'a5', 'ff'].map((byte) => byte.repeat(32))
const [EPOCH_STREAM = ''] = STREAM_KEYS
const PLAYER = '01890a5d-ac96-774b-bcce-b302099a8057'
const CLIENT_SEEDS = [
  'a',
  'lucky 7',
  '4f1c0a9d22b7e856',
  'quote " backslash \\ tilde ~',
  'x'.repeat(64),
]
/** Both sides of each limit: the first nonce, an epoch, 32 bits, the last nonce. */
const EDGE_NONCES = [0, 1, 9, 10, 1_023, 1_024, 2 ** 31, 2 ** 32, 2 ** 53 - 1]
/** Far more than the rarest case takes. */
const MOST_TRIES = 1_000_000
const PATHS_AT = [0, 1, 2, 511, 512, 1_022, 1_023]

/**
 * Generates a game's golden vectors, deterministically: a whole epoch, edges of
 * seeds, hand-picked rounds, and what a search of client seeds finds for the
 * cases that these don't cover.
 */
export function gameGolden(plan: GoldenPlan): GoldenFile {
  const { game, chosen = [], epoch: number } = plan
  const first = getFirstNonce(number)
  const id = { streamKey: EPOCH_STREAM, player: PLAYER, epoch: number }
  const nonces = PATHS_AT.map((at) => first + at)
  const epoch = goldenEpoch(nativeHashes, id, nonces)
  const inputs = [
    ...Array.from({ length: EPOCH_SIZE }, (_, index) => ({
      at: { streamKey: EPOCH_STREAM, nonce: first + index },
      index,
    })),
    ...STREAM_KEYS.flatMap((streamKey) =>
      EDGE_NONCES.map((nonce, index) => ({ at: { streamKey, nonce }, index })),
    ),
    ...chosen.map(({ clientSeed, betAmount }, index) => ({
      at: { streamKey: EPOCH_STREAM, nonce: 0, clientSeed },
      index,
      betAmount,
    })),
  ]
  const rounds = inputs.map((input) => playRound(plan, input))
  return {
    gameType: game.gameType,
    rulesVersion: game.rulesVersion,
    epoch,
    rounds: [...rounds, ...missingRounds(plan, rounds)],
    invalid: invalidRounds(game, epoch, plan.invalid),
  }
}

/** Removes the cases that a round covers. @returns true if there were any. */
export function takeCases(
  missing: Set<string>,
  plan: GoldenPlan,
  round: GoldenRound,
): boolean {
  const before = missing.size
  for (const [name, isCovered] of Object.entries(plan.cases(round))) {
    if (isCovered) missing.delete(name)
  }
  return missing.size < before
}

/** Searches client seeds for the cases that the other rounds don't cover. */
function missingRounds(
  plan: GoldenPlan,
  seen: readonly GoldenRound[],
): GoldenRound[] {
  const missing = new Set(
    seen.flatMap((round) => Object.keys(plan.cases(round))),
  )
  for (const round of seen) takeCases(missing, plan, round)
  const rounds: GoldenRound[] = []
  for (let index = 0; missing.size > 0; index += 1) {
    assert(index < MOST_TRIES, `no round covers ${[...missing].join(', ')}`)
    const at = {
      streamKey: EPOCH_STREAM,
      nonce: 0,
      clientSeed: `try ${index}`,
    }
    const round = playRound(plan, { at, index })
    if (takeCases(missing, plan, round)) rounds.push(round)
  }
  return rounds
}

type Input = {
  at: Pick<GoldenInput, 'streamKey' | 'nonce'> & { clientSeed?: string }
  index: number
  betAmount?: number
}

/** Plays a round, cycling through stakes and client seeds. */
function playRound(
  plan: GoldenPlan,
  { at, index, betAmount }: Input,
): GoldenRound {
  const { game, stakes, createBet } = plan
  const stake = coins(betAmount ?? stakes[index % stakes.length] ?? 1)
  const input = {
    ...at,
    clientSeed:
      at.clientSeed ?? CLIENT_SEEDS[index % CLIENT_SEEDS.length] ?? '',
    bet: createBet?.(stake, index) ?? { betAmount: stake },
  }
  const actions = getActions(plan, input, index)
  return goldenRound(nativeHashes, game, {
    ...input,
    ...(actions.length > 0 && { actions }),
  })
}

function getActions(
  { game, toAction }: GoldenPlan,
  { streamKey, nonce, clientSeed, bet }: GoldenInput,
  index: number,
): Action[] {
  const random = seededRandom(`${game.gameType} ${index}`)
  const serverSeed = deriveServerSeed(nativeHashes, fromHex(streamKey), nonce)
  const draws = createDraws(nativeHashes, { serverSeed, clientSeed, nonce })
  const actions: Action[] = []
  let position = game.start(bet, draws)
  while (!position.outcome && toAction && game.steps) {
    const turn = { index, step: actions.length, random }
    const action = toAction(position, turn)
    position = game.steps.act(position, action, draws)
    actions.push(action)
  }
  return actions
}
