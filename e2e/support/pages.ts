import type { Page } from 'playwright-core'
import { blackjackAnswer } from '#core/schemas/blackjack-answer.ts'
import { chooseNextRound } from './chosen-round.ts'
import { flipHeads, sawShield } from './coin-flip.ts'
import { blackjackTable } from './hand-tables.ts'
import { move } from './move.ts'
import { openGame } from './open-game.ts'
import { newPlayer } from './player.ts'

/** Opens each page and waits until it shows what it is for. */
export const pages: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  '/': async (page) => {
    await page.goto('/')
    await page.getByRole('link', { name: 'Play Now' }).waitFor()
  },
  '/auth': async (page) => {
    await page.goto('/auth')
    await page.getByRole('button', { name: 'Get Bendy!' }).waitFor()
  },
  '/slots': async (page) => {
    await openGame(page, '/slots')
    await page.getByRole('button', { name: 'Spin' }).click()
    await page.getByText(/You (won|lost) .* coins?$/).waitFor()
    await sawShield(page, 'Proven fair')
  },
  '/hilo': async (page) => {
    await newPlayer(page)
    await page.goto('/hilo')
    await page.getByRole('button', { name: 'Start Game' }).click()
    await page.getByRole('button', { name: 'Skip 52 left' }).waitFor()
    await sawShield(page, 'Round open')
  },
  '/blackjack': async (page) => {
    const player = await newPlayer(page)
    await page.goto('/blackjack')
    await chooseNextRound({ page, player }, blackjackTable.isOf)
    await move(page, 'Deal', blackjackAnswer)
    await page.getByRole('button', { name: 'Hit', disabled: false }).waitFor()
    await sawShield(page, 'Round open')
  },
  '/coinflip': async (page) => {
    await openGame(page, '/coinflip')
    await flipHeads(page)
    await sawShield(page, 'Proven fair')
  },
  '/fairness': async (page) => {
    await page.goto('/fairness')
    await page.getByRole('heading', { name: 'Provably fair' }).waitFor()
  },
  '/verify/:id': async (page) => {
    await newPlayer(page)
    await page.goto('/coinflip')
    const { answer } = await flipHeads(page)
    await page.goto(`/verify/${answer.transactionId}`)
    await page.getByText('Verification Successful').waitFor()
  },
  '/verify.html': async (page) => {
    await page.goto('/verify.html')
    await page.getByRole('heading', { name: 'Drop a record here' }).waitFor()
  },
  'not found': async (page) => {
    await page.goto('/nowhere')
    await page.getByText('404 Page Not Found').waitFor()
  },
}
