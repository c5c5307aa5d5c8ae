import type { RequestHandler, Response } from 'express'

/** Lets only the signed-in pass and puts their id where {@link playerOf} finds it. */
export type RequirePlayer = RequestHandler

/** Who may pass. Those who only look wait where they don't keep bets waiting. */
export type Guards = Record<'requirePlayer' | 'requireBettor', RequirePlayer>

export function setPlayer(res: Response, userId: string): void {
  res.locals.playerId = userId
}

/** The signed-in player's id, behind {@link RequirePlayer}. */
export function playerOf(res: Response): string {
  return res.locals.playerId
}
