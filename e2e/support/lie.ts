import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import {
  type CoinFlipAnswer,
  coinFlipAnswer,
} from '#core/schemas/coin-flip-answer.ts'
import { FLIP_PATH, flipHeads, sawShield } from './coin-flip.ts'
import { openPage } from './open-page.ts'
import { newPlayer } from './player.ts'
import { tamper } from './tamper.ts'

/** What does not come of the seeds. */
export const OUTCOME = 'The seeds lead to another result than the one shown.'

/** Opens the game, and waits until the browser has pinned and seeded its epoch. */
export async function openGame(): Promise<Page> {
  const page = await openPage()
  await newPlayer(page)
  await Promise.all([
    page.waitForResponse('**/api/fairness/client-seed'),
    page.goto('/coinflip'),
  ])
  return page
}

type Lie = {
  lie: (answer: CoinFlipAnswer) => object
  /** What the alarm says of it. */
  story: string
}

/** Claims that a lie about a flip is told loudly. */
export async function expectAlarm({ lie, story }: Lie): Promise<void> {
  const page = await openGame()
  await tamper(page, `**${FLIP_PATH}`, (body) => {
    const answer = coinFlipAnswer.parse(body)
    return { ...answer, ...lie(answer) }
  })
  const { answer } = await flipHeads(page)
  await sawShield(page, 'Does not match')
  const alarm = page.getByRole('alert').filter({ hasText: story })
  await alarm.getByRole('heading', { name: 'This does not add up' }).waitFor()
  const record = alarm.getByRole('link', { name: 'See the record' })
  expect(await record.getAttribute('href')).toBe(
    `/verify/${answer.transactionId}`,
  )
}
