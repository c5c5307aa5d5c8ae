import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { answersOk, freePort } from '../../scripts/process/ports.ts'
import { createSupervisor } from '../../scripts/process/supervisor.ts'

export const hasNatsServer =
  spawnSync('nats-server', ['--version']).status === 0

const USER = 'casino'

/** Starts NATS on this machine. `restart` kills it first, and may change the password. */
export async function startNatsServer() {
  const logDir = mkdtempSync(join(tmpdir(), 'casino-nats-'))
  const supervisor = createSupervisor({ logDir })
  const [port, monitor] = [await freePort(), await freePort()]
  let password = 'first'
  const start = () =>
    supervisor.launch({
      name: 'nats',
      command: 'nats-server',
      args: [
        '--addr=127.0.0.1',
        `--port=${port}`,
        `--http_port=${monitor}`,
        `--user=${USER}`,
        `--pass=${password}`,
      ],
      isReady: () => answersOk(`http://127.0.0.1:${monitor}/healthz`),
      isReplaceable: true,
    })
  let server = await start()
  return {
    url: `nats://${USER}:${password}@127.0.0.1:${port}`,
    async restart(nextPassword = password): Promise<void> {
      password = nextPassword
      process.kill(server.pid, 'SIGKILL')
      await server.ended
      server = await start()
    },
    async close(): Promise<void> {
      await supervisor.stop()
      rmSync(logDir, { recursive: true })
    },
  }
}
