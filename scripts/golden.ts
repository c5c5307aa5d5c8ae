// Writes core/fairness/golden/*.json: rounds that every implementation of
// docs/fairness.md has to reproduce. The same files each time it is run.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { assert } from '#core/errors.ts'
import { EPOCH_SIZE, firstNonceOf } from '#core/fairness/epoch.ts'
import {
  type GoldenInput,
  type GoldenRound,
  goldenEpoch,
  goldenRound,
} from '#core/fairness/golden/golden-vectors.ts'
import { coins } from '#core/money/coins.ts'
import type { GoldenFile } from '#core/schemas/golden-file.ts'
import { nativeHashes } from '../api/src/platform/native-hashes.ts'
import { blackjackPlan } from './golden/blackjack.ts'
import { coinFlipPlan } from './golden/coin-flip.ts'
import { openForge } from './golden/forge.ts'
import { type GoldenPlan, planned } from './golden/golden-plan.ts'
import { hiLoPlan } from './golden/hi-lo.ts'
import { slotsPlan } from './golden/slots.ts'
import { GOLDEN_FOLDER } from './lib/golden-files.ts'

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

for (const plan of [coinFlipPlan, slotsPlan, blackjackPlan, hiLoPlan]) {
  const golden = goldenOf(plan)
  writeFileSync(join(GOLDEN_FOLDER, plan.file), oneRoundALine(golden))
  console.log(
    `Wrote ${golden.rounds.length} rounds and ${golden.invalid.length} invalid records to ${plan.file}`,
  )
}

function goldenOf(plan: GoldenPlan): GoldenFile {
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

/** One whole epoch, each stake and client seed in turn. */
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

/** Rounds of kinds that were not seen yet, by client seeds that bring them. */
function missingRounds(
  plan: GoldenPlan,
  seen: readonly GoldenRound[],
): GoldenRound[] {
  const missing = new Set(plan.kinds.all)
  const rounds: GoldenRound[] = []
  const tellApart = (round: GoldenRound) =>
    plan.kinds.shownBy(round).filter((kind) => missing.delete(kind))
  seen.forEach(tellApart)
  for (let index = 0; missing.size > 0; index += 1) {
    assert(index < MOST_TRIES, `no round shows ${[...missing].join(', ')}`)
    const id = { streamKey: EPOCH_STREAM, nonce: 0, clientSeed: `try ${index}` }
    const round = roundOf(plan, id, index)
    if (tellApart(round).length > 0) rounds.push(round)
  }
  return rounds
}

function roundOf(
  plan: GoldenPlan,
  id: Pick<GoldenInput, 'streamKey' | 'nonce'> & { clientSeed?: string },
  index: number,
): GoldenRound {
  const { stakes, betOf } = plan
  const betAmount = coins(stakes[index % stakes.length] ?? 1)
  const input = {
    clientSeed: CLIENT_SEEDS[index % CLIENT_SEEDS.length] ?? '',
    ...id,
    bet: betOf?.(betAmount, index) ?? { betAmount },
  }
  return goldenRound(nativeHashes, plan.game, planned(plan, input, index))
}

/** Compact, and yet a change shows as the line of its round. */
function oneRoundALine({ rounds, invalid, ...rest }: GoldenFile): string {
  const head = JSON.stringify(rest).slice(0, -1)
  const lines = (list: readonly object[]) =>
    list.map((one) => JSON.stringify(one)).join(',\n')
  return `${head},"rounds":[\n${lines(rounds)}\n],"invalid":[\n${lines(invalid)}\n]}\n`
}
