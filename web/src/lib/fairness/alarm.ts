import type { Mismatch } from './judge-answer.ts'

/** Something the house must not do, and this browser saw it done. */
export type Alarm =
  | { about: 'root_changed'; epoch: number }
  | { about: 'commitments_changed'; epoch: number }
  | { about: 'round'; transactionId: string; what: Mismatch }
