import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import {
  type CoinFlipAnswer,
  coinFlipAnswer,
} from '#core/games/coin-flip/coin-flip-answer.ts'
import { FLIP_PATH, flipHeads } from './flip.ts'
import { sawShield } from './saw.ts'

type Json = Record<string, unknown>

export const FALSE_SEED = 'f00d'.repeat(16)

export function otherSide(side: unknown) {
  return side === 'heads' ? 'tails' : 'heads'
}

/** Changes each JSON answer on its way to the page. */
export async function tamper(
  page: Page,
  url: string,
  change: (answer: Json) => object,
): Promise<void> {
  await page.route(url, async (route) => {
    const response = await route.fetch()
    const json = await response.json()
    await route.fulfill({ response, json: { ...json, ...change(json) } })
  })
}

type TamperedFlip = {
  change: (answer: CoinFlipAnswer) => object
  /** What the alarm says of it. */
  story: string
}

/** Changes the answer to a flip, and claims that the page raises the alarm. */
export async function expectAlarm(
  page: Page,
  { change, story }: TamperedFlip,
): Promise<string> {
  await tamper(page, `**${FLIP_PATH}`, (body) =>
    change(coinFlipAnswer.parse(body)),
  )
  const { answer } = await flipHeads(page)
  await page.unroute(`**${FLIP_PATH}`)
  await sawShield(page, 'Does not match')
  const alarm = page.getByRole('alert').filter({ hasText: story })
  await alarm.getByRole('heading', { name: 'This does not add up' }).waitFor()
  const record = alarm.getByRole('link', { name: 'See the record' })
  const path = `/verify/${answer.transactionId}`
  expect(await record.getAttribute('href')).toBe(path)
  return path
}
