import type { Mismatch } from './judge-answer.ts'

/** Something the house must not do, and this browser saw it done. */
export type Alarm =
  | { about: 'root_changed'; epoch: number }
  | { about: 'commitments_changed'; epoch: number }
  /** Between two rounds there is one that nobody played. */
  | { about: 'skipped'; nonce: number }
  | { about: 'round'; transactionId: string; what: Mismatch }
  /** Of a race, or a bet on one: what does not add up, in a sentence. */
  | { about: 'race'; recordId: string; story: string }
  /** Of what the house has signed: in a sentence. */
  | { about: 'receipt'; story: string }
