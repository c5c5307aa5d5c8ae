import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { PROJECT_ROOT } from './lib/launch-config.ts'
import { openBrowser } from './lib/open-browser.ts'
import { runCommand } from './lib/run-command.ts'

// npm run pictures -- [url]: takes the README's picture from a running product,
// as a player of its own.

const PICTURE = join(PROJECT_ROOT, 'docs/pictures/coin-flip.png')
const SIZE = { width: 1_200, height: 750 }
const BET = '50'
const PLAYER = { username: 'Bea', password: 'only for pictures' }

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
  } finally {
    await browser.close()
  }
  console.log(PICTURE)
})

async function signIn({ request }: Page): Promise<void> {
  const registered = await request.post('/api/register', { data: PLAYER })
  if (registered.ok()) return
  const known = await request.post('/api/login', { data: PLAYER })
  if (!known.ok()) throw new Error(await known.text())
  await request.post('/api/user/reset-balance')
}

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
