import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { openBrowser } from './browser/open-browser.ts'
import { runCommand } from './cli/run-command.ts'
import { signIn } from './pictures/player.ts'
import { takeSocialPictures } from './pictures/social-pictures.ts'
import { PROJECT_ROOT } from './product/launch-config.ts'

// npm run pictures -- [url]: takes the README's picture and those of shared links
// from a running product, as a player of its own.

const PICTURE = join(PROJECT_ROOT, 'docs/pictures/coin-flip.png')
const SIZE = { width: 1_200, height: 750 }
const BET = '50'

await runCommand(async () => {
  const [baseURL = 'http://localhost:3000'] = process.argv.slice(2)
  const browser = await openBrowser()
  try {
    // Still, so that no toss or confetti is caught halfway.
    const page = await browser.newPage({
      baseURL,
      viewport: SIZE,
      reducedMotion: 'reduce',
    })
    await signIn(page)
    await winFlip(page)
    await page.screenshot({ path: PICTURE, animations: 'disabled' })
    const social = await takeSocialPictures(page)
    console.log([PICTURE, ...social].join('\n'))
  } finally {
    await browser.close()
  }
})

/** Calls heads until the coin agrees. */
async function winFlip(page: Page): Promise<void> {
  const lost = page.getByText(/^Tails! You lost/)
  await page.goto('/coinflip')
  await page.getByLabel('Bet Amount').fill(BET)
  do {
    await page.getByRole('button', { name: 'Heads' }).click()
    await page.getByRole('img', { name: 'The coin is in the air' }).waitFor()
    await page.getByRole('img', { name: /^The coin: / }).waitFor()
  } while (await lost.isVisible())
  await page.getByRole('button', { name: 'Proven fair' }).waitFor()
  await page.getByText('Winner!', { exact: true }).waitFor()
}
