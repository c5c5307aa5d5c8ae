import { existsSync } from 'node:fs'
import { join } from 'node:path'
import {
  createServer,
  isRunnableDevEnvironment,
  type Plugin,
  type Rolldown,
} from 'vite'
import { codeOf } from './page-code.ts'

const WEB = join(import.meta.dirname, '..')
/** No page that is for the signed-in shows anything before it knows. */
const WHO_PLAYS = '/api/user'

/**
 * Lists each page's title, description, picture, code, first request and
 * prerendered body, for the API to put into the page's HTML: programs that
 * preview links run no scripts, and browsers show at once what needs none.
 */
export function pageHeads(): Plugin {
  return {
    name: 'page-heads',
    apply: 'build',
    async generateBundle(_options, bundle) {
      const source = JSON.stringify(await heads(bundle))
      this.emitFile({ type: 'asset', fileName: 'pages.json', source })
    },
  }
}

async function heads(bundle: Rolldown.OutputBundle) {
  const server = await createServer({
    root: WEB,
    configFile: false,
    mode: 'production',
    appType: 'custom',
    server: { middlewareMode: true, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
  })
  const { ssr } = server.environments
  if (!isRunnableDevEnvironment(ssr)) throw new Error('Vite runs no modules')
  const { pages } =
    await ssr.runner.import<typeof import('../src/app/pages.ts')>(
      '/src/app/pages.ts',
    )
  const { pageTitle } = await ssr.runner.import<
    typeof import('../src/app/page-title.ts')
  >('/src/app/page-title.ts')
  const { prerendered } =
    await ssr.runner.import<typeof import('../src/prerender.tsx')>(
      '/src/prerender.tsx',
    )

  const listed = pages.map(async (page) => ({
    path: page.path,
    title: pageTitle(page.title),
    description: page.description,
    image: imageOf(page.path),
    // Whoever asks for the page is told of it: players are not.
    code: page.access === 'operators' ? [] : codeOf(page, bundle),
    asks: page.access === 'everyone' ? [] : [WHO_PLAYS],
    body: page.path.includes(':')
      ? { visitor: '', player: '' }
      : {
          visitor: await prerendered(page.path, false),
          player: await prerendered(page.path, true),
        },
  }))
  const all = await Promise.all(listed)
  await server.close()
  return all
}

/** The picture in `public/social` that is named after the page, or the site's. */
function imageOf(path: string): string {
  const [, name = ''] = /^\/([^/:]+)/.exec(path) ?? []
  const own = `/social/${name.toLowerCase()}.jpg`
  return existsSync(join(WEB, 'public', own)) ? own : '/social/general.jpg'
}
