import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'vite'
import * as z from 'zod'
import { assert } from '#core/assert.ts'
import { atMost, type Measure, none } from '../cli/measures.ts'
import { orInterrupted } from '../cli/stop-request.ts'
import { gameKits } from '../game-kits/game-kits.ts'
import { PROJECT_ROOT } from '../product/launch-config.ts'

/** Strings that occur only in code loaded on demand. */
const ON_DEMAND = {
  wallet: /rainbowkit|wagmi|viem@/i,
  chart: /u-legend/,
}

const manifest = z.record(
  z.string(),
  z.object({
    file: z.string(),
    imports: z.array(z.string()).default([]),
  }),
)

/**
 * Measures the gzipped JavaScript that the landing page and the largest game need,
 * and the share of wallet and chart code.
 */
export async function bundleRows(): Promise<Measure[]> {
  const dist = mkdtempSync(join(tmpdir(), 'casino-bundle-'))
  try {
    const built = build({
      root: join(PROJECT_ROOT, 'web'),
      logLevel: 'error',
      build: { manifest: true, outDir: dist, emptyOutDir: true },
    })
    await orInterrupted(built)
    return sizes(dist)
  } finally {
    rmSync(dist, { recursive: true, force: true })
  }
}

function sizes(dist: string): Measure[] {
  const read = (file: string) => readFileSync(join(dist, file), 'utf8')
  const chunks = manifest.parse(JSON.parse(read('.vite/manifest.json')))

  /** Returns the scripts that the entries load before they are complete. */
  function scripts(...entries: string[]): string[] {
    const files = new Set<string>()
    const visit = (name: string) => {
      const chunk = chunks[name]
      if (!chunk) throw new Error(`${name} is not in the web's manifest`)
      if (files.has(chunk.file)) return
      files.add(chunk.file)
      chunk.imports.forEach(visit)
    }
    entries.forEach(visit)
    return [...files].filter((file) => file.endsWith('.js')).map(read)
  }

  const landing = scripts('index.html')
  const games = gameKits.map(({ folder }) => {
    const page = `src/games/${folder}/${folder}-page.tsx`
    return scripts('index.html', 'src/app/casino-shell.tsx', page)
  })
  const largest = Math.max(...games.map(kilobytes))
  const early = new Set([landing, ...games].flat())
  return [
    atMost('bundle_landing', kilobytes(landing), 'kB', 140),
    atMost('bundle_games', largest, 'kB', 180),
    ...Object.entries(ON_DEMAND).map(([name, mark]) => {
      const all = scripts(...Object.keys(chunks))
      const marked = all.filter((script) => mark.test(script))
      assert(marked.length > 0, `${name} code contains ${mark}`)
      const unasked = marked.filter((script) => early.has(script))
      return none(`bundle_${name}_unasked`, kilobytes(unasked), 'kB')
    }),
  ]
}

function kilobytes(scripts: readonly string[]): number {
  const bytes = scripts.reduce((sum, text) => sum + gzipSync(text).length, 0)
  return bytes / 1_000
}
