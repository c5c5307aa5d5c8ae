import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import * as z from 'zod'
import {
  type PublicRecord,
  publicRecord,
} from '#core/schemas/verification-record.ts'

const hand = z.looseObject({
  transactionId: z.string(),
  outcome: z.optional(z.unknown()),
  gameState: z.optional(z.string()),
  legalActions: z.optional(z.array(z.string())),
})

/** Sends what a game's button would. */
async function play(page: Page, path: string, data: object = {}) {
  const answer = await page.request.post(`/api/games/${path}`, { data })
  expect(answer.status(), await answer.text()).toBe(200)
  return hand.parse(await answer.json())
}

async function recordOf(page: Page, id: string): Promise<PublicRecord> {
  const answer = await page.request.get(`/api/verify/${id}`)
  return publicRecord.parse(await answer.json())
}

/** Plays a round to its end, and gives its record. */
export const endedRounds: Readonly<
  Record<string, (page: Page) => Promise<PublicRecord>>
> = {
  'coin flip': async (page) => {
    const bet = { betAmount: 10, choice: 'heads' }
    const { transactionId } = await play(page, 'coinflip', bet)
    return recordOf(page, transactionId)
  },
  spin: async (page) => {
    const { transactionId } = await play(page, 'slot', { betAmount: 10 })
    return recordOf(page, transactionId)
  },
  'hand of blackjack': async (page) => {
    let { transactionId, legalActions } = await play(page, 'blackjack', {
      action: 'deal',
      betAmount: 10,
    })
    while (legalActions?.includes('stand')) {
      const next = await play(page, 'blackjack', { action: 'stand' })
      legalActions = next.legalActions
    }
    return recordOf(page, transactionId)
  },
  'run of hi-lo': async (page) => {
    const { transactionId } = await play(page, 'hilo/start', { betAmount: 10 })
    await play(page, 'hilo/skip')
    let { legalActions } = await play(page, 'hilo/play', { choice: 'higher' })
    while (legalActions?.includes('cashout')) {
      legalActions = (await play(page, 'hilo/cashout')).legalActions
    }
    return recordOf(page, transactionId)
  },
}

/** Starts a run of hi-lo, and leaves it open. */
export async function openRound(page: Page): Promise<PublicRecord> {
  const { transactionId } = await play(page, 'hilo/start', { betAmount: 10 })
  return recordOf(page, transactionId)
}
