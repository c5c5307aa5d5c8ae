import { LOCAL_CHAIN } from '#core/chain/chains.ts'
import type { RaceRecord } from '#core/evidence/race-record.ts'
import { type ChainLink, LONGEST_CHAIN } from '#core/race/seed-chain.ts'
import { invalidAnchors, malformedAnchors } from './anchors.ts'
import { failing, withData } from './forge.ts'
import { forgedRaces } from './forged-races.ts'
import type { InvalidRecord } from './golden-file.ts'
import type { GoldenRace } from './race-golden-file.ts'
import { type HonestRaces, honestRaces } from './race-records.ts'

const OTHER_HASH = 'ab'.repeat(32)

/** Records of races and bets that every verifier has to reject. */
export function invalidRaces(
  races: readonly GoldenRace[],
  terminal: ChainLink,
): InvalidRecord[] {
  const honest = honestRaces(races, terminal)
  return [
    ...malformedRaces(honest),
    ...outsideChain(honest),
    ...idOtherwise(honest),
    ...saltedOtherwise(honest),
    ...forgedRaces(honest),
    ...shownOtherwise(honest),
    ...failing('malformed', malformedAnchors(honest.won)),
    ...failing('anchor', invalidAnchors(honest.race)),
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

function idOtherwise({ race, won, next }: HonestRaces): InvalidRecord[] {
  const { closedAtMs, saltChain } = race.gameData
  const { saltChain: _, ...chainless } = race.gameData
  return failing('id', {
    'the id of the race after': { ...race, id: next.id },
    'another time of the close': withData(race, { closedAtMs: closedAtMs - 1 }),
    'another chain': withData(race, {
      saltChain: { ...saltChain, chainId: LOCAL_CHAIN },
    }),
    'another genesis of the chain': withData(race, {
      saltChain: { ...saltChain, genesisHash: `0x${OTHER_HASH}` },
    }),
    'no chain': { ...race, gameData: chainless },
    'a bet on the race after': withData(won, { raceId: next.id }),
  })
}

function saltedOtherwise(honest: HonestRaces): InvalidRecord[] {
  const { race, voided, old } = honest
  const { closedAtMs, head, saltBlock } = race.gameData
  const { head: _head, ...headless } = race.gameData
  const { voidReason: _reason, ...reasonless } = voided.gameData
  const late = { number: 1, timestamp: Math.ceil(closedAtMs / 1_000) + 1 }
  const { clientSeed: _, ...unsalted } = race
  return failing('salt', {
    'a salt that is not the hash of its block': {
      ...race,
      clientSeed: OTHER_HASH,
    },
    'a block that is not that of the salt': withData(race, {
      saltBlock: { ...saltBlock, hash: `0x${OTHER_HASH}` },
    }),
    'a block of the second before the salt’s': withData(race, {
      saltBlock: { ...saltBlock, timestamp: Number(saltBlock?.timestamp) - 1 },
    }),
    'a block of the second in which betting closed, by version 1': withData(
      old,
      {
        saltBlock: {
          ...old.gameData.saltBlock,
          timestamp: Math.floor(old.gameData.closedAtMs / 1_000),
        },
      },
    ),
    'a block of the very moment in which betting closed, by version 1':
      withData(old, {
        closedAtMs: Number(old.gameData.saltBlock?.timestamp) * 1_000,
      }),
    'a block with its genesis, by version 1': withData(old, {
      saltBlock: {
        ...old.gameData.saltBlock,
        genesisHash: saltBlock?.genesisHash,
      },
    }),
    'a block of another chain': withData(race, {
      saltBlock: { ...saltBlock, chainId: LOCAL_CHAIN },
    }),
    'a block of another genesis': withData(race, {
      saltBlock: { ...saltBlock, genesisHash: `0x${OTHER_HASH}` },
    }),
    'a block and no salt': unsalted,
    'a salt and no block': { ...voided, clientSeed: OTHER_HASH },
    'a salt and no head': { ...race, gameData: headless },
    'a head at which the salt may have been public': withData(race, {
      head: late,
    }),
    'a salt and a reason why there is none': withData(race, {
      voidReason: 'no_block',
    }),
    'a void race without a reason': { ...voided, gameData: reasonless },
    'a chain that is said to be ahead and was not': withData(voided, {
      head,
      voidReason: 'chain_ahead',
    }),
    'a chain that was ahead and is not said to be': withData(voided, {
      head: {
        number: 1,
        timestamp: Math.ceil(voided.gameData.closedAtMs / 1_000) + 1,
      },
    }),
  })
}

function shownOtherwise(honest: HonestRaces): InvalidRecord[] {
  const { race, next, old, won, lost, voided } = honest
  const { head, saltBlock } = race.gameData
  return [
    ...failing('hash', {
      'another hash of the race': withData(race, { expectedHash: OTHER_HASH }),
      "the race's hash instead of the bet's": withData(won, {
        expectedHash: race.gameData.expectedHash,
      }),
      'another block number': withData(race, {
        saltBlock: { ...saltBlock, number: 1 },
      }),
      'another number of the head': withData(race, {
        head: { ...head, number: 1 },
      }),
      'a void race without its head': withoutHead(voided),
      'another id of the bet': { ...won, id: next.id },
      'another time of the close, by version 1': withData(old, {
        closedAtMs: old.gameData.closedAtMs - 1,
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
      'a race said to be weaker, by version 1': withData(old, { weaker: true }),
    }),
  ]
}

function withoutHead({ gameData, ...record }: RaceRecord): object {
  const { head: _, ...headless } = gameData
  return { ...record, gameData: headless }
}

function malformedRaces(honest: HonestRaces): InvalidRecord[] {
  return [...malformedRecords(honest), ...malformedBets(honest)]
}

function malformedRecords({ race, voided }: HonestRaces): InvalidRecord[] {
  const { serverSeed, gameData } = race
  const { saltBlock, ...unsalted } = gameData
  return failing('malformed', {
    'a server seed in capitals': {
      ...race,
      serverSeed: serverSeed.toUpperCase(),
    },
    'a salt of 63 characters': {
      ...race,
      clientSeed: race.clientSeed?.slice(1),
    },
    'a salt with 0x': { ...race, clientSeed: saltBlock?.hash },
    'a salt that is null': { ...voided, clientSeed: null },
    'a race number as a text': { ...race, nonce: String(race.nonce) },
    'a race number below 0': { ...race, nonce: -1 },
    'a member too many': { ...race, winner: 1 },
    'no time of the close': withData(race, { closedAtMs: null }),
    'a time of the close as a date': withData(race, {
      closedAtMs: '2026-03-01T12:00:00.000Z',
    }),
    'a salt block without a hash': {
      ...race,
      gameData: { ...unsalted, saltBlock: { ...saltBlock, hash: null } },
    },
    'a hash of the salt block without 0x': withData(race, {
      saltBlock: { ...saltBlock, hash: race.clientSeed },
    }),
    'a salt block with a member too many': withData(race, {
      saltBlock: { ...saltBlock, finalized: true },
    }),
    'a terminal hash without its number': withData(race, {
      chainTerminal: { hash: gameData.chainTerminal.hash },
    }),
    'a chain that is no test chain': withData(race, {
      saltChain: { ...gameData.saltChain, chainId: 56 },
    }),
    'a chain without its genesis': withData(race, {
      saltChain: { chainId: gameData.saltChain?.chainId },
    }),
    'a head without its time': withData(race, { head: { number: 1 } }),
    'a reason that there is not': withData(voided, { voidReason: 'rain' }),
    'weaker as a number': withData(race, { weaker: 0 }),
    'an outcome that is no object': withData(race, { outcome: [] }),
  })
}

function malformedBets({ won }: HonestRaces): InvalidRecord[] {
  return failing('malformed', {
    'a bet that is no object': withData(won, { bet: [] }),
    'a bet without an index': withData(won, { index: null }),
    'an index below 0': withData(won, { index: -1 }),
    'a bet on no race': withData(won, { raceId: 'race 1' }),
    'a stake with a fraction': { ...won, betAmount: 0.5 },
  })
}
