import { assert } from '#core/assert.ts'
import { isSameJson } from '#core/fairness/canonical-json.ts'
import { EPOCH_SIZE } from '#core/fairness/epoch.ts'
import type { Hashes } from '#core/fairness/hashes.ts'
import { isProven } from '#core/fairness/verified-round.ts'
import {
  type Action,
  type Bet,
  type Game,
  IDLE_AFTER_MS,
} from '#core/games/game.ts'
import { gameOf } from '#core/games/registry.ts'
import type {
  OpenRecord,
  VerificationRecord,
} from '#core/schemas/verification-record.ts'
import { verifiedRecord } from '#core/schemas/verified-record.ts'
import type { Hand } from './hand-store.ts'
import { type Held, isOfOneSeed, type Mismatch } from './judge-answer.ts'
import { actionsIn, isBeginning, seenActions, untrueIn } from './shown-round.ts'

/** A day less than the house waits: what it answered may have come late. */
const LEFT_ALONE_MS = IDLE_AFTER_MS - 24 * 60 * 60 * 1_000

export type RoundRecord = OpenRecord | VerificationRecord

/** A round that this page did not see the end of, as its record tells it. */
export type RecordedRound = {
  record: RoundRecord
  /** What was shown of it before, if anything was. */
  hand: Hand | undefined
  held: Held | undefined
  /** In ms. */
  now: number
}

/**
 * Whether this page knows a record's rules; one from before a release may not.
 */
export function isReadable(record: RoundRecord): boolean {
  return movesOf(record) !== undefined
}

/**
 * What a record tells otherwise than what was promised and shown before.
 *
 * @throws where the record is not readable.
 */
export function recordMismatch(
  hashes: Hashes,
  round: RecordedRound,
): Mismatch | undefined {
  const { record, hand, held } = round
  const moves = movesOf(record)
  assert(moves !== undefined, 'only what can be read is judged')
  const broken = held && brokenBy(record, held)
  const what = broken ?? (hand && changed(record, hand, moves.bet))
  if (what || !isEnded(record)) return what
  const verdict = verifiedRecord(hashes, record)
  if (!verdict.checks.commitment) return 'server_seed'
  if (!(isProven(verdict) && verdict.isAsShown)) return 'outcome'
  if (hand && !isWhatWasSeen(moves, hand, round.now)) return 'actions'
  const shown = hand?.answers.map((answer) =>
    untrueIn(hashes, { ...moves, answer }, record),
  )
  return shown?.find((untrue) => untrue) ?? (held && seedMismatch(held))
}

type Moves = { game: Game; bet: Bet; actions: readonly Action[] }

function movesOf(record: RoundRecord): Moves | undefined {
  const { gameType, gameData } = record
  const game = gameOf({ gameType, rulesVersion: gameData.rulesVersion })
  const bet = game?.bet.safeParse(gameData.bet).data
  const told = isEnded(record) ? record.gameData.actions : undefined
  const actions = game && actionsIn(game, told)
  return bet && actions && { game, bet, actions }
}

export function isEnded(record: RoundRecord): record is VerificationRecord {
  return 'serverSeed' in record
}

/** Another browser of the player may have set a seed that was not seen here. */
function seedMismatch({ seedUse }: Held): Mismatch | undefined {
  if (seedUse === 'unseen') return 'client_seed'
  return seedUse === 'out_of_force' ? 'other_client_seed' : undefined
}

function brokenBy(
  { id, nonce, gameData }: RoundRecord,
  { pin, commitments, betAtNonce }: Held,
): Mismatch | undefined {
  const isPinned =
    gameData.epochRoot === pin.root &&
    gameData.serverSeedHash === commitments[nonce % EPOCH_SIZE]
  if (!isPinned) return 'commitment'
  return betAtNonce === null || betAtNonce === id ? undefined : 'nonce_reused'
}

function changed(
  record: RoundRecord,
  hand: Hand,
  bet: Bet,
): Mismatch | undefined {
  const { nonce, gameData } = record
  const { rulesVersion, serverSeedHash, weaker } = gameData
  const isOfRound = hand.answers.every((one) => {
    const clientSeed = isEnded(record) ? record.clientSeed : one.clientSeed
    const promised = { rulesVersion, nonce, serverSeedHash, weaker }
    return isOfOneSeed(one, { ...promised, clientSeed })
  })
  if (!isOfRound) return 'commitment'
  return isSameJson(hand.bet, bet) ? undefined : 'bet'
}

/**
 * Whether the round went on as it was seen to go, and nobody ended it too
 * early.
 */
function isWhatWasSeen(
  { game, actions }: Moves,
  { answers, actedAt }: Hand,
  now: number,
): boolean {
  const seen = seenActions(game, answers)
  const later = actions.slice(seen.length)
  const isLate = actedAt === undefined || now - actedAt >= LEFT_ALONE_MS
  return (
    isBeginning(seen, actions) && (isLate || !hasAutomaticAction(game, later))
  )
}

function hasAutomaticAction(
  { choices }: Game,
  actions: readonly Action[],
): boolean {
  const automaticAction = choices?.automaticAction({ reason: 'idle' })
  return (
    automaticAction !== undefined &&
    actions.some((one) => isSameJson(one, automaticAction))
  )
}
