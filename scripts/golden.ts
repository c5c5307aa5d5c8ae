// Writes core/fairness/golden/coin-flip.json: rounds that every implementation
// of docs/fairness.md has to reproduce. The same file each time it is run.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { EPOCH_SIZE, firstNonceOf } from '#core/fairness/epoch.ts'
import {
  type GoldenInput,
  type GoldenVectors,
  goldenEpoch,
  goldenRound,
} from '#core/fairness/golden/golden-vectors.ts'
import { nobleHashes } from '#core/fairness/noble-hashes.ts'
import { coinFlip } from '#core/games/coin-flip.ts'
import { coins, MAX_COINS } from '#core/money/coins.ts'
import { PROJECT_ROOT } from './lib/launch-config.ts'

const OUTPUT = join(PROJECT_ROOT, 'core/fairness/golden/coin-flip.json')
const STREAM_KEYS = ['00', '11', 'a5', 'ff'].map((byte) => byte.repeat(32))
const [EPOCH_STREAM = ''] = STREAM_KEYS
const PLAYER = '01890a5d-ac96-774b-bcce-b302099a8057'
const EPOCH = 1

/** The largest stake whose win a balance can hold. */
const LARGEST_STAKE = Number((BigInt(MAX_COINS) * 100n) / 198n)
const STAKES = [1, 2, 3, 10, 49, 50, 51, 100, 999, 123_456_789, LARGEST_STAKE]
const CLIENT_SEEDS = [
  'a',
  'lucky 7',
  '4f1c0a9d22b7e856',
  'quote " backslash \\ tilde ~',
  'x'.repeat(64),
]
/** Around every edge of nonces: the first, an epoch's, 32 bits', the last. */
const EDGE_NONCES = [0, 1, 9, 10, 1_023, 1_024, 2 ** 31, 2 ** 32, 2 ** 53 - 1]

const golden: GoldenVectors = {
  gameType: coinFlip.gameType,
  rulesVersion: coinFlip.rulesVersion,
  epoch: goldenEpoch(
    nobleHashes,
    { streamKey: EPOCH_STREAM, player: PLAYER, epoch: EPOCH },
    [0, 1, 2, 511, 512, 1_022, 1_023].map((at) => firstNonceOf(EPOCH) + at),
  ),
  rounds: [...epochInputs(), ...edgeInputs()].map((input) =>
    goldenRound(nobleHashes, input),
  ),
}
writeFileSync(OUTPUT, oneRoundALine(golden))
console.log(`Wrote ${golden.rounds.length} rounds to ${OUTPUT}`)

/** One whole epoch, each stake and client seed in turn. */
function epochInputs(): GoldenInput[] {
  return Array.from({ length: EPOCH_SIZE }, (_, index) =>
    inputOf(EPOCH_STREAM, firstNonceOf(EPOCH) + index, index),
  )
}

function edgeInputs(): GoldenInput[] {
  return STREAM_KEYS.flatMap((streamKey) =>
    EDGE_NONCES.map((nonce, index) => inputOf(streamKey, nonce, index)),
  )
}

function inputOf(streamKey: string, nonce: number, index: number): GoldenInput {
  return {
    streamKey,
    nonce,
    clientSeed: CLIENT_SEEDS[index % CLIENT_SEEDS.length] ?? '',
    bet: {
      betAmount: coins(STAKES[index % STAKES.length] ?? 1),
      choice: index % 3 === 0 ? 'tails' : 'heads',
    },
  }
}

/** Compact, and yet a change shows as the line of its round. */
function oneRoundALine({ rounds, ...rest }: GoldenVectors): string {
  const head = JSON.stringify(rest).slice(0, -1)
  const lines = rounds.map((round) => JSON.stringify(round)).join(',\n')
  return `${head},"rounds":[\n${lines}\n]}\n`
}
