import type { RequestHandler, Response } from 'express'

/** Lets only the signed-in pass and puts their id where {@link playerOf} finds it. */
export type RequirePlayer = RequestHandler

/** Who may pass. Those who only look wait where they don't keep bets waiting. */
export type Guards = Record<
  'requirePlayer' | 'requireBettor',
  RequirePlayer
> & {
  /** Lets everybody pass; {@link visitorOf} tells who is signed in. */
  admitVisitors: RequestHandler
}

export function setPlayer(res: Response, userId: string): void {
  res.locals.playerId = userId
}

/** The player's id, if somebody is signed in. */
export function visitorOf(res: Response): string | undefined {
  return res.locals.playerId
}

/** The signed-in player's id, behind {@link RequirePlayer}. */
export function playerOf(res: Response): string {
  return res.locals.playerId
}
