import type { RecordFailure } from './claim.ts'

/** Sentences about the first check that a record fails. */
export const failureText: Record<RecordFailure, string> = {
  malformed: 'It is not the record of a finished round.',
  commitment: 'The server seed doesn’t match the hash committed to.',
  epoch: 'The commitment is not part of the epoch’s root.',
  chain: 'The server seed is not this race’s link in the seed chain.',
  id: 'The race’s ID doesn’t follow from its number, seed, betting deadline and chain.',
  salt: 'The salt is not the hash of a block made late enough after betting closed, or the race is void for no valid reason.',
  rules: 'There are no rules here for its game and version.',
  bet: 'The rules don’t allow the bet.',
  action: 'The rules don’t allow one of the actions.',
  unfinished: 'The actions do not end the round.',
  draws: 'The seeds give different draws.',
  outcome: 'The draws and actions give a different outcome.',
  hash: 'The round has a different hash.',
  shown: 'What it shows doesn’t follow from its seeds.',
  anchor: 'Its path doesn’t lead to the root it names on the chain.',
  identity: 'The record and the bet in it have different IDs or stakes.',
  score: 'The score on record gives the bet a different result.',
  payout: 'The bet’s price, stake and result give a different payout.',
}
