import type { RecordFailure } from './claim.ts'

/** Sentences about the first check that a record fails. */
export const failureText: Record<RecordFailure, string> = {
  malformed: 'It is not the record of a finished round.',
  commitment: 'The server seed is not the one committed to.',
  epoch: 'The commitment is not part of the epoch’s root.',
  chain: 'The server seed is not this race’s link of the seed chain.',
  id: 'The race’s id is not that of its number, seed, close and chain.',
  salt: 'The salt is not the hash of a block late enough after betting closed, or the race is void for no reason.',
  rules: 'Its game and version have no rules here.',
  bet: 'The rules do not allow the bet.',
  action: 'The rules do not allow one of the actions.',
  unfinished: 'The actions do not end the round.',
  draws: 'The seeds give other draws.',
  outcome: 'The draws and actions have another outcome.',
  hash: 'The round has another hash.',
  shown: 'It shows something else than its seeds lead to.',
  anchor: 'Its path does not lead to the root that it names on the chain.',
  identity: 'The record and the bet in it are not of the same bet or stake.',
  score: 'The score on record makes something else of the bet.',
  payout: 'Price, stake and end of the bet give another payout.',
}
