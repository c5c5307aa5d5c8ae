import type { Hashes } from '#core/fairness/hashes.ts'
import type { Action, Bet, Exposure, Game, Position } from '#core/games/game.ts'
import { Refusal } from '#core/refusals.ts'
import { type OpenRound, replayOf, shownRound } from './open-round.ts'
import type { PlacedMove } from './placed-move.ts'
import type { Cursor, PlayerSnapshot } from './player-snapshots.ts'

/** What a move comes to, before anything is drawn for it. */
export type PlannedMove = {
  placed: PlacedMove
  /** The round with the move made. */
  round: OpenRound
  isStart: boolean
  /** Coins that the player has put into the round before. */
  staked: number
  /** The most coins that the move asks of the player. */
  price: number
  exposure: Exposure
  /**
   * What the house has to keep for it beyond what it keeps already, in coins.
   */
  risk: number
}

export type Planning = { hashes: Hashes; snapshot: PlayerSnapshot; at: Cursor }

/** Plans a move. @throws illegal_action, round_open */
export function planMove(planning: Planning, placed: PlacedMove): PlannedMove {
  const { ask, game } = placed
  const open = planning.snapshot.open.get(game.gameType)
  if ('start' in ask) {
    if (!open) return plannedStart(planning, placed, ask.start)
    throw new Refusal('round_open', standing(planning, open))
  }
  if (!open)
    throw new Refusal('no_open_round', noRound(planning.snapshot, game))
  const { position } = replayOf(planning.hashes, open)
  const isSeen = ask.step === undefined || ask.step === open.actions.length
  if (!isSeen) throw new Refusal('round_moved_on', standing(planning, open))
  if (!open.game.steps?.allows(position, ask.act)) {
    throw new Refusal('illegal_action', standing(planning, open))
  }
  // A restore has revealed what such a round would draw.
  if (open.nonce < planning.snapshot.firstNonce && !isAutomatic(open, ask.act))
    throw new Refusal('round_ended_by_restore', standing(planning, open))
  return plannedAction(placed, { open, position, action: ask.act })
}

/** True for the action that ends an abandoned round. */
function isAutomatic({ game: { choices } }: OpenRound, act: Action): boolean {
  const automatic = choices?.automaticAction({ reason: 'idle' })
  return automatic?.action === act.action
}

/**
 * What the house does instead of a step that it can not cover.
 *
 * @param limit the most that it could lose, in coins.
 */
export function planAutomaticAction(
  { hashes, snapshot }: Planning,
  { placed }: PlannedMove,
  limit: number,
): PlannedMove | undefined {
  const { gameType, choices } = placed.game
  const open = snapshot.open.get(gameType)
  if (!('act' in placed.ask) || !open || !choices) return undefined
  const { position } = replayOf(hashes, open)
  const action = choices.automaticAction({
    reason: 'house_limit',
    limit,
    refused: placed.ask.act,
  })
  return plannedAction(placed, { open, position, action })
}

function plannedStart(
  { snapshot, at }: Planning,
  placed: PlacedMove,
  bet: Bet,
): PlannedMove {
  const { roundId: id, game } = placed
  const { clientSeed, weaker } = snapshot
  const { nonce, upcoming: seed } = at
  const exposure = game.exposure(bet)
  return {
    placed,
    round: {
      id,
      game,
      bet,
      actions: [],
      nonce,
      clientSeed,
      seed,
      weaker,
      held: 0,
    },
    isStart: true,
    staked: 0,
    price: bet.betAmount,
    exposure,
    risk: Math.max(0, exposure.loss),
  }
}

function plannedAction(
  placed: PlacedMove,
  step: { open: OpenRound; position: Position; action: Action },
): PlannedMove {
  const { open, position, action } = step
  const { choices } = open.game
  const { staked } = position
  const exposure = choices?.exposure(position, action) ?? { payout: 0, loss: 0 }
  return {
    placed,
    round: { ...open, actions: [...open.actions, action] },
    isStart: false,
    staked,
    price: choices?.price(position, action) ?? 0,
    exposure,
    risk: Math.max(0, exposure.loss - (open.held - staked)),
  }
}

function noRound({ balance }: PlayerSnapshot, { choices }: Game) {
  const state = { ...choices?.idle, legalActions: [], balance }
  return { legalActions: [], state }
}

/** Shows how the round really stands. */
function standing({ hashes, snapshot, at }: Planning, open: OpenRound) {
  const { position } = replayOf(hashes, open)
  const shown = shownRound(open, position, at.upcoming.commitment)
  const { legalActions = [] } = shown
  return { legalActions, state: { ...shown, balance: snapshot.balance } }
}
