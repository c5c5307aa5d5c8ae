import { join } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import { build, type Plugin } from 'vite'

const WEB = join(import.meta.dirname, '..')
const PAGE = 'docs.html'

/** Swagger UI is one large file. */
const CHUNK_KB_MAX = 2_000

/** Builds the page of the API reference apart from the site, so that no page loads Swagger UI. */
export function referencePage(): Plugin {
  return {
    name: 'reference-page',
    async writeBundle({ dir }) {
      await build({
        root: WEB,
        configFile: false,
        logLevel: 'error',
        publicDir: false,
        plugins: [tailwindcss()],
        build: {
          ...(dir && { outDir: dir }),
          emptyOutDir: false,
          modulePreload: { polyfill: false },
          chunkSizeWarningLimit: CHUNK_KB_MAX,
          rolldownOptions: { input: join(WEB, PAGE) },
        },
      })
    },
    configureServer({ middlewares }) {
      middlewares.use((req, _res, next) => {
        if (req.url === '/docs') req.url = `/${PAGE}`
        next()
      })
    },
  }
}
