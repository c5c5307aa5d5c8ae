import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'vite'
import * as z from 'zod'
import { type FoundKit, gameKits } from '../lib/game-kits.ts'
import { PROJECT_ROOT } from '../lib/launch-config.ts'
import { atMost, type Measure, rounded } from '../lib/measures.ts'
import { orInterrupted } from '../lib/stop-request.ts'

const LANDING_BAR_KB = 140
const GAMES_BAR_KB = 180

const manifest = z.record(
  z.string(),
  z.object({
    file: z.string(),
    imports: z.array(z.string()).default([]),
  }),
)
type Manifest = z.infer<typeof manifest>

/** The JavaScript that the landing page and the largest game need before they are complete, gzipped. */
export async function bundleRows(): Promise<Measure[]> {
  const dist = mkdtempSync(join(tmpdir(), 'casino-bundle-'))
  try {
    const built = build({
      root: join(PROJECT_ROOT, 'web'),
      logLevel: 'error',
      build: { manifest: true, outDir: dist, emptyOutDir: true },
    })
    await orInterrupted(built)
    return sizes(dist, await gameKits())
  } finally {
    rmSync(dist, { recursive: true, force: true })
  }
}

function sizes(dist: string, games: readonly FoundKit[]): Measure[] {
  const text = readFileSync(join(dist, '.vite/manifest.json'), 'utf8')
  const chunks = manifest.parse(JSON.parse(text))
  const sizeOf = (...entries: string[]) => kilobytes(dist, chunks, entries)
  return [
    atMost(LANDING_BAR_KB, {
      name: 'bundle_landing',
      value: sizeOf('index.html'),
      unit: 'kB',
    }),
    atMost(GAMES_BAR_KB, {
      name: 'bundle_games',
      value: Math.max(
        ...games.map(({ folder }) =>
          sizeOf('index.html', 'src/app/casino-shell.tsx', pageOf(folder)),
        ),
      ),
      unit: 'kB',
    }),
  ]
}

function pageOf(folder: string): string {
  return `src/features/${folder}/${folder}-page.tsx`
}

function kilobytes(dist: string, chunks: Manifest, entries: string[]): number {
  const files = new Set<string>()
  const visit = (name: string) => {
    const chunk = chunks[name]
    if (!chunk) throw new Error(`${name} is not in the web's manifest`)
    if (files.has(chunk.file)) return
    files.add(chunk.file)
    chunk.imports.forEach(visit)
  }
  entries.forEach(visit)
  const bytes = [...files].reduce(
    (sum, file) => sum + gzipSync(readFileSync(join(dist, file))).length,
    0,
  )
  return rounded(bytes / 1_000, 1)
}
