import { join } from 'node:path'
import { answersOk } from '../lib/answers-ok.ts'
import { PROJECT_ROOT } from '../lib/launch-config.ts'
import type { ProcessRunner } from '../lib/managed-process.ts'
import { reachableUrl } from '../lib/reachable-url.ts'

type WebParts = { host: string; port: number; apiUrl: string }

/** Starts Vite, which serves the web as it is being edited. */
export async function startWebDev(
  { host, port, apiUrl }: WebParts,
  runner: ProcessRunner,
): Promise<void> {
  const url = reachableUrl(host, port)
  await runner.launch({
    name: 'web-dev',
    command: join(PROJECT_ROOT, 'node_modules/.bin/vite'),
    args: ['web', '--host', host, '--port', String(port), '--strictPort'],
    cwd: PROJECT_ROOT,
    env: { API_URL: apiUrl },
    stopSignal: 'SIGTERM',
    stopWithinMs: 5000,
    isReady: () => answersOk(url),
  })
  console.log(`Web       ${url}, reloading as you edit`)
}
