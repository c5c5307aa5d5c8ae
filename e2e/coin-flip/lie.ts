import { expect } from 'vitest'
import {
  type CoinFlipAnswer,
  coinFlipAnswer,
} from '#core/games/coin-flip/coin-flip-answer.ts'
import { openGame } from '#testing/browser/open-game.ts'
import { openPage } from '#testing/browser/open-page.ts'
import { sawShield } from '#testing/browser/saw-shield.ts'
import { tamper } from '#testing/browser/tamper.ts'
import { FLIP_PATH, flipHeads } from './flip.ts'

/** What does not come of the seeds. */
export const OUTCOME = 'The seeds lead to another result than the one shown.'

type Lie = {
  lie: (answer: CoinFlipAnswer) => object
  /** What the alarm says of it. */
  story: string
}

/** Claims that a lie about a flip is told loudly. */
export async function expectAlarm({ lie, story }: Lie): Promise<void> {
  const page = await openPage()
  await openGame(page, '/coinflip')
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
