import { existsSync } from 'node:fs'
import { join } from 'node:path'
import {
  createServer,
  isRunnableDevEnvironment,
  type Plugin,
  type Rolldown,
} from 'vite'
import { getCode } from './page-code.ts'

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
  try {
    const { ssr } = server.environments
    if (!isRunnableDevEnvironment(ssr)) throw new Error('Vite runs no modules')
    const load = <Module>(file: string) => ssr.runner.import<Module>(file)
    type Pages = typeof import('../src/app/pages.ts')
    type Title = typeof import('../src/app/page.ts')
    type Prerender = typeof import('../src/prerender.tsx')
    const { pages } = await load<Pages>('/src/app/pages.ts')
    const { pageTitle } = await load<Title>('/src/app/page.ts')
    const { prerenderPage } = await load<Prerender>('/src/prerender.tsx')
    return await Promise.all(
      pages.map(async (page) => ({
        path: page.path,
        title: pageTitle(page.title),
        description: page.description,
        image: getImage(page.path),
        // Players get no names of operators' code.
        code: page.access === 'operators' ? [] : getCode(page, bundle),
        requests: page.access === 'everyone' ? [] : [WHO_PLAYS],
        body: page.path.includes(':')
          ? { visitor: '', player: '' }
          : {
              visitor: await prerenderPage(page.path, false),
              player: await prerenderPage(page.path, true),
            },
      })),
    )
  } finally {
    await server.close()
  }
}

/** The picture in `public/social` that is named after the page, or the site's. */
function getImage(path: string): string {
  const [, name = ''] = /^\/([^/:]+)/.exec(path) ?? []
  const own = `/social/${name.toLowerCase()}.jpg`
  return existsSync(join(WEB, 'public', own)) ? own : '/social/general.jpg'
}
