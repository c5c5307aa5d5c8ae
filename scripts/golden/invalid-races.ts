import { failing } from '#core/fairness/golden/failing.ts'
import {
  malformedAnchors,
  wronglyAnchored,
} from '#core/fairness/golden/golden-anchor.ts'
import { withData } from '#core/fairness/golden/with-data.ts'
import type { GoldenRace } from '#core/race/golden/golden-races.ts'
import { type ChainLink, LONGEST_CHAIN } from '#core/race/seed-chain.ts'
import type { InvalidRecord } from '#core/schemas/golden-file.ts'
import type { RaceRecord } from '#core/schemas/race-record.ts'
import { forgedRaces } from './forged-races.ts'
import { type HonestRaces, honestRaces } from './honest-races.ts'
import { malformedRaces } from './malformed-races.ts'

const OTHER_HASH = 'ab'.repeat(32)

/** Records of races and bets that nobody may take for right. */
export function invalidRaces(
  races: readonly GoldenRace[],
  terminal: ChainLink,
): InvalidRecord[] {
  const honest = honestRaces(races, terminal)
  return [
    ...malformedRaces(honest),
    ...outsideChain(honest),
    ...saltedOtherwise(honest),
    ...forgedRaces(honest),
    ...shownOtherwise(honest),
    ...failing('malformed', malformedAnchors(honest.won)),
    ...failing('anchor', wronglyAnchored(honest.race)),
  ]
}

function outsideChain({ terminal, race, next }: HonestRaces): InvalidRecord[] {
  const { hash } = race.gameData.chainTerminal
  const from = (record: RaceRecord, number: number) =>
    withData(record, { chainTerminal: { number, hash } })
  return [
    ...failing('commitment', {
      'another commitment': withData(race, { serverSeedHash: OTHER_HASH }),
      'the seed of the race after': { ...race, serverSeed: next.serverSeed },
      'the seed of the race before': {
        ...race,
        serverSeed: race.gameData.serverSeedHash,
      },
    }),
    ...failing('chain', {
      'the number of the race after': { ...race, nonce: race.nonce + 1 },
      'a race number of 0': { ...race, nonce: 0 },
      'another terminal hash': withData(race, {
        chainTerminal: { number: terminal.number, hash: OTHER_HASH },
      }),
      'a terminal hash that is a link later': from(race, terminal.number + 1),
      'a terminal hash of its own race': withData(race, {
        chainTerminal: { number: race.nonce, hash: race.serverSeed },
      }),
      'a terminal hash of a later race': withData(race, {
        chainTerminal: { number: next.nonce, hash: next.serverSeed },
      }),
      'a terminal hash farther away than any chain is long': {
        ...race,
        nonce: terminal.number + LONGEST_CHAIN + 1,
      },
    }),
  ]
}

function saltedOtherwise({ race, voided }: HonestRaces): InvalidRecord[] {
  const { closedAtMs, saltBlock } = race.gameData
  const { clientSeed: _, ...unsalted } = race
  return failing('salt', {
    'a salt that is not the hash of its block': {
      ...race,
      clientSeed: OTHER_HASH,
    },
    'a block that is not that of the salt': withData(race, {
      saltBlock: { ...saltBlock, hash: `0x${OTHER_HASH}` },
    }),
    'a block of the second in which betting closed': withData(race, {
      saltBlock: { ...saltBlock, timestamp: Math.floor(closedAtMs / 1_000) },
    }),
    'a block of the very moment in which betting closed': withData(race, {
      closedAtMs: Number(saltBlock?.timestamp) * 1_000,
    }),
    'a block and no salt': unsalted,
    'a salt and no block': { ...voided, clientSeed: OTHER_HASH },
  })
}

function shownOtherwise({ race, won, lost }: HonestRaces): InvalidRecord[] {
  const { closedAtMs } = race.gameData
  return [
    ...failing('hash', {
      'another hash of the race': withData(race, { expectedHash: OTHER_HASH }),
      "the race's hash instead of the bet's": withData(won, {
        expectedHash: race.gameData.expectedHash,
      }),
      'another time of the close': withData(race, {
        closedAtMs: closedAtMs - 1,
      }),
      'another block number': withData(race, {
        saltBlock: { ...race.gameData.saltBlock, number: 1 },
      }),
      'another index of a bet that lost': withData(lost, {
        index: lost.gameData.index + 1,
      }),
    }),
    ...failing('shown', {
      'another stake shown': { ...won, betAmount: won.betAmount + 1 },
      'another winner in words': { ...race, outcome: 'Nobody Won!' },
      'another payout in words': { ...won, outcome: 'Won 7 coins' },
      'a race said to be weaker': withData(race, { weaker: true }),
    }),
  ]
}
