import { join } from 'node:path'
import type { Rolldown } from 'vite'
import type { Page } from '../src/app/page.ts'

const WEB = join(import.meta.dirname, '..')
const CASINO_SHELL = '/src/app/casino-shell.tsx'
/** Returns the imports of a page's `load`, read from its source. */
const IMPORTED = /\("(\/src\/[^"]+)"\)/

/**
 * Returns the files that a page needs besides those of every page, as paths of the
 * site.
 *
 * @param page as imported by a runner of Vite, with module names in its imports
 */
export function getCode(page: Page, bundle: Rolldown.OutputBundle): string[] {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
  const files = new Set<string>()

  function add(chunk: Rolldown.OutputChunk | undefined): void {
    if (!chunk || files.has(chunk.fileName)) return
    files.add(chunk.fileName)
    for (const style of chunk.viteMetadata?.importedCss ?? []) files.add(style)
    for (const file of chunk.imports) {
      add(chunks.find(({ fileName }) => fileName === file))
    }
  }

  add(chunks.find(({ isEntry }) => isEntry))
  const always = new Set(files)
  for (const module of getModules(page)) {
    const path = join(WEB, module)
    const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId === path)
    if (!chunk) throw new Error(`${page.path}: no chunk begins with ${module}`)
    add(chunk)
  }
  return [...files]
    .filter((file) => !always.has(file))
    .map((file) => `/${file}`)
}

function getModules(page: Page): string[] {
  if (!('load' in page)) return []
  const [, own] = IMPORTED.exec(String(page.load)) ?? []
  if (!own) throw new Error(`${page.path}: its code names no module`)
  return page.frame === 'casino' ? [CASINO_SHELL, own] : [own]
}
