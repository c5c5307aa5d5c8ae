import { join } from 'node:path'
import type { PluginOption, UserConfig } from 'vite'
import { viteSingleFile } from 'vite-plugin-singlefile'
import { ownPolicy } from './own-policy.ts'

const WEB = join(import.meta.dirname, '..')

/** Builds a page as one file that needs no others. */
export function singleFile(
  page: string,
  {
    plugins = [],
    allowed = [],
  }: { plugins?: PluginOption[]; allowed?: string[] } = {},
) {
  return {
    root: WEB,
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    plugins: [...plugins, viteSingleFile(), ownPolicy(allowed)],
    build: {
      emptyOutDir: false,
      modulePreload: false,
      rolldownOptions: { input: join(WEB, page) },
    },
  } satisfies UserConfig & { configFile: false }
}
