import type { Round } from '../fairness/round.ts'
import type { SettledRace, SettledRaceBet } from '../race/settled-race.ts'
import type { ClaimCode } from './claim-text.ts'

/** Result of a claim; `weaker` if it rests on the operator's word. */
export type ClaimStatus = 'proven' | 'weaker' | 'contradicted' | 'unchecked'

/** One claim of a record; its sentence is in claim-text.ts. */
export type Claim = {
  /** Anchor and salt are claims about a chain, which a node can check. */
  about: 'record' | 'anchor' | 'salt'
  code: ClaimCode
  status: ClaimStatus
  /** Sentence of a claim that depends on the record's values. */
  text?: string
}

/** Claim about a chain, as a node has it. */
export type ChainClaim = Claim & { about: 'anchor' | 'salt' }

/** Checks of a round, a race or a bet on one, in the order of docs/fairness.md. */
export const RECORD_FAILURES = [
  'malformed',
  'commitment',
  'epoch',
  'chain',
  'id',
  'salt',
  'rules',
  'bet',
  'action',
  'unfinished',
  'draws',
  'outcome',
  'hash',
  'shown',
  'anchor',
] as const
export type RecordFailure =
  | (typeof RECORD_FAILURES)[number]
  /** Contradictions within the evidence of a sports bet. */
  | 'identity'
  | 'score'
  | 'payout'

/** Result of verifying a finished record of any kind. */
export type Verification = {
  /** `unchecked` for evidence, which nothing can prove. */
  status: ClaimStatus
  claims: Claim[]
  /** First check that the record fails by itself; undefined if it passes all. */
  failure: RecordFailure | undefined
  /** Undefined if its rules are unknown or forbid the bet, and for sports. */
  replayed: Round | SettledRace | SettledRaceBet | undefined
  /** Hash of the replay. */
  verifiedHash: string | undefined
  /** Coins in and out; undefined for a race without a bet. */
  gain: { staked: number; paid: number } | undefined
}

/** Returns a claim that either holds or is contradicted. */
export function checkedClaim(code: ClaimCode, holds: boolean): Claim {
  return { about: 'record', code, status: holds ? 'proven' : 'contradicted' }
}

/** Returns a claim that rests on the operator's word. */
export function trustedClaim(code: ClaimCode, text?: string): Claim {
  return { about: 'record', code, status: 'weaker', ...(text && { text }) }
}

type Found<R> = Omit<Verification, 'status' | 'failure' | 'replayed'> & {
  replayed: R
  /** In the order of docs/fairness.md. */
  checks: readonly (readonly [failure: RecordFailure, holds: boolean])[]
}

/** Summarizes the claims of a record that its seeds decide. */
export function toVerification<R>({ checks, ...found }: Found<R>) {
  const has = (status: ClaimStatus) =>
    found.claims.some((claim) => claim.status === status)
  const status: ClaimStatus = has('weaker') ? 'weaker' : 'proven'
  return {
    ...found,
    status: has('contradicted') ? 'contradicted' : status,
    failure: checks.find(([, holds]) => !holds)?.[0],
  } satisfies Omit<Verification, 'replayed'>
}
