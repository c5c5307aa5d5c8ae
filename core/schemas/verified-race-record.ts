import { isSameJson } from '../fairness/canonical-json.ts'
import type { Hashes } from '../fairness/hashes.ts'
import { MAX_COINS } from '../money/coins.ts'
import { raceBet, raceBetExposure } from '../race/race-bet.ts'
import {
  isBlockAfter,
  isOperatorsChain,
  isSaltPossible,
  saltAfterMs,
  saltOf,
} from '../race/salt.ts'
import { isInChain, previousSeed } from '../race/seed-chain.ts'
import {
  describeRace,
  describeRaceBet,
  isRaceRulesVersion,
  type SettledRace,
  type SettledRaceBet,
  settledHash,
  settledRace,
  settledRaceBet,
} from '../race/settled-race.ts'
import { lastFailureOf, leadsToAnchor } from './anchored-record.ts'
import { type FinishedRaceRecord, parsedRaceRecord } from './race-record.ts'

/** Checks of a race's or bet's record, in the order of docs/fairness.md. */
export const RACE_RECORD_FAILURES = [
  'malformed',
  'commitment',
  'chain',
  'rules',
  'id',
  'salt',
  'bet',
  'outcome',
  'hash',
  'shown',
  'anchor',
] as const
export type RaceRecordFailure = (typeof RACE_RECORD_FAILURES)[number]

export type RaceRecordVerdict = {
  /** Replayed race or bet; undefined if its rules are unknown or forbid the bet. */
  settled: SettledRace | SettledRaceBet | undefined
  verifiedHash: string | undefined
  checks: {
    /** True if the revealed seed matches its commitment. */
    commitment: boolean
    /** True if it is this race's link of the chain published beforehand. */
    chain: boolean
    /** True if the id matches number, seed, close and chain. */
    id: boolean
    /**
     * True if the salt is the hash of a young enough block, or the race is void
     * for a valid reason.
     */
    salt: boolean
    /** True if seeds and bet lead to the settled outcome. */
    replay: boolean
  }
  /** True if the shown values match the seeds. */
  isAsShown: boolean
  /** True if the seed chain's end leads to the anchored root; undefined without an anchor. */
  isAnchored: boolean | undefined
  /** First failed check; undefined if all pass. */
  failure: RaceRecordFailure | undefined
}

/**
 * Verifies a record on its own: runs the race from its seeds and checks every
 * hash, ignoring the server's `verifiedHash`.
 */
export function verifiedRaceRecord(
  hashes: Hashes,
  record: FinishedRaceRecord,
): RaceRecordVerdict {
  const { gameData, nonce: number, serverSeed } = record
  const { chainTerminal, rulesVersion } = gameData
  const terminal = { number: chainTerminal.number, seed: chainTerminal.hash }
  const race = settledRace(hashes, { ...gameData, number, serverSeed })
  const raceId = 'betAmount' in record ? record.gameData.raceId : record.id
  const settled = isRaceRulesVersion(rulesVersion)
    ? replayed(hashes, record, race)
    : undefined
  const verifiedHash = settled && settledHash(hashes, settled)
  const verdict = {
    settled,
    verifiedHash,
    checks: {
      commitment: previousSeed(hashes, serverSeed) === gameData.serverSeedHash,
      chain: isInChain(hashes, { number, seed: serverSeed }, terminal),
      id: rulesVersion === 1 || race.raceId === raceId,
      salt: isSalted(record),
      replay: verifiedHash === gameData.expectedHash,
    },
  }
  const isAsShown = settled !== undefined && shows(record, settled)
  const isAnchored = leadsToAnchor(hashes, record)
  const failure =
    failureOf(record, verdict) ?? lastFailureOf({ isAsShown, isAnchored })
  return { ...verdict, isAsShown, isAnchored, failure }
}

/** Returns the first check that a race's record fails; undefined if it passes all. */
export function raceRecordFailure(
  hashes: Hashes,
  record: unknown,
): RaceRecordFailure | undefined {
  const { data } = parsedRaceRecord(record)
  return data ? verifiedRaceRecord(hashes, data).failure : 'malformed'
}

/**
 * True if the operator produces the blocks of the salt's chain, and so could
 * choose the salt.
 */
export function isWeakerRace({
  gameData: { saltBlock },
}: FinishedRaceRecord): boolean {
  return saltBlock !== undefined && isOperatorsChain(saltBlock)
}

/** Returns undefined for a bet that the rules forbid. */
function replayed(
  hashes: Hashes,
  record: FinishedRaceRecord,
  race: SettledRace,
): SettledRace | SettledRaceBet | undefined {
  if (!('betAmount' in record)) return race
  const { id, gameData } = record
  const bet = raceBet.safeParse(gameData.bet).data
  // Never accepted if its payout could exceed the largest balance.
  if (!bet || raceBetExposure(bet.amount).payout > MAX_COINS) return undefined
  return settledRaceBet(hashes, race, { id, bet, index: gameData.index })
}

function isSalted({ clientSeed, gameData }: FinishedRaceRecord): boolean {
  const { closedAtMs, head, rulesVersion, saltBlock, saltChain, voidReason } =
    gameData
  if (clientSeed !== (saltBlock && saltOf(saltBlock))) return false
  if (rulesVersion === 1) {
    if (!saltBlock) return true
    const isUnbound = saltBlock.genesisHash === undefined
    return isUnbound && isBlockAfter(saltBlock, closedAtMs)
  }
  if (!saltChain) return false
  const close = { rulesVersion, closedAtMs, chainId: saltChain.chainId }
  const isAhead = head !== undefined && isSaltPossible(head, close)
  if (!saltBlock) return voidReason === (isAhead ? 'chain_ahead' : 'no_block')
  return (
    voidReason === undefined &&
    head !== undefined &&
    !isAhead &&
    saltBlock.chainId === saltChain.chainId &&
    saltBlock.genesisHash === saltChain.genesisHash &&
    isBlockAfter(saltBlock, saltAfterMs(close))
  )
}

function failureOf(
  { gameData }: FinishedRaceRecord,
  { checks, settled }: Pick<RaceRecordVerdict, 'checks' | 'settled'>,
): RaceRecordFailure | undefined {
  if (!checks.commitment) return 'commitment'
  if (!checks.chain) return 'chain'
  if (!isRaceRulesVersion(gameData.rulesVersion)) return 'rules'
  if (!checks.id) return 'id'
  if (!checks.salt) return 'salt'
  if (!settled) return 'bet'
  if (!isSameJson(gameData.outcome, settled.outcome)) return 'outcome'
  return checks.replay ? undefined : 'hash'
}

/** True if every shown value matches the race or bet. */
function shows(
  record: FinishedRaceRecord,
  settled: SettledRace | SettledRaceBet,
): boolean {
  const { weaker } = record.gameData
  if (weaker !== undefined && weaker !== isWeakerRace(record)) return false
  if (!('bet' in settled)) {
    return record.outcome === describeRace(settled.outcome)
  }
  return (
    'betAmount' in record &&
    record.betAmount === settled.bet.amount &&
    record.outcome === describeRaceBet(settled.outcome)
  )
}
