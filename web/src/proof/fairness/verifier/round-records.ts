import { DAY_MS } from '#core/durations.ts'
import {
  isOfRound,
  type VerificationRecord,
} from '#core/evidence/round-record.ts'
import { verifyRound } from '#core/evidence/verify-round.ts'
import { isSameJson } from '#core/fairness/canonical-json.ts'
import type { Hashes } from '#core/fairness/hashes.ts'
import {
  type Action,
  type Bet,
  type Game,
  IDLE_AFTER_MS,
} from '#core/games/game.ts'
import { findGame } from '#core/games/registry.ts'
import type { RoundRecord, VerifierOptions } from './fairness-api.ts'
import { type Hand, noteRecord } from './hands.ts'
import {
  brokenPin,
  isBeginning,
  isOfOneSeed,
  type Mismatch,
  type PinnedEpoch,
  parseActions,
  replayMismatch,
  seedMismatch,
  seenActions,
} from './judge-answer.ts'
import type { PinnedEpochs } from './pinned-epochs.ts'

/** A day less than the server waits: its last answer may have come late. */
const LEFT_ALONE_MS = IDLE_AFTER_MS - DAY_MS

export type RoundRecords = ReturnType<typeof roundRecords>

/** Judges rounds by their records if no answer showed their end. */
export function roundRecords(
  { player, hashes, store, hands, api, onAlarm }: VerifierOptions,
  epochs: PinnedEpochs,
) {
  /**
   * True if a record is of the requested round, under the nonce that it was
   * seen with. Otherwise raises the alarm: another round's record, even a true
   * one, would hide this one.
   */
  function isAnswerTo(id: string, record: RoundRecord): boolean {
    const { nonce } = record
    const seenAt = store.findNonce(id, nonce) ?? nonce
    if (isOfRound(record, id) && seenAt === nonce) return true
    onAlarm({ about: 'round', transactionId: id, what: 'other_record' })
    return false
  }

  /** @returns false if this page can't read the record; it is not judged then. */
  async function judge(record: RoundRecord): Promise<boolean> {
    const { id, nonce, gameData } = record
    // Another player may have signed in meanwhile.
    if (gameData.player !== player) throw new Error('Not of this player')
    const moves = findMoves(record)
    if (!moves) return false
    const clientSeed = isEnded(record) ? record.clientSeed : undefined
    const pinned = await epochs.findPinned({ nonce, clientSeed })
    const what = recordMismatch(hashes, {
      record,
      moves,
      pinned,
      hand: hands.find(id),
      now: Date.now(),
    })
    if (what) onAlarm({ about: 'round', transactionId: id, what })
    else store.noteBet(nonce, id)
    if (isEnded(record)) hands.drop(id)
    else noteRecord(hands, record)
    return true
  }

  async function judgeEnd(id: string): Promise<void> {
    const record = await api.record(id)
    if (record && isAnswerTo(id, record)) {
      await judge(record)
      return
    }
    if (!record) {
      onAlarm({ about: 'round', transactionId: id, what: 'record_missing' })
    }
    hands.drop(id)
  }

  return {
    isAnswerTo,
    judge,

    /**
     * Judges how hands ended that were open when this browser saw them last.
     * Hands that this page can't read are left to a newer release.
     *
     * @throws AggregateError of what failed, once the others are judged.
     */
    async judgeEnds(
      isOver: (id: string, gameType: string) => boolean,
    ): Promise<void> {
      const failures: unknown[] = []
      for (const id of hands.ids()) {
        const hand = hands.find(id)
        if (!hand || !isOver(id, hand.gameType)) continue
        await judgeEnd(id).catch((cause) => failures.push(cause))
      }
      if (failures.length > 0) throw new AggregateError(failures)
    },
  }
}

export function isEnded(record: RoundRecord): record is VerificationRecord {
  return 'serverSeed' in record
}

type Moves = { game: Game; bet: Bet; actions: readonly Action[] }

/** A round whose end this page did not see, as its record shows it. */
type RecordedRound = {
  record: RoundRecord
  moves: Moves
  hand: Hand | undefined
  pinned: PinnedEpoch | undefined
  /** In ms. */
  now: number
}

/** Parses a record's moves; undefined if this page does not know their rules. */
function findMoves(record: RoundRecord): Moves | undefined {
  const { gameType, gameData } = record
  const game = findGame({ gameType, rulesVersion: gameData.rulesVersion })
  const bet = game?.bet.safeParse(gameData.bet).data
  const recorded = isEnded(record) ? record.gameData.actions : undefined
  const actions = game && parseActions(game, recorded)
  return bet && actions && { game, bet, actions }
}

/** Returns how a record differs from what was promised and shown before. */
function recordMismatch(
  hashes: Hashes,
  { record, moves, hand, pinned, now }: RecordedRound,
): Mismatch | undefined {
  const { id, nonce, gameData } = record
  const { epochRoot, serverSeedHash } = gameData
  if (pinned && pinned.pin.root !== epochRoot) return 'commitment'
  const what =
    (pinned && brokenPin({ id, nonce, serverSeedHash }, pinned)) ??
    (hand && otherThanShown(record, hand, moves.bet))
  if (what || !isEnded(record)) return what
  const { failure } = verifyRound(record, { hashes })
  if (failure === 'commitment') return 'server_seed'
  if (failure && failure !== 'anchor') return 'outcome'
  if (hand && !isWhatWasSeen(moves, hand, now)) return 'actions'
  const shown = hand?.answers
    .map((answer) => replayMismatch(hashes, { ...moves, answer }, record))
    .find((mismatch) => mismatch !== undefined)
  return shown ?? (pinned && seedMismatch(pinned))
}

function otherThanShown(
  record: RoundRecord,
  hand: Hand,
  bet: Bet,
): Mismatch | undefined {
  const { nonce, gameData } = record
  const { rulesVersion, serverSeedHash, weaker } = gameData
  const isSeeded = hand.answers.every((one) => {
    const clientSeed = isEnded(record) ? record.clientSeed : one.clientSeed
    const promised = { rulesVersion, nonce, serverSeedHash, weaker }
    return isOfOneSeed(one, { ...promised, clientSeed })
  })
  if (!isSeeded) return 'commitment'
  return isSameJson(hand.bet, bet) ? undefined : 'bet'
}

/** True if the round went on as it was seen, and was not ended too early. */
function isWhatWasSeen(
  { game, actions }: Moves,
  { answers, actedAt }: Hand,
  now: number,
): boolean {
  const seen = seenActions(game, answers)
  if (!isBeginning(seen, actions)) return false
  if (actedAt === undefined || now - actedAt >= LEFT_ALONE_MS) return true
  const automatic = game.choices?.automaticAction({ reason: 'idle' })
  const later = actions.slice(seen.length)
  return !automatic || !later.some((one) => isSameJson(one, automatic))
}
