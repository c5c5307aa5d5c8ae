import type { Hashes } from '../fairness/hashes.ts'
import { isOperatorsChain } from '../race/salt.ts'
import { previousSeed } from '../race/seed-chain.ts'
import {
  describeRace,
  type SettledRace,
  settledHash,
} from '../race/settled-race.ts'
import {
  type AcceptedRaceBet,
  describeRaceBet,
  settledRaceBet,
} from '../race/settled-race-bet.ts'
import type { RaceBetRecord, RaceRecord } from './race-record.ts'

/** Fields of a record in addition to its race or bet. */
export type RaceProof = {
  /** Id of the record. */
  id: string
  /** Time of settlement, ISO 8601. */
  timestamp: string
  chainTerminal: RaceRecord['gameData']['chainTerminal']
  /** Hash stored at settlement. */
  expectedHash: string
}

/** Builds the record of a finished race. */
export function raceRecordOf(
  hashes: Hashes,
  race: SettledRace,
  proof: RaceProof,
): RaceRecord {
  const verifiedHash = settledHash(hashes, race)
  const { gameData, ...fields } = common(hashes, race, proof)
  return {
    ...fields,
    outcome: describeRace(race.outcome),
    gameData: { ...gameData, outcome: race.outcome, verifiedHash },
  }
}

/** Builds the record of a bet on a finished race. */
export function raceBetRecordOf(
  hashes: Hashes,
  {
    race,
    raceId,
    bet,
    index,
  }: Omit<AcceptedRaceBet, 'id'> & {
    race: SettledRace
    raceId: string
  },
  proof: RaceProof,
): RaceBetRecord {
  const settled = settledRaceBet(hashes, race, { id: proof.id, bet, index })
  const { outcome } = settled
  const verifiedHash = settledHash(hashes, settled)
  const { gameData, ...fields } = common(hashes, race, proof)
  return {
    ...fields,
    betAmount: bet.amount,
    outcome: describeRaceBet(outcome),
    gameData: { ...gameData, raceId, bet, index, outcome, verifiedHash },
  }
}

function common(hashes: Hashes, race: SettledRace, proof: RaceProof) {
  const { gameType, rulesVersion, nonce, serverSeed, closedAtMs } = race
  const { head, saltChain, voidReason } = race
  const { id, timestamp, chainTerminal, expectedHash } = proof
  const isRun = 'clientSeed' in race
  return {
    id,
    gameType,
    timestamp,
    serverSeed,
    ...(isRun && { clientSeed: race.clientSeed }),
    nonce,
    gameData: {
      rulesVersion,
      closedAtMs,
      ...(saltChain && { saltChain }),
      serverSeedHash: previousSeed(hashes, serverSeed),
      chainTerminal,
      ...(head && { head }),
      ...(voidReason && { voidReason }),
      ...(isRun && { saltBlock: race.saltBlock }),
      ...(rulesVersion === 1 && {
        weaker: isRun && isOperatorsChain(race.saltBlock),
      }),
      expectedHash,
    },
  }
}
