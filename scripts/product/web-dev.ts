import { join } from 'node:path'
import { answersOk } from '../process/answers-ok.ts'
import type { ProcessRunner } from '../process/managed-process.ts'
import { reachableUrl } from '../process/reachable-url.ts'
import { PROJECT_ROOT } from './launch-config.ts'

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
