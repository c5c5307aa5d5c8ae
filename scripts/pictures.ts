import type { Page } from 'playwright-core'
import { openBrowser } from './browser/open-browser.ts'
import { runCommand } from './cli/run-command.ts'
import { takeSocialPictures } from './pictures/social-pictures.ts'

const SIZE = { width: 1_200, height: 750 }
const PLAYER = { username: 'Bea', password: 'only for pictures' }

// npm run pictures -- [url]: takes the previews of shared links from a running
// product, as a player of its own.
await runCommand(async () => {
  const [baseURL = 'http://localhost:3000'] = process.argv.slice(2)
  const browser = await openBrowser()
  try {
    // Without motion, so that no animation is caught halfway.
    const page = await browser.newPage({
      baseURL,
      viewport: SIZE,
      reducedMotion: 'reduce',
    })
    await signIn(page)
    console.log((await takeSocialPictures(page)).join('\n'))
  } finally {
    await browser.close()
  }
})

/** Signs in a player with a full balance. */
async function signIn({ request }: Page): Promise<void> {
  const registered = await request.post('/api/register', { data: PLAYER })
  if (registered.ok()) return
  const known = await request.post('/api/login', { data: PLAYER })
  if (!known.ok()) throw new Error(await known.text())
  await request.post('/api/user/reset-balance')
}
