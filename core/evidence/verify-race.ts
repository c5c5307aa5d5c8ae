import { isSameJson } from '../fairness/canonical-json.ts'
import type { Hashes } from '../fairness/hashes.ts'
import { MAX_COINS } from '../money/coins.ts'
import { raceBet, raceBetExposure } from '../race/race-bet.ts'
import {
  isBlockAfter,
  isOperatorsChain,
  isSaltPossible,
  raceTrustAssumption,
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
import { chainClaims, isOffAnchor, type Sources } from './anchor-claims.ts'
import {
  type Claim,
  checked,
  type RecordFailure,
  statusOf,
  trusted,
  type Verification,
} from './claim.ts'
import type { FinishedRaceRecord } from './race-record.ts'

export type VerifiedRace = Verification & {
  replayed: SettledRace | SettledRaceBet | undefined
}

/** Runs a race from its seeds and checks every value of its or a bet's record. */
export function verifyRace(
  record: FinishedRaceRecord,
  sources: Sources,
): VerifiedRace {
  const { hashes } = sources
  const { gameData, nonce: number, serverSeed } = record
  const { chainTerminal, rulesVersion, saltBlock } = gameData
  const terminal = { number: chainTerminal.number, seed: chainTerminal.hash }
  const race = settledRace(hashes, { ...gameData, number, serverSeed })
  const raceId = 'betAmount' in record ? record.gameData.raceId : record.id
  const settled = isRaceRulesVersion(rulesVersion)
    ? replayed(hashes, record, race)
    : undefined
  const verifiedHash = settled && settledHash(hashes, settled)
  const checks = {
    commitment: previousSeed(hashes, serverSeed) === gameData.serverSeedHash,
    chain: isInChain(hashes, { number, seed: serverSeed }, terminal),
    id: rulesVersion === 1 || race.raceId === raceId,
    salt: isSalted(record),
    replay: verifiedHash === gameData.expectedHash,
    shown: settled !== undefined && shows(record, settled),
  }
  const assumption = raceTrustAssumption(gameData)
  const claims: Claim[] = [
    checked('commitment', checks.commitment),
    checked('seed_chain', checks.chain),
    ...(rulesVersion > 1 ? [checked('race_id', checks.id)] : []),
    checked(saltBlock ? 'salt' : 'no_salt', checks.salt),
    checked('race_replay', checks.replay),
    checked('race_shown', checks.shown),
    compareClaim(record),
    ...(assumption ? [trusted('trust', assumption)] : []),
    ...chainClaims(record, sources),
  ]
  return {
    status: statusOf(claims),
    claims,
    failure: failureOf(record, { checks, claims, settled }),
    replayed: settled,
    verifiedHash,
    gain: gainOf(settled),
  }
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

/**
 * True if the salt is the hash of a young enough block, or the race is void for
 * a valid reason.
 */
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

type Checked = {
  checks: Record<
    'commitment' | 'chain' | 'id' | 'salt' | 'replay' | 'shown',
    boolean
  >
  claims: readonly Claim[]
  settled: SettledRace | SettledRaceBet | undefined
}

function failureOf(
  { gameData }: FinishedRaceRecord,
  { checks, claims, settled }: Checked,
): RecordFailure | undefined {
  if (!checks.commitment) return 'commitment'
  if (!checks.chain) return 'chain'
  if (!isRaceRulesVersion(gameData.rulesVersion)) return 'rules'
  if (!checks.id) return 'id'
  if (!checks.salt) return 'salt'
  if (!settled) return 'bet'
  if (!isSameJson(gameData.outcome, settled.outcome)) return 'outcome'
  if (!checks.replay) return 'hash'
  if (!checks.shown) return 'shown'
  return isOffAnchor(claims) ? 'anchor' : undefined
}

/** True if every shown value matches the race or bet. */
function shows(
  record: FinishedRaceRecord,
  settled: SettledRace | SettledRaceBet,
): boolean {
  const { saltBlock, weaker } = record.gameData
  const isWeaker = saltBlock !== undefined && isOperatorsChain(saltBlock)
  if (weaker !== undefined && weaker !== isWeaker) return false
  if (!('bet' in settled)) {
    return record.outcome === describeRace(settled.outcome)
  }
  return (
    'betAmount' in record &&
    record.betAmount === settled.bet.amount &&
    record.outcome === describeRaceBet(settled.outcome)
  )
}

/** Names the values that only a witness of the announcement can compare. */
function compareClaim({ gameData }: FinishedRaceRecord): Claim {
  const { chainTerminal, saltBlock } = gameData
  const salt = saltBlock ? ', and the salt block with its chain' : ''
  const text = `Compare two things yourself: the terminal hash with the one published for race ${chainTerminal.number}${salt}.`
  return { about: 'record', code: 'compare', status: 'unchecked', text }
}

function gainOf(settled: SettledRace | SettledRaceBet | undefined) {
  if (!settled || !('bet' in settled)) return undefined
  return { staked: settled.bet.amount, paid: settled.outcome.payout }
}
