import {
  BSC_TESTNET,
  LOCAL_CHAIN,
  type TestChainId,
} from '#core/chain/chains.ts'
import { nobleHashes } from '#core/fairness/noble-hashes.ts'
import { coins } from '#core/money/coins.ts'
import { horses } from '#core/race/horses.ts'
import { type SaltChain, saltAfterMs } from '#core/race/salt.ts'
import { type ChainLink, linkBefore } from '#core/race/seed-chain.ts'
import { RACE_GAME_TYPE, RACE_RULES_VERSION } from '#core/race/settled-race.ts'
import { nativeHashes } from '../../api/src/platform/native-hashes.ts'
import { invalidRaces } from './invalid-races.ts'
import {
  type GoldenFinish,
  type GoldenRace,
  type GoldenRaceInput,
  goldenFinish,
  goldenRace,
  type RaceGoldenFile,
} from './race-golden-file.ts'
import { betRecordOf, raceWhere, recordOf } from './race-records.ts'

const RACES = 256
const LAST = { number: RACES, seed: nobleHashes.sha256('golden races') }
const FIRST_CLOSE_MS = Date.UTC(2026, 2, 1, 12)
const RACE_EVERY_MS = 45_123
const FIRST_BLOCK = 80_000_000
const BLOCKS_A_RACE = 100
/** Offset of the void race in every 32 races. */
const VOID_EVERY = 9
/** Last race of version 2; later ones are of version 1. */
const LAST_NEW_RACE = 192
const STAKES = [1, 2, 3, 4, 5, 6, 7, 10, 99, 1_000, 123_456_789]
/** Largest stake whose win a balance can hold. */
const LARGEST_STAKE = 2_370_315_593_352_892
const LARGEST_NUMBER = Number.MAX_SAFE_INTEGER

/** Generates the golden vectors of the horse race, deterministically. */
export function raceGolden(): RaceGoldenFile {
  const races = Array.from({ length: RACES }, (_, index) =>
    goldenRace(nativeHashes, LAST, inputOf(index + 1)),
  )
  const terminal = linkBefore(nativeHashes, LAST, RACES)
  return {
    gameType: RACE_GAME_TYPE,
    rulesVersion: RACE_RULES_VERSION,
    chain: { last: LAST, terminal },
    races,
    finishes: finishes(),
    valid: validRaces(races, terminal),
    invalid: invalidRaces(races, terminal),
  }
}

/**
 * Returns a race with a bet on each horse. Some races are void, on a local
 * chain, or have large bet indexes; the last ones are of version 1.
 */
function inputOf(number: number): GoldenRaceInput {
  const closedAtMs = FIRST_CLOSE_MS + number * RACE_EVERY_MS
  const step = number % 10 === 3 ? 1_000 : 1
  const chainId: TestChainId = number % 16 === 5 ? LOCAL_CHAIN : BSC_TESTNET
  const isOld = number > LAST_NEW_RACE
  const terms: Terms = { number, closedAtMs, chainId }
  return {
    ...(isOld ? oldRace(terms) : newRace(terms)),
    bets: horses.map(({ id: horseId }, at) => ({
      id: idOf(`golden bet ${number} ${at}`),
      bet: { horseId, amount: coins(stakeOf(number, at)) },
      index: at * step,
    })),
  }
}

type Terms = { number: number; closedAtMs: number; chainId: TestChainId }

function oldRace({ number, closedAtMs, chainId }: Terms) {
  const saltBlock = { chainId, ...blockAfter(number, closedAtMs) }
  const fields = { rulesVersion: 1, number, closedAtMs }
  return isVoid(number) ? fields : { ...fields, saltBlock }
}

function newRace({ number, closedAtMs, chainId }: Terms) {
  const rulesVersion = RACE_RULES_VERSION
  const genesisHash = `0x${nativeHashes.sha256(`golden genesis ${chainId}`)}`
  const saltChain: SaltChain = { chainId, genesisHash }
  const fields = { rulesVersion, number, closedAtMs, saltChain }
  const afterMs = saltAfterMs({ rulesVersion, closedAtMs, chainId })
  const block = blockAfter(number, afterMs)
  const head = {
    number: block.number - BLOCKS_A_RACE / 10,
    timestamp: Math.floor(closedAtMs / 1_000),
  }
  switch (number % 96) {
    case VOID_EVERY:
      return { ...fields, voidReason: 'no_block' as const }
    case VOID_EVERY + 32:
      return { ...fields, head, voidReason: 'no_block' as const }
    case VOID_EVERY + 64:
      return {
        ...fields,
        head: { ...head, timestamp: block.timestamp },
        voidReason: 'chain_ahead' as const,
      }
    default:
      return { ...fields, head, saltBlock: { ...saltChain, ...block } }
  }
}

