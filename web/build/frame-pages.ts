import { build, type Plugin } from 'vite'
import {
  FRAMES,
  type FrameName,
  framePath,
} from '../src/pages/frames/third-party-url.ts'
import { singleFile } from './single-file.ts'

/** Allows any https site; the API narrows it to the one in the settings. */
const ALLOWED = ["connect-src 'self' https:", 'frame-src https:']

/**
 * Builds the third-party frames, each with a policy of its own. In development
 * they are built on request, since Vite's own pages have none.
 */
export function framePages(): Plugin {
  return {
    name: 'frame-pages',
    async writeBundle({ dir }) {
      for (const name of FRAMES) {
        const config = toConfig(name)
        await build({
          ...config,
          build: { ...config.build, ...(dir && { outDir: dir }) },
        })
      }
    },
    configureServer({ middlewares }) {
      for (const name of FRAMES) {
        middlewares.use(framePath(name), async (_req, res, next) => {
          try {
            const html = await framePage(name)
            res.setHeader('Content-Type', 'text/html; charset=utf-8').end(html)
          } catch (error) {
            next(error)
          }
        })
      }
    },
  }
}

/** The whole page of a frame. */
async function framePage(name: FrameName): Promise<string> {
  const config = toConfig(name)
  const output = await build({
    ...config,
    build: { ...config.build, write: false },
  })
  const files = 'output' in output ? output.output : []
  const page = files.find(({ fileName }) => fileName.endsWith('.html'))
  return page?.type === 'asset' ? String(page.source) : ''
}

function toConfig(name: FrameName) {
  return singleFile(`frames/${name}.html`, { allowed: ALLOWED })
}
