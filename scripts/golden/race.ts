import { assert } from '#core/assert.ts'
import {
  BSC_TESTNET,
  LOCAL_CHAIN,
  type TestChainId,
} from '#core/chain/chains.ts'
import {
  type FinishedRaceRecord,
  type RaceBetRecord,
  type RaceRecord,
  raceBetRecordOf,
  raceRecordOf,
} from '#core/evidence/race-record.ts'
import { nobleHashes } from '#core/fairness/noble-hashes.ts'
import { coins } from '#core/money/coins.ts'
import { horses } from '#core/race/horses.ts'
import { type SaltChain, saltAfterMs } from '#core/race/salt.ts'
import {
  type ChainLink,
  LONGEST_CHAIN,
  linkBefore,
} from '#core/race/seed-chain.ts'
import {
  RACE_GAME_TYPE,
  RACE_RULES_VERSION,
  raceOutcome,
  settledHash,
  settledRace,
} from '#core/race/settled-race.ts'
import { anchoredRecord } from '#testing/samples/anchored-record.ts'
import { nativeHashes } from '../../api/src/platform/native-hashes.ts'
import {
  ANCHOR,
  asText,
  decreased,
  inCapitals,
  increased,
  invalidOf,
  OTHER_HASH,
  type Row,
  shortened,
} from './forge.ts'
import {
  type GoldenFinish,
  type GoldenRace,
  type GoldenRaceInput,
  goldenFinish,
  goldenRace,
  type InvalidRecord,
  type RaceGoldenFile,
} from './golden-file.ts'

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
  const kinds = kindsOf(races)
  return {
    gameType: RACE_GAME_TYPE,
    rulesVersion: RACE_RULES_VERSION,
    chain: { last: LAST, terminal },
    races,
    finishes: finishes(),
    valid: validRaces(kinds, terminal),
    invalid: invalidRaces(kinds, terminal),
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

/** Finds the first matching race. */
function raceWhere(
  races: readonly GoldenRace[],
  isWanted: (race: GoldenRace) => boolean,
): GoldenRace {
  const race = races.find(isWanted)
  assert(race !== undefined, 'golden races cover every kind')
  return race
}

const OLD_RACE_ID = '019ca9b1-5c00-7000-8000-0000000004e9'

/** Fields of a record that do not follow from its race. */
function proof({ number, seed }: ChainLink) {
  const chainTerminal = { number, hash: seed }
  return { timestamp: '2026-03-01T12:01:00.000Z', chainTerminal }
}

/** Builds the record that the API would return for a golden race. */
export function recordOf(race: GoldenRace, terminal: ChainLink): RaceRecord {
  const settled = settledRace(nativeHashes, race)
  return raceRecordOf(nativeHashes, settled, {
    id: race.raceId ?? OLD_RACE_ID,
    ...proof(terminal),
    expectedHash: settledHash(nativeHashes, settled),
  })
}

/** Builds the record of a race's bet, given its index in the golden race. */
export function betRecordOf(
  race: GoldenRace,
  terminal: ChainLink,
  at: number,
): RaceBetRecord {
  const accepted = race.bets[at]
  assert(accepted !== undefined, 'a golden race has a bet on each horse')
  const { id, bet, index, betHash: expectedHash } = accepted
  return raceBetRecordOf(
    nativeHashes,
    {
      race: settledRace(nativeHashes, race),
      raceId: race.raceId ?? OLD_RACE_ID,
      bet,
      index,
    },
    { id, ...proof(terminal), expectedHash },
  )
}

function winningBet({ bets }: GoldenRace): number {
  return bets.findIndex(({ payout }) => payout > 0)
}

/** A race that was run and has a win rounded up, the one after it, and races of other kinds. */
function kindsOf(races: readonly GoldenRace[]) {
  const isRun = ({ saltBlock }: GoldenRace) => saltBlock !== undefined
  const isLocal = ({ saltBlock }: GoldenRace) =>
    saltBlock?.chainId === LOCAL_CHAIN
  const isVoid = (reason: string, hasHead: boolean) => (race: GoldenRace) =>
    race.voidReason === reason && (race.head !== undefined) === hasHead
  const old = races.filter(({ rulesVersion }) => rulesVersion === 1)
  const run = raceWhere(races, (race) => roundedUpBet(race) >= 0)
  const numbered = (at: number) =>
    raceWhere(races, ({ number }) => number === at)
  return {
    first: numbered(1),
    second: numbered(2),
    last: numbered(races.length),
    run,
    next: numbered(run.number + 1),
    voided: raceWhere(races, isVoid('no_block', true)),
    unanswered: raceWhere(races, isVoid('no_block', false)),
    ahead: raceWhere(races, isVoid('chain_ahead', true)),
    local: raceWhere(races, isLocal),
    old: raceWhere(old, isRun),
    oldVoid: raceWhere(old, (race) => !isRun(race)),
    oldLocal: raceWhere(old, isLocal),
  }
}

type Kinds = ReturnType<typeof kindsOf>

function roundedUpBet({ bets }: GoldenRace): number {
  return bets.findIndex(
    ({ bet, payout }) => bet.amount < 10 && payout > 3.8 * bet.amount,
  )
}

/** Valid records of every kind of race and bet, with various terminal hashes. */
function validRaces(
  kinds: Kinds,
  terminal: ChainLink,
): RaceGoldenFile['valid'] {
  const { first, second, last, old } = kinds
  const before = { number: last.number - 1, seed: last.commitment }
  const race = (one: GoldenRace, end = terminal) => recordOf(one, end)
  const bet = (one: GoldenRace, at: number) => betRecordOf(one, terminal, at)
  const records: Record<string, FinishedRaceRecord> = {
    'the first race': race(first),
    'a bet on the first race that won': bet(first, winningBet(first)),
    'the second race': race(second),
    'a bet on the second race that won': bet(second, winningBet(second)),
    'a bet that lost': bet(second, (winningBet(second) + 1) % 4),
    'a void race': race(kinds.voided),
    'a bet on a void race': bet(kinds.voided, 0),
    'a race for which no node answered': race(kinds.unanswered),
    'a race whose salt may have been public': race(kinds.ahead),
    'a race of version 1': race(old),
    'a bet of version 1': bet(old, winningBet(old)),
    'a void race of version 1': race(kinds.oldVoid),
    'a race of version 1 by a block of a local chain': race(kinds.oldLocal),
    'a race by a block of a local chain': race(kinds.local),
    'a bet by a block of a local chain': bet(kinds.local, 3),
    'the last race of a chain': race(last),
    'the last race, by the seed of the one before': race(last, before),
    'the largest race number, the first of its chain': race(
      { ...last, number: LARGEST_NUMBER },
      { ...before, number: LARGEST_NUMBER - 1 },
    ),
  }
  return Object.entries(records).map(([what, record]) => ({ what, record }))
}

/** Records of races and bets that every verifier has to reject. */
function invalidRaces(kinds: Kinds, terminal: ChainLink): InvalidRecord[] {
  const { run } = kinds
  const at = roundedUpBet(run)
  const race = recordOf(run, terminal)
  const next = recordOf(kinds.next, terminal)
  const voided = recordOf(kinds.voided, terminal)
  const old = recordOf(kinds.old, terminal)
  const won = betRecordOf(run, terminal, at)
  const lost = betRecordOf(run, terminal, (at + 1) % run.bets.length)
  return [
    ...invalidOf(['a race:', race], raceRows(race, next, terminal)),
    ...invalidOf(['a void race:', voided], voidRows(race, voided)),
    ...invalidOf(['an old race:', old], oldRows(race, old)),
    ...invalidOf(['a bet that won:', won], wonRows(race, next)),
    ...invalidOf(
      ['a bet that lost:', lost],
      [
        ['hash', 'gameData.index', increased],
        ['outcome', 'gameData.outcome.payout', lost.betAmount, 4],
      ],
    ),
    ...invalidOf(['a race:', anchoredRecord(race).record], ANCHOR),
    ...invalidOf(['a bet:', anchoredRecord(won).record], ANCHOR),
  ]
}

const OTHER_BLOCK = `0x${OTHER_HASH}`

function raceRows(
  { nonce, serverSeed, clientSeed, gameData }: RaceRecord,
  next: RaceRecord,
  terminal: ChainLink,
): Row[] {
  const { closedAtMs, saltBlock, serverSeedHash } = gameData
  const outcome = raceOutcome.parse(gameData.outcome)
  const [winner, ...others] = 'order' in outcome ? outcome.order : []
  const late = { number: 1, timestamp: Math.ceil(closedAtMs / 1_000) + 1 }
  return [
    ['malformed', 'serverSeed', inCapitals],
    ['malformed', 'clientSeed', shortened, saltBlock?.hash],
    ['malformed', 'nonce', asText, -1],
    ['malformed', 'winner', 1],
    ['malformed', 'gameData.closedAtMs', null, '2026-03-01T12:00:00.000Z'],
    ['malformed', 'gameData.saltBlock.hash', null, clientSeed],
    ['malformed', 'gameData.saltBlock.finalized', true],
    ['malformed', 'gameData.chainTerminal.number', undefined],
    ['malformed', 'gameData.saltChain.chainId', 56],
    ['malformed', 'gameData.saltChain.genesisHash', undefined],
    ['malformed', 'gameData.head.timestamp', undefined],
    ['malformed', 'gameData.weaker', 0],
    ['malformed', 'gameData.outcome', []],
    ['commitment', 'gameData.serverSeedHash', OTHER_HASH],
    ['commitment', 'serverSeed', next.serverSeed, serverSeedHash],
    ['chain', 'nonce', increased, 0, terminal.number + LONGEST_CHAIN + 1],
    ['chain', 'gameData.chainTerminal.hash', OTHER_HASH],
    ['chain', 'gameData.chainTerminal.number', increased],
    [
      'chain',
      'gameData.chainTerminal',
      { number: nonce, hash: serverSeed },
      { number: next.nonce, hash: next.serverSeed },
    ],
    ['id', 'id', next.id],
    ['id', 'gameData.closedAtMs', decreased],
    ['id', 'gameData.saltChain', undefined],
    ['id', 'gameData.saltChain.chainId', LOCAL_CHAIN],
    ['id', 'gameData.saltChain.genesisHash', OTHER_BLOCK],
    ['salt', 'clientSeed', OTHER_HASH, undefined],
    ['salt', 'gameData.saltBlock.hash', OTHER_BLOCK],
    ['salt', 'gameData.saltBlock.timestamp', decreased],
    ['salt', 'gameData.saltBlock.chainId', LOCAL_CHAIN],
    ['salt', 'gameData.saltBlock.genesisHash', OTHER_BLOCK],
    ['salt', 'gameData.head', undefined, late],
    ['salt', 'gameData.voidReason', 'no_block'],
    ['rules', 'gameData.rulesVersion', 3],
    ['outcome', 'gameData.outcome.winner', others[0]],
    ['outcome', 'gameData.outcome.order', [winner, ...others.toReversed()]],
    ['outcome', 'gameData.outcome.ticks', 1],
    ['outcome', 'gameData.outcome.positions', [0, 0, 0, 0]],
    ['outcome', 'gameData.outcome', { void: true }],
    [
      'outcome',
      '',
      function saidToBeVoid(record: RaceRecord) {
        const unsalted = { saltBlock: undefined, voidReason: 'no_block' }
        const data = { ...record.gameData, ...unsalted }
        return { ...record, clientSeed: undefined, gameData: data }
      },
    ],
    ['hash', 'gameData.expectedHash', OTHER_HASH],
    ['hash', 'gameData.saltBlock.number', 1],
    ['hash', 'gameData.head.number', 1],
    ['shown', 'outcome', 'Nobody Won!'],
    ['shown', 'gameData.weaker', true],
  ]
}

function voidRows({ gameData }: RaceRecord, voided: RaceRecord): Row[] {
  const { closedAtMs } = voided.gameData
  const late = { number: 1, timestamp: Math.ceil(closedAtMs / 1_000) + 1 }
  return [
    ['malformed', 'clientSeed', null],
    ['malformed', 'gameData.voidReason', 'rain'],
    ['salt', 'clientSeed', OTHER_HASH],
    ['salt', 'gameData.voidReason', undefined],
    [
      'salt',
      'gameData',
      function saidToBeAhead(data: RaceRecord['gameData']) {
        return { ...data, head: gameData.head, voidReason: 'chain_ahead' }
      },
    ],
    ['salt', 'gameData.head', late],
    ['outcome', 'gameData.outcome.winner', 1],
    ['hash', 'gameData.head', undefined],
  ]
}

function oldRows({ gameData }: RaceRecord, old: RaceRecord): Row[] {
  const { closedAtMs, saltBlock } = old.gameData
  const closed = Math.floor(closedAtMs / 1_000)
  return [
    ['salt', 'gameData.saltBlock.timestamp', closed],
    ['salt', 'gameData.closedAtMs', Number(saltBlock?.timestamp) * 1_000],
    ['salt', 'gameData.saltBlock.genesisHash', gameData.saltBlock?.genesisHash],
    ['hash', 'gameData.closedAtMs', decreased],
    ['shown', 'gameData.weaker', true],
  ]
}

function wonRows({ gameData }: RaceRecord, next: RaceRecord): Row[] {
  return [
    ['malformed', 'betAmount', 0.5],
    ['malformed', 'gameData.bet', []],
    ['malformed', 'gameData.index', null, -1],
    ['malformed', 'gameData.raceId', 'race 1'],
    ['id', 'gameData.raceId', next.id],
    ['rules', 'gameData.rulesVersion', 0],
    ['bet', 'gameData.bet.horseId', 0, 5, '1'],
    ['bet', 'gameData.bet.amount', 0, -1, '1', LARGEST_STAKE + 1, undefined],
    ['bet', 'gameData.bet.odds', 380],
    ['outcome', 'gameData.outcome.payout', increased, decreased, 0],
    [
      'outcome',
      '',
      function byAnotherBlock(record: RaceBetRecord) {
        const saltBlock = { ...record.gameData.saltBlock, hash: OTHER_BLOCK }
        const data = { ...record.gameData, saltBlock }
        return { ...record, clientSeed: OTHER_HASH, gameData: data }
      },
    ],
    ['hash', 'gameData.expectedHash', gameData.expectedHash],
    ['hash', 'id', next.id],
    ['shown', 'betAmount', increased],
    ['shown', 'outcome', 'Won 7 coins'],
  ]
}
