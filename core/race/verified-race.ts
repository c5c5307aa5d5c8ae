import type { Hashes } from '../fairness/hashes.ts'
import { MAX_COINS } from '../money/coins.ts'
import { raceBet, raceBetExposure } from './race-bet.ts'
import {
  isBlockAfter,
  isOperatorsChain,
  isSaltPossible,
  type SaltBlock,
  saltAfterMs,
  saltOf,
  type VoidReason,
} from './salt.ts'
import { isInChain, previousSeed } from './seed-chain.ts'
import {
  isRaceRulesVersion,
  RACE_GAME_TYPE,
  type RaceInputs,
  type SettledRace,
  settledHash,
  settledRace,
} from './settled-race.ts'
import { type SettledRaceBet, settledRaceBet } from './settled-race-bet.ts'

/** Claims in the record of a finished race, or of a bet on one. */
export type RaceClaim = RaceInputs & {
  gameType: string
  raceId: string
  /** As recorded; absent if the race is void. */
  salt?: string | undefined
  /** Hash of the race's seed, published before any bet on it. */
  serverSeedHash: string
  /** Published end of the seed chain, in place of the seed of race `number`. */
  chainTerminal: { number: number; hash: string }
  /** Bet as recorded; validated by the rules before the replay. */
  accepted?: { id: string; bet: unknown; index: number } | undefined
  /** Hash of the race or bet at its settlement. */
  expectedHash: string
}

type Settled = SettledRace | SettledRaceBet

/** Result of verifying a claim. */
export type RaceVerdict = {
  /** Undefined if the claim can't be replayed. */
  settled: Settled | undefined
  verifiedHash: string | undefined
  /** Unknown rules, or a bet that they forbid. */
  replayFailure: 'rules' | 'bet' | undefined
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
}

/** Runs a claimed race from its seeds and checks every hash in the claim. */
export function verifiedRace(hashes: Hashes, claim: RaceClaim): RaceVerdict {
  const { serverSeed, number, serverSeedHash, chainTerminal } = claim
  const terminal = { number: chainTerminal.number, seed: chainTerminal.hash }
  const race = settledRace(hashes, claim)
  const { settled, replayFailure } = replayed(hashes, claim, race)
  const verifiedHash = settled && settledHash(hashes, settled)
  return {
    settled,
    verifiedHash,
    replayFailure,
    checks: {
      commitment: previousSeed(hashes, serverSeed) === serverSeedHash,
      chain: isInChain(hashes, { number, seed: serverSeed }, terminal),
      id: claim.rulesVersion === 1 || race.raceId === claim.raceId,
      salt: isSalted(claim),
      replay: verifiedHash === claim.expectedHash,
    },
  }
}

function isSalted(claim: RaceClaim): boolean {
  const { closedAtMs, head, rulesVersion, salt, saltBlock, saltChain } = claim
  if (saltBlock ? saltOf(saltBlock) !== salt : salt !== undefined) return false
  if (rulesVersion === 1)
    return !saltBlock || isSaltOfVersion1(saltBlock, claim)
  if (!saltChain) return false
  const close = { rulesVersion, closedAtMs, chainId: saltChain.chainId }
  const isAhead = head !== undefined && isSaltPossible(head, close)
  if (!saltBlock)
    return claim.voidReason === (isAhead ? 'chain_ahead' : 'no_block')
  return (
    claim.voidReason === undefined &&
    head !== undefined &&
    !isAhead &&
    saltBlock.chainId === saltChain.chainId &&
    saltBlock.genesisHash === saltChain.genesisHash &&
    isBlockAfter(saltBlock, saltAfterMs(close))
  )
}

function isSaltOfVersion1(
  block: SaltBlock,
  { closedAtMs }: Pick<RaceClaim, 'closedAtMs'>,
): boolean {
  return block.genesisHash === undefined && isBlockAfter(block, closedAtMs)
}

function replayed(
  hashes: Hashes,
  claim: RaceClaim,
  race: SettledRace,
): Pick<RaceVerdict, 'settled' | 'replayFailure'> {
  const { gameType, rulesVersion, accepted } = claim
  if (gameType !== RACE_GAME_TYPE || !isRaceRulesVersion(rulesVersion)) {
    return failed('rules')
  }
  if (!accepted) return { settled: race, replayFailure: undefined }
  const { id, index } = accepted
  const bet = raceBet.safeParse(accepted.bet)
  // Never accepted: its payout could exceed the largest balance.
  if (!bet.success || raceBetExposure(bet.data.amount).payout > MAX_COINS) {
    return failed('bet')
  }
  const settled = settledRaceBet(hashes, race, { id, bet: bet.data, index })
  return { settled, replayFailure: undefined }
}

function failed(replayFailure: 'rules' | 'bet') {
  return { settled: undefined, replayFailure }
}

/**
 * Returns the trust assumption that remains besides a race's hashes and salt
 * chain; undefined if there is none.
 *
 * @param race without a salt block if it is void.
 */
export function raceTrustAssumption({
  saltBlock,
  voidReason = 'no_block',
}: {
  saltBlock?: SaltBlock | undefined
  voidReason?: VoidReason | undefined
}): string | undefined {
  if (!saltBlock) {
    return `The house did not run this race: it says ${WHY_VOID[voidReason]}. That is its word. With the seed and the salt block anybody can run the race that was left out.`
  }
  if (isOperatorsChain(saltBlock)) {
    return 'The salt comes from a local chain’s block, which the operator makes and could have chosen.'
  }
  return undefined
}

const WHY_VOID: Record<VoidReason, string> = {
  chain_ahead:
    'that the salt block may have been there already when betting closed',
  no_block: 'it could not get the salt block in time',
}
