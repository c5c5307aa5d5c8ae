import { assert } from '#core/assert.ts'
import { EPOCH_SIZE, firstNonceOf } from '#core/fairness/epoch.ts'
import {
  type GoldenInput,
  type GoldenRound,
  goldenEpoch,
  goldenRound,
} from '#core/fairness/golden/golden-vectors.ts'
import { coins } from '#core/money/coins.ts'
import type { GoldenFile } from '#core/schemas/golden-file.ts'
import { nativeHashes } from '../../api/src/platform/native-hashes.ts'
import { openForge } from './open-forge.ts'
import { type GoldenKit, planned } from './planned.ts'

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
/** Around every edge of nonces: the first, an epoch's, 32 bits', the last. */
const EDGE_NONCES = [0, 1, 9, 10, 1_023, 1_024, 2 ** 31, 2 ** 32, 2 ** 53 - 1]
/** Far more than the rarest kind takes. */
const MOST_TRIES = 1_000_000
const PATHS_AT = [0, 1, 2, 511, 512, 1_022, 1_023]

/** A game's golden vectors, the same each time they are made. */
export function goldenOf(kit: GoldenKit): GoldenFile {
  const { game, golden } = kit
  const { epoch } = golden
  const first = firstNonceOf(epoch)
  const id = { streamKey: EPOCH_STREAM, player: PLAYER, epoch }
  const nonces = PATHS_AT.map((at) => first + at)
  const proven = goldenEpoch(nativeHashes, id, nonces)
  const rounds = [...epochRounds(kit), ...edgeRounds(kit), ...chosenRounds(kit)]
  return {
    gameType: game.gameType,
    rulesVersion: game.rulesVersion,
    epoch: proven,
    rounds: [...rounds, ...missingRounds(kit, rounds)],
    invalid: golden.invalid(openForge(game, proven)),
  }
}

/** One whole epoch, each stake and client seed in turn. */
function epochRounds(kit: GoldenKit): GoldenRound[] {
  return Array.from({ length: EPOCH_SIZE }, (_, index) => {
    const nonce = firstNonceOf(kit.golden.epoch) + index
    return roundOf(kit, { streamKey: EPOCH_STREAM, nonce }, index)
  })
}

function edgeRounds(kit: GoldenKit): GoldenRound[] {
  return STREAM_KEYS.flatMap((streamKey) =>
    EDGE_NONCES.map((nonce, index) =>
      roundOf(kit, { streamKey, nonce }, index),
    ),
  )
}

function chosenRounds(kit: GoldenKit): GoldenRound[] {
  const { game, golden } = kit
  const { chosen = [] } = golden
  return chosen.map(({ clientSeed, betAmount }, index) =>
    roundOf(
      { game, golden: { ...golden, stakes: [betAmount] } },
      { streamKey: EPOCH_STREAM, nonce: 0, clientSeed },
      index,
    ),
  )
}

/** Rounds of kinds that were not seen yet, by client seeds that bring them. */
function missingRounds(
  kit: GoldenKit,
  seen: readonly GoldenRound[],
): GoldenRound[] {
  const missing = new Set(kit.golden.kinds.all)
  const rounds: GoldenRound[] = []
  const tellApart = (round: GoldenRound) =>
    kit.golden.kinds.shownBy(round).filter((kind) => missing.delete(kind))
  seen.forEach(tellApart)
  for (let index = 0; missing.size > 0; index += 1) {
    assert(index < MOST_TRIES, `no round shows ${[...missing].join(', ')}`)
    const id = { streamKey: EPOCH_STREAM, nonce: 0, clientSeed: `try ${index}` }
    const round = roundOf(kit, id, index)
    if (tellApart(round).length > 0) rounds.push(round)
  }
  return rounds
}

function roundOf(
  kit: GoldenKit,
  id: Pick<GoldenInput, 'streamKey' | 'nonce'> & { clientSeed?: string },
  index: number,
): GoldenRound {
  const { game, golden } = kit
  const { stakes, betOf } = golden
  const betAmount = coins(stakes[index % stakes.length] ?? 1)
  const input = {
    clientSeed: CLIENT_SEEDS[index % CLIENT_SEEDS.length] ?? '',
    ...id,
    bet: betOf?.(betAmount, index) ?? { betAmount },
  }
  return goldenRound(nativeHashes, game, planned(kit, input, index))
}
