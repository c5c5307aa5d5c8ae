import type { RequestHandler, Response } from 'express'
import type { OperatorScope } from '#core/api/endpoint.ts'

/** Refuses requests without access; {@link playerOf} gives the player of others. */
export type Guards = {
  requirePlayer: RequestHandler
  /** The same, over connections that bets don't share with reads. */
  requireBettor: RequestHandler
  /** Passes everyone. */
  admitVisitors: RequestHandler
  requireOperator: (scope: OperatorScope) => RequestHandler
}

export function setPlayer(res: Response, userId: string): void {
  res.locals.playerId = userId
}

/** The signed-in player's id; empty for visitors. */
export function playerOf(res: Response): string {
  return res.locals.playerId ?? ''
}
