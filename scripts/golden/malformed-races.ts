import { failing } from '#core/fairness/golden/failing.ts'
import { withData } from '#core/fairness/golden/with-data.ts'
import type { InvalidRecord } from '#core/schemas/golden-file.ts'
import type { HonestRaces } from './honest-races.ts'

/** Records of races and bets that have another form than any honest one. */
export function malformedRaces(honest: HonestRaces): InvalidRecord[] {
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
