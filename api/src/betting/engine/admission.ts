import type { Hashes } from '#core/fairness/hashes.ts'
import type { Action, Position } from '#core/games/game.ts'
import { largestStake, requireBalance } from '#core/money/balance-limits.ts'
import type { Coins } from '#core/money/coins.ts'
import { Refusal } from '#core/refusals.ts'
import { requireWithinLimits } from '../../players/limits/limits.ts'
import type { PausesService } from '../pauses/pauses.service.ts'
import type { Bankroll } from './bankroll.ts'
import type { PlayerBatch } from './bets.ts'
import type { PendingMove, PlannedMove } from './moves.ts'
import { getReplay, type OpenRound, shownRound } from './open-round.ts'

export type AdmissionDeps = {
  hashes: Hashes
  bankroll: Bankroll
  pauses: Pick<PausesService, 'requireStart' | 'requireStep'>
}

/** The pot grows until a spin that hits it is decided. */
const POT_GROWTH = 2

/**
 * Plans a move that player and bankroll can afford. Depends on inputs only,
 * never on an outcome.
 *
 * @param batch the player's moves before it.
 * @throws Refusal
 */
export function admitMove(
  { hashes, bankroll, pauses }: AdmissionDeps,
  batch: PlayerBatch,
  pending: PendingMove,
): PlannedMove {
  const planned = planMove(hashes, batch, pending)
  const { exposure, isStart, price, round } = planned
  const { game, bet } = round
  const { gameType } = game
  const jackpot = game.jackpot ? POT_GROWTH * bankroll.pot() : 0
  const payout = Math.max(exposure.payout, jackpot)
  requireAllowed(pauses, batch, { gameType, isStart, price, payout })
  const free = Math.max(0, getFreeCoins(bankroll, batch, pending))
  if (planned.risk <= free) return planned
  const automatic = planAutomaticAction(hashes, batch, pending, free)
  if (automatic) return automatic
  throw houseLimit(bet.betAmount, (betAmount) => {
    return game.exposure({ ...bet, betAmount }).loss <= free
  })
}

/**
 * Refuses what a pause, limits or balance exclude, however earlier bets end.
 */
export function requireAllowed(
  pauses: AdmissionDeps['pauses'],
  batch: PlayerBatch,
  bet: { gameType: string; isStart: boolean; price: number; payout: number },
): void {
  const { snapshot, maxLoss, maxGain } = batch
  if (bet.isStart) pauses.requireStart(bet.gameType)
  else pauses.requireStep(bet.gameType)
  requireWithinLimits(bet, snapshot.limits, batch)
  requireBalance(bet, { balance: snapshot.balance, maxLoss, maxGain })
}

/** @param isCovered true for stakes that the bankroll can cover. */
export function houseLimit(
  requested: number,
  isCovered: (stake: Coins) => boolean,
): Refusal {
  return new Refusal('house_limit', {
    largestStake: largestStake(requested, isCovered),
  })
}

/** @throws illegal_action, round_open */
function planMove(
  hashes: Hashes,
  batch: PlayerBatch,
  pending: PendingMove,
): PlannedMove {
  const { move, game, roundId: id } = pending
  const { snapshot, end } = batch
  const open = snapshot.open.get(game.gameType)
  if ('start' in move) {
    if (open) throw new Refusal('round_open', getState(hashes, batch, open))
    const { start: bet } = move
    const { clientSeed, weaker } = snapshot
    const { nonce, upcoming: seed } = end
    const exposure = game.exposure(bet)
    return {
      pending,
      round: {
        id,
        game,
        bet,
        actions: [],
        nonce,
        clientSeed,
        seed,
        weaker,
        reserved: 0,
      },
      isStart: true,
      staked: 0,
      price: bet.betAmount,
      exposure,
      risk: Math.max(0, exposure.loss),
    }
  }
  if (!open) {
    const { balance } = snapshot
    const state = { ...game.choices?.idle, legalActions: [], balance }
    throw new Refusal('no_open_round', { legalActions: [], state })
  }
  const { position } = getReplay(hashes, open)
  const { act: action, step = open.actions.length } = move
  if (step !== open.actions.length)
    throw new Refusal('round_moved_on', getState(hashes, batch, open))
  if (!open.game.steps?.allows(position, action))
    throw new Refusal('illegal_action', getState(hashes, batch, open))
  // The restored database has revealed the draws of such a round.
  const isRevealed = open.nonce < snapshot.firstNonce
  const { choices } = open.game
  if (
    isRevealed &&
    choices?.automaticAction({ reason: 'idle' }).action !== action.action
  )
    throw new Refusal('round_ended_by_restore', getState(hashes, batch, open))
  return planAction(pending, { open, position, action })
}

/**
 * Plans the action that replaces a step of a larger loss than `limit` coins.
 */
function planAutomaticAction(
  hashes: Hashes,
  { snapshot }: PlayerBatch,
  pending: PendingMove,
  limit: number,
): PlannedMove | undefined {
  const { game, move } = pending
  const open = snapshot.open.get(game.gameType)
  if (!('act' in move) || !open || !game.choices) return undefined
  const { position } = getReplay(hashes, open)
  const action = game.choices.automaticAction({
    reason: 'house_limit',
    limit,
    refused: move.act,
  })
  return planAction(pending, { open, position, action })
}

function planAction(
  pending: PendingMove,
  step: { open: OpenRound; position: Position; action: Action },
): PlannedMove {
  const { open, position, action } = step
  const { choices } = open.game
  const { staked } = position
  const exposure = choices?.exposure(position, action) ?? { payout: 0, loss: 0 }
  return {
    pending,
    round: { ...open, actions: [...open.actions, action] },
    isStart: false,
    staked,
    price: choices?.price(position, action) ?? 0,
    exposure,
    risk: Math.max(0, exposure.loss - (open.reserved - staked)),
  }
}

function getFreeCoins(
  bankroll: Bankroll,
  { snapshot }: PlayerBatch,
  { game }: PendingMove,
): number {
  if (!game.choices) return bankroll.free()
  let reserved = 0
  for (const round of snapshot.open.values()) reserved += round.reserved
  return bankroll.freeToReserve(reserved)
}

/** Shows the open round to a player whose page is out of date. */
function getState(
  hashes: Hashes,
  { snapshot, end }: PlayerBatch,
  open: OpenRound,
) {
  const { position } = getReplay(hashes, open)
  const shown = shownRound(open, position, end.upcoming.commitment)
  const { legalActions = [] } = shown
  return { legalActions, state: { ...shown, balance: snapshot.balance } }
}
