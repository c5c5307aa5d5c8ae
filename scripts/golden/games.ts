import { assert } from '#core/assert.ts'
import { drawsOf } from '#core/fairness/draws.ts'
import { EPOCH_SIZE, firstNonceOf } from '#core/fairness/epoch.ts'
import { fromHex } from '#core/fairness/hashes.ts'
import { serverSeedOf } from '#core/fairness/server-seed.ts'
import type { Action } from '#core/games/game.ts'
import { coins } from '#core/money/coins.ts'
import { seededRandom } from '#testing/player/seeded-random.ts'
import { nativeHashes } from '../../api/src/platform/native-hashes.ts'
import { gameKits } from '../game-kits/game-kits.ts'
import { openForge } from './forge.ts'
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

/** Generates a game's golden vectors, deterministically. */
export function gameGolden(plan: GoldenPlan): GoldenFile {
  const { game, epoch } = plan
  const first = firstNonceOf(epoch)
  const id = { streamKey: EPOCH_STREAM, player: PLAYER, epoch }
  const nonces = PATHS_AT.map((at) => first + at)
  const proven = goldenEpoch(nativeHashes, id, nonces)
  const rounds = [
    ...epochRounds(plan),
    ...edgeRounds(plan),
    ...chosenRounds(plan),
  ]
  return {
    gameType: game.gameType,
    rulesVersion: game.rulesVersion,
    epoch: proven,
    rounds: [...rounds, ...missingRounds(plan, rounds)],
    invalid: plan.invalid(openForge(game, proven)),
  }
}

/** One whole epoch, cycling through stakes and client seeds. */
function epochRounds(plan: GoldenPlan): GoldenRound[] {
  return Array.from({ length: EPOCH_SIZE }, (_, index) => {
    const nonce = firstNonceOf(plan.epoch) + index
    return roundOf(plan, { streamKey: EPOCH_STREAM, nonce }, index)
  })
}

function edgeRounds(plan: GoldenPlan): GoldenRound[] {
  return STREAM_KEYS.flatMap((streamKey) =>
    EDGE_NONCES.map((nonce, index) =>
      roundOf(plan, { streamKey, nonce }, index),
    ),
  )
}

function chosenRounds(plan: GoldenPlan): GoldenRound[] {
  const { chosen = [] } = plan
  return chosen.map(({ clientSeed, betAmount }, index) =>
    roundOf(
      { ...plan, stakes: [betAmount] },
      { streamKey: EPOCH_STREAM, nonce: 0, clientSeed },
      index,
    ),
  )
}

/** Searches client seeds for the cases that the other rounds don't cover. */
function missingRounds(
  plan: GoldenPlan,
  seen: readonly GoldenRound[],
): GoldenRound[] {
  const { all, shownBy } = plan.kinds
  const missing = new Set(all)
  const rounds: GoldenRound[] = []
  const removeShown = (round: GoldenRound) =>
    shownBy(round).filter((kind) => missing.delete(kind))
  seen.forEach(removeShown)
  for (let index = 0; missing.size > 0; index += 1) {
    assert(index < MOST_TRIES, `no round covers ${[...missing].join(', ')}`)
    const id = { streamKey: EPOCH_STREAM, nonce: 0, clientSeed: `try ${index}` }
    const round = roundOf(plan, id, index)
    if (removeShown(round).length > 0) rounds.push(round)
  }
  return rounds
}

function roundOf(
  plan: GoldenPlan,
  id: Pick<GoldenInput, 'streamKey' | 'nonce'> & { clientSeed?: string },
  index: number,
): GoldenRound {
  const { game, stakes, betOf } = plan
  const betAmount = coins(stakes[index % stakes.length] ?? 1)
  const input = {
    clientSeed: CLIENT_SEEDS[index % CLIENT_SEEDS.length] ?? '',
    ...id,
    bet: betOf?.(betAmount, index) ?? { betAmount },
  }
  const actions = actionsOf(plan, input, index)
  return goldenRound(nativeHashes, game, { ...input, actions })
}

function actionsOf(
  { game, actionOf }: GoldenPlan,
  { streamKey, nonce, clientSeed, bet }: GoldenInput,
  index: number,
): Action[] {
  const random = seededRandom(`${game.gameType} ${index}`)
  const serverSeed = serverSeedOf(nativeHashes, fromHex(streamKey), nonce)
  const draws = drawsOf(nativeHashes, { serverSeed, clientSeed, nonce })
  const actions: Action[] = []
  let position = game.start(bet, draws)
  while (!position.outcome && actionOf && game.steps) {
    const turn = { index, step: actions.length, random }
    const action = actionOf(position, turn)
    position = game.steps.act(position, action, draws)
    actions.push(action)
  }
  return actions
}
