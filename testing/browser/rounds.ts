import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import * as z from 'zod'
import { type PublicRecord, publicRecord } from '#core/evidence/round-record.ts'
import { kit as coinFlipKit } from '../../scripts/game-kits/coin-flip.ts'
import type { GameCall, GameKit } from '../../scripts/game-kits/game-kit.ts'
import { gameKits } from '../../scripts/game-kits/game-kits.ts'

const BET = 10

const answer = z.looseObject({
  transactionId: z.string(),
  step: z.int().default(0),
  legalActions: z.array(z.string()).default([]),
})
type GameAnswer = z.infer<typeof answer>

/** Sends the request of a game's button. */
async function play(page: Page, { path, body }: GameCall): Promise<GameAnswer> {
  const response = await page.request.post(`/api/games/${path}`, { data: body })
  expect(response.status(), await response.text()).toBe(200)
  return answer.parse(await response.json())
}

async function readRecord(page: Page, id: string): Promise<PublicRecord> {
  const response = await page.request.get(`/api/verify/${id}`)
  return publicRecord.parse(await response.json())
}

/** Plays a round, and returns its record. */
export async function endedRound(
  page: Page,
  { calls }: GameKit,
): Promise<PublicRecord> {
  let standing = await play(page, calls.start(BET))
  while (calls.steps && standing.legalActions.length > 0) {
    standing = await play(page, calls.steps.quick(standing))
  }
  return readRecord(page, standing.transactionId)
}

/** Starts a round and leaves it open. */
export async function openRound(page: Page): Promise<PublicRecord> {
  const { calls } = gameKits.find(({ game }) => game.choices) ?? coinFlipKit
  for (;;) {
    const { transactionId, legalActions } = await play(page, calls.start(BET))
    if (legalActions.length > 0) return readRecord(page, transactionId)
  }
}
