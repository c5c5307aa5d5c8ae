import type {
  FinishedRaceRecord,
  RaceRecord,
} from '#core/evidence/race-record.ts'
import { raceOutcome, settledHash } from '#core/race/settled-race.ts'
import { nativeHashes } from '../../api/src/platform/native-hashes.ts'
import { failing, withData } from './forge.ts'
import type { InvalidRecord } from './golden-file.ts'
import type { HonestRaces } from './race-records.ts'

const OTHER_HASH = 'ab'.repeat(32)

/** Records of races and bets that are valid except for a claimed result or bet. */
export function forgedRaces(honest: HonestRaces): InvalidRecord[] {
  return [
    ...againstTheRules(honest),
    ...otherRaces(honest),
    ...otherPayouts(honest),
  ]
}

function againstTheRules({ race, won }: HonestRaces): InvalidRecord[] {
  const { bet } = won.gameData
  const betting = (change: object) =>
    rehashed(withData(won, { bet: { ...bet, ...change } }))
  return [
    ...failing('rules', {
      'rules of a version to come': rehashed(
        withData(race, { rulesVersion: 3 }),
      ),
      'rules of version 0': rehashed(withData(won, { rulesVersion: 0 })),
    }),
    ...failing('bet', {
      'a bet on horse 0': betting({ horseId: 0 }),
      'a bet on horse 5': betting({ horseId: 5 }),
      'a bet on a horse as a text': betting({ horseId: '1' }),
      'a stake of 0': betting({ amount: 0 }),
      'a stake below 0': betting({ amount: -1 }),
      'a stake as a text': betting({ amount: '1' }),
      'a stake whose win no balance holds': betting({
        amount: 2_370_315_593_352_893,
      }),
      'a bet with a member too many': betting({ odds: 380 }),
      'a bet without a stake': rehashed(
        withData(won, { bet: { horseId: bet.horseId } }),
      ),
    }),
  ]
}

function otherRaces({ race, voided, won }: HonestRaces): InvalidRecord[] {
  const { clientSeed: _, ...unsalted } = race
  const { saltBlock, ...blockless } = race.gameData
  const [first, ...others] = orderOf(race)
  const otherBlock = { ...saltBlock, hash: `0x${OTHER_HASH}` }
  return failing('outcome', {
    'another winner': claiming(race, { winner: others[0] }),
    'another order behind the winner': claiming(race, {
      order: [first, ...others.toReversed()],
    }),
    'another number of ticks': claiming(race, { ticks: 1 }),
    'another position at the end': claiming(race, { positions: [0, 0, 0, 0] }),
    'a race that was run and is said to be void': rehashed(
      withData(race, { outcome: { void: true } }),
    ),
    'a race that is void and is said to be run': rehashed({
      ...unsalted,
      gameData: { ...blockless, voidReason: 'no_block' },
    }),
    'a void race with a winner': claiming(voided, { winner: 1 }),
    'a bet on a race by another block': rehashed(
      withData({ ...won, clientSeed: OTHER_HASH }, { saltBlock: otherBlock }),
    ),
  })
}

function otherPayouts({ won, lost }: HonestRaces): InvalidRecord[] {
  const payout = Number(won.gameData.outcome.payout)
  return failing('outcome', {
    'a win that is paid a coin more': claiming(won, { payout: payout + 1 }),
    'a win that is rounded down instead of up': claiming(won, {
      payout: payout - 1,
    }),
    'a win that is not paid': claiming(won, { payout: 0 }),
    'a loss that is paid as a win': claiming(lost, { payout }),
    'a loss that is paid back': claiming(lost, { payout: lost.betAmount }),
  })
}

type Claims = {
  id: string
  betAmount?: number
  gameType: string
  nonce: number
  serverSeed: string
  clientSeed?: string
  gameData: {
    rulesVersion: number
    closedAtMs: number
    raceId?: unknown
    saltChain?: unknown
    head?: unknown
    voidReason?: unknown
    saltBlock?: unknown
    bet?: unknown
    index?: unknown
    outcome: unknown
  }
}

/** Updates the hash to match the claims. */
function rehashed<R extends Claims>(record: R) {
  const { gameType, nonce, serverSeed, clientSeed, gameData } = record
  const { rulesVersion, closedAtMs, bet, index, outcome } = gameData
  const { saltChain, head, voidReason, saltBlock } = gameData
  const isBet = record.betAmount !== undefined
  const bound = {
    raceId: isBet ? gameData.raceId : record.id,
    saltChain,
    head,
    voidReason,
    betId: isBet ? record.id : undefined,
  }
  const seeds = { nonce, serverSeed, clientSeed }
  const race = { gameType, rulesVersion, ...seeds, closedAtMs, saltBlock }
  const claimed = JSON.stringify({ ...race, ...bound, bet, index, outcome })
  const expectedHash = settledHash(nativeHashes, JSON.parse(claimed))
  return withData(record, { expectedHash })
}

function claiming(record: FinishedRaceRecord, change: object) {
  const outcome = { ...record.gameData.outcome, ...change }
  return rehashed(withData(record, { outcome }))
}

function orderOf({ gameData }: RaceRecord) {
  const outcome = raceOutcome.parse(gameData.outcome)
  return 'order' in outcome ? outcome.order : []
}
