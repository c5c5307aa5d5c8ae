import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Plugin, type Rolldown, runnerImport } from 'vite'
import { codeOf } from './page-code.ts'

const WEB = join(import.meta.dirname, '..')
/** No page that is for the signed-in shows anything before it knows. */
const WHO_PLAYS = '/api/user'

/**
 * Lists each page's title, description, picture, code and first question, for
 * the API to put into the page's HTML: programs that preview links run no
 * scripts, and browsers load sooner what they know of at once.
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

/** Runs the list of pages; their code, which it imports on demand, is not loaded. */
async function heads(bundle: Rolldown.OutputBundle) {
  const { pages } =
    await run<typeof import('../src/app/pages.ts')>('src/app/pages.ts')
  const { pageTitle } = await run<typeof import('../src/app/page-title.ts')>(
    'src/app/page-title.ts',
  )
  return pages.map((page) => ({
    path: page.path,
    title: pageTitle(page.title),
    description: page.description,
    image: imageOf(page.path),
    // Whoever asks for the page is told of it: players are not.
    code: page.access === 'operators' ? [] : codeOf(page, bundle),
    asks: page.access === 'everyone' ? [] : [WHO_PLAYS],
  }))
}

async function run<Module>(file: string): Promise<Module> {
  const own = { root: WEB, configFile: false } as const
  return (await runnerImport<Module>(join(WEB, file), own)).module
}

/** The picture in `public/social` that is named after the page, or the site's. */
function imageOf(path: string): string {
  const [, name = ''] = /^\/([^/:]+)/.exec(path) ?? []
  const own = `/social/${name.toLowerCase()}.jpg`
  return existsSync(join(WEB, 'public', own)) ? own : '/social/general.jpg'
}