function isVoid(number: number): boolean {
  return number % 32 === VOID_EVERY
}

/** Derives a UUID of version 4 from a text. */
function idOf(text: string): string {
  const hex = nativeHashes.sha256(text)
  const parts = [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`]
  return [...parts, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join('-')
}

function stakeOf(number: number, at: number): number {
  if (number % 16 === 1) return LARGEST_STAKE
  return STAKES[(number * horses.length + at) % STAKES.length] ?? 1
}

/** Makes up the first block after a time. */
function blockAfter(number: number, momentMs: number) {
  return {
    number: FIRST_BLOCK + number * BLOCKS_A_RACE,
    hash: `0x${nativeHashes.sha256(`golden block ${number}`)}`,
    timestamp: Math.floor(momentMs / 1_000) + 1,
  }
}

/** Covers every way to share places, with draws at the ends of their ranges. */
function finishes(): GoldenFinish[] {
  const distances = [0, 1]
  const draws = [0, 2 ** 31 - 1, 2 ** 31, 2 ** 32 - 1, 1_431_655_765]
  const all = distances.flatMap((one) =>
    distances.flatMap((two) =>
      distances.flatMap((three) => [
        [0, one, two, three],
        [2, 2 * one, 2 * two, 2 - three],
      ]),
    ),
  )
  return all.flatMap((positions) =>
    draws.map((_, shift) => {
      const shifted = [...draws.slice(shift), ...draws.slice(0, shift)]
      return goldenFinish({ positions, draws: shifted })
    }),
  )
}

/** Valid records of every kind of race and bet, with various terminal hashes. */
function validRaces(
  races: readonly GoldenRace[],
  terminal: ChainLink,
): RaceGoldenFile['valid'] {
  const first = raceWhere(races, ({ number }) => number === 1)
  const second = raceWhere(races, ({ number }) => number === 2)
  const voidFor = (reason: string, hasHead = true) =>
    raceWhere(
      races,
      ({ head, voidReason }) =>
        voidReason === reason && (head !== undefined) === hasHead,
    )
  const local = raceWhere(
    races,
    ({ saltBlock }) => saltBlock?.chainId === LOCAL_CHAIN,
  )
  const old = races.filter(({ rulesVersion }) => rulesVersion === 1)
  const oldRun = raceWhere(old, ({ saltBlock }) => saltBlock !== undefined)
  const oldVoid = raceWhere(old, ({ saltBlock }) => saltBlock === undefined)
  const oldLocal = raceWhere(
    old,
    ({ saltBlock }) => saltBlock?.chainId === LOCAL_CHAIN,
  )
  const last = raceWhere(races, ({ number }) => number === races.length)
  const before = { number: last.number - 1, seed: last.commitment }
  return Object.entries({
    'the first race': recordOf(first, terminal),
    'a bet on the first race that won': betRecordOf(
      first,
      terminal,
      winningBet(first),
    ),
    'the second race': recordOf(second, terminal),
    'a bet on the second race that won': betRecordOf(
      second,
      terminal,
      winningBet(second),
    ),
    'a bet that lost': betRecordOf(
      second,
      terminal,
      (winningBet(second) + 1) % 4,
    ),
    'a void race': recordOf(voidFor('no_block'), terminal),
    'a bet on a void race': betRecordOf(voidFor('no_block'), terminal, 0),
    'a race for which no node answered': recordOf(
      voidFor('no_block', false),
      terminal,
    ),
    'a race whose salt may have been public': recordOf(
      voidFor('chain_ahead'),
      terminal,
    ),
    'a race of version 1': recordOf(oldRun, terminal),
    'a bet of version 1': betRecordOf(oldRun, terminal, winningBet(oldRun)),
    'a void race of version 1': recordOf(oldVoid, terminal),
    'a race of version 1 by a block of a local chain': recordOf(
      oldLocal,
      terminal,
    ),
    'a race by a block of a local chain': recordOf(local, terminal),
    'a bet by a block of a local chain': betRecordOf(local, terminal, 3),
    'the last race of a chain': recordOf(last, terminal),
    'the last race, by the seed of the one before': recordOf(last, before),
    'the largest race number, the first of its chain': recordOf(
      { ...last, number: LARGEST_NUMBER },
      { ...before, number: LARGEST_NUMBER - 1 },
    ),
  }).map(([what, record]) => ({ what, record }))
}

function winningBet({ bets }: GoldenRace): number {
  return bets.findIndex(({ payout }) => payout > 0)
}
