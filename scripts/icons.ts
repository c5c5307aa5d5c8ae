import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openBrowser } from './browser/open-browser.ts'
import { runCommand } from './cli/run-command.ts'
import { PROJECT_ROOT } from './product/launch-config.ts'

// npm run icons: draws the icons of the installed app from the favicon.

const PUBLIC = join(PROJECT_ROOT, 'web/public')
const NIGHT = '#281a45'

/** `share` is the part of the width that the drawing fills; masks may crop the rest. */
const ICONS = [
  { name: 'icon-192', px: 192, share: 1, background: 'transparent' },
  { name: 'icon-512', px: 512, share: 1, background: 'transparent' },
  { name: 'maskable-512', px: 512, share: 0.6, background: NIGHT },
  { name: 'apple-touch-180', px: 180, share: 0.72, background: NIGHT },
]

await runCommand(async () => {
  const drawing = readFileSync(join(PUBLIC, 'favicon.svg'), 'base64')
  const browser = await openBrowser()
  try {
    for (const { name, px, share, background } of ICONS) {
      const page = await browser.newPage({
        viewport: { width: px, height: px },
      })
      await page.setContent(`<body style="display:grid;place-items:center;margin:0;height:100vh;background:${background}">
        <img style="width:${share * 100}%;height:${share * 100}%" src="data:image/svg+xml;base64,${drawing}">`)
      await page
        .locator('img')
        .evaluate((image) =>
          image instanceof HTMLImageElement ? image.decode() : undefined,
        )
      const path = join(PUBLIC, 'icons', `${name}.png`)
      await page.screenshot({ path, omitBackground: true })
      console.log(path)
      await page.close()
    }
  } finally {
    await browser.close()
  }
})
