import { join } from 'node:path'
import { build } from 'vite'
import { PROJECT_ROOT } from '../product/launch-config.ts'

/**
 * What a browser verifies rounds by, built as the site is, in one script that
 * makes `verifier` known to a page (see in-browser.ts).
 */
export async function verifierScript(): Promise<string> {
  const entry = join(PROJECT_ROOT, 'scripts/browser/in-browser.ts')
  const built = await build({
    root: PROJECT_ROOT,
    configFile: false,
    logLevel: 'error',
    build: {
      lib: { entry, formats: ['iife'], name: 'verifier' },
      write: false,
    },
  })
  const outputs = [built]
    .flat()
    .flatMap((one) => ('output' in one ? one.output : []))
  const [script] = outputs.filter((one) => one.type === 'chunk')
  if (!script) throw new Error('The verifier was not built.')
  return script.code
}
