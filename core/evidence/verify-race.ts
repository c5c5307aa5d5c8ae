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
  toSalt,
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
  checkedClaim,
  toVerification,
  trustedClaim,
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
  const isKnown = isRaceRulesVersion(rulesVersion)
  const settled = isKnown ? replayRace(hashes, record, race) : undefined
  const verifiedHash = settled && settledHash(hashes, settled)
  const isCommitted =
    previousSeed(hashes, serverSeed) === gameData.serverSeedHash
  const isOfChain = isInChain(hashes, { number, seed: serverSeed }, terminal)
  const hasId = rulesVersion === 1 || race.raceId === raceId
  const hasSalt = isSalted(record)
  const isReplayed = verifiedHash === gameData.expectedHash
  const isShown = settled !== undefined && shows(record, settled)
  const assumption = raceTrustAssumption(gameData)
  const claims: Claim[] = [
    checkedClaim('commitment', isCommitted),
    checkedClaim('seed_chain', isOfChain),
    ...(rulesVersion > 1 ? [checkedClaim('race_id', hasId)] : []),
    checkedClaim(saltBlock ? 'salt' : 'no_salt', hasSalt),
    checkedClaim('race_replay', isReplayed),
    checkedClaim('race_shown', isShown),
    compareClaim(record),
    ...(assumption ? [trustedClaim('trust', assumption)] : []),
    ...chainClaims(record, sources),
  ]
  return toVerification({
    claims,
    checks: [
      ['commitment', isCommitted],
      ['chain', isOfChain],
      ['rules', isKnown],
      ['id', hasId],
      ['salt', hasSalt],
      ['bet', settled !== undefined],
      ['outcome', isSameJson(gameData.outcome, settled?.outcome ?? null)],
      ['hash', isReplayed],
      ['shown', isShown],
      ['anchor', !isOffAnchor(claims)],
    ],
    replayed: settled,
    verifiedHash,
    gain:
      settled && 'bet' in settled
        ? { staked: settled.bet.amount, paid: settled.outcome.payout }
        : undefined,
  })
}

/** Returns undefined for a bet that the rules forbid. */
function replayRace(
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
  if (clientSeed !== (saltBlock && toSalt(saltBlock))) return false
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

/** Names the values that only an observer of the announcement can compare. */
function compareClaim({ gameData }: FinishedRaceRecord): Claim {
  const { chainTerminal, saltBlock } = gameData
  const salt = saltBlock ? ', and the salt block with its chain' : ''
  const text = `Compare for yourself: the terminal hash with the one published for race ${chainTerminal.number}${salt}.`
  return { about: 'record', code: 'compare', status: 'unchecked', text }
}
