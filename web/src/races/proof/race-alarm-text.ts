import type { RaceMismatch } from './judge-race-bet.ts'

/** What the alarm says of a race, or a bet on one. */
export const raceAlarmText: Readonly<Record<RaceMismatch, string>> = {
  anchor: 'The end of the seed chain is not under the root on the chain.',
  bet: 'The record tells of a bet that the rules do not allow.',
  chain:
    'The race’s seed is not the link of the chain that its place asks for.',
  commitment:
    'The seed of the race is not the one that the house had committed to.',
  hash: 'The record’s hash is not that of the race it tells of.',
  id: 'The race has another id than its number, seed, end of betting and chain lead to.',
  malformed: 'The record of the race cannot be read.',
  other_bet: 'The house tells of another bet than the one made here.',
  other_close:
    'The house tells of another end of betting than the one shown here.',
  other_payout: 'The coins that came are not those that the race leads to.',
  other_race: 'The race that was shown here is not the one on record.',
  outcome: 'The seeds lead to another race than the one that was shown.',
  record_missing: 'The house has no record of a bet that it had taken.',
  rules: 'The record tells of rules that no race is run by.',
  salt: 'The salt of the race is not the hash of a block that came late enough after betting had closed.',
  shown: 'The record shows something else than its seeds lead to.',
}
