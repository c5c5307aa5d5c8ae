import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { pages } from '../web/src/app/pages.ts'
import { openBrowser } from './browser/open-browser.ts'
import { runCommand } from './cli/run-command.ts'
import { PROJECT_ROOT } from './product/launch-config.ts'

const FOLDER = join(PROJECT_ROOT, 'web/public/social')
/** Other proportions are cropped by sites. */
const SIZE = { width: 1_200, height: 630 }
const PLAYER = { username: 'Bea', password: 'only for pictures' }

const STYLE = `
  body { background: #281a45 !important; overflow: hidden }
  .social {
    position: fixed; inset: 0; display: grid; padding: 64px;
    grid-template-columns: 1fr 520px; gap: 56px; align-items: center;
  }
  .social h1 { color: #ffd23f; font-size: 96px; line-height: 1 }
  .social p { margin: 28px 0 40px; font-size: 38px; line-height: 1.3 }
  .social strong { color: #ff9d5c; font: 700 52px "Fredoka Variable" }
  .social .game-tile-art {
    height: 420px; padding: 48px;
    border: 8px solid #0a0414; border-radius: 48px; box-shadow: 0 12px 0 #0a0414;
  }
  .social svg { width: 100%; height: 100%; overflow: visible }
  .social .bendy { height: 440px }
`

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

/** Takes previews of shared links: one per tile of the lobby, and one of the site. */
async function takeSocialPictures(page: Page): Promise<string[]> {
  const taken: string[] = []
  for (const { path, title, description: text, ...rest } of pages) {
    if (!('tile' in rest)) continue
    const drawing = `[href="${path}"] .game-tile-art:has(svg)`
    const picture = { title, text, drawing }
    taken.push(await takePicture(page, path.slice(1), picture))
  }
  // Only visitors see the drawing of the site.
  await page.context().clearCookies()
  const general = await takePicture(page, 'general', {
    title: 'Bendy Casino',
    text: 'Play money, and a proof of every round in your own browser.',
    drawing: '.hero-bendy .bendy',
  })
  return [...taken, general]
}

type Composition = {
  title: string
  text: string
  /** Selector of the drawing next to the words. */
  drawing: string
}

async function takePicture(
  page: Page,
  name: string,
  picture: Composition,
): Promise<string> {
  await page.goto('/')
  await page.locator(picture.drawing).first().waitFor()
  await page.evaluate(compose, picture)
  await page.addStyleTag({ content: STYLE })
  await page.evaluate(() => document.fonts.ready)
  const path = join(FOLDER, `${name}.jpg`)
  await page.screenshot({ path, quality: 75, animations: 'disabled' })
  return path
}

/** Runs in the page; keeps only its fonts and colours. */
function compose({ title, text, drawing }: Composition): void {
  const art = document.querySelector(drawing)?.outerHTML
  document.documentElement.dataset.theme = 'dark'
  document.body.innerHTML = `<div class="social">
    <div><h1>${title}</h1><p>${text}</p><strong>bendy</strong></div>${art}
  </div>`
  const svg = document.querySelector<SVGSVGElement>('.social svg')
  if (!svg) return
  // Drawings have margins of different sizes.
  const { x, y, width, height } = svg.getBBox()
  svg.setAttribute('viewBox', [x, y, width, height].join(' '))
}
