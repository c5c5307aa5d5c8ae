import { randomBytes } from 'node:crypto'
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Pool } from 'pg'
import { assert } from '#core/assert.ts'
import { orInterrupted } from '../cli/stop-request.ts'
import { startEmbeddedPostgres } from '../postgres/embedded-postgres.ts'
import { bareEnvironment } from '../process/bare-environment.ts'
import type { Part } from '../process/parts.ts'
import { answersOk, freePort } from '../process/ports.ts'
import {
  createSupervisor,
  type ManagedProcess,
  type ProcessRunner,
} from '../process/supervisor.ts'
import { startWatchdog } from '../process/watchdog.ts'

/** A process of the stage; it keeps its URL when restarted. */
export type StageProcess = { url: string; process: ManagedProcess }

/** PostgreSQL and API processes in a temporary folder, for measurements and faults. */
export class Stage {
  readonly directory = mkdtempSync(join(tmpdir(), 'casino-stage-'))
  readonly #logDir = join(this.directory, 'logs')
  /** Stops everything if this process is killed, databases last. */
  readonly #watchdog = startWatchdog()
  readonly #parts = new Map<string, readonly Part[]>([['databases', []]])
  readonly #databases = this.#supervise('databases')
  readonly #others = this.#supervise('others')
  readonly #password = randomBytes(16).toString('hex')

  /** Runs other processes until the stage closes. */
  readonly runner: ProcessRunner = this.#others

  #databasePort: number | undefined
  #database: ManagedProcess | undefined
  #pool: Pool | undefined

  /** Environment of the API processes, without PORT. */
  env: NodeJS.ProcessEnv & { DATABASE_URL: string } = {
    DATABASE_URL: '',
    SESSION_SECRET: randomBytes(32).toString('hex'),
    MASTER_KEYS: `1:${randomBytes(32).toString('hex')}`,
    LOG_LEVEL: 'warn',
    NODE_ENV: 'production',
  }

  constructor() {
    chmodSync(this.directory, 0o711)
    mkdirSync(this.#logDir)
  }

  #supervise(kind: string) {
    return createSupervisor({
      logDir: this.#logDir,
      env: bareEnvironment(),
      onParts: (parts) => {
        this.#parts.set(kind, parts)
        this.#watchdog.watch([...this.#parts.values()].flat())
      },
    })
  }

  /** Connections to the database until the stage closes. */
  get database(): Pool {
    const connectionString = this.env.DATABASE_URL
    this.#pool ??= new Pool({ connectionString, max: 4 })
      // A crash of the database ends idle ones.
      .on('error', () => undefined)
    return this.#pool
  }

  /** Starts the database, always on the same port and data. */
  async startDatabase(): Promise<void> {
    const { url, port, server } = await startEmbeddedPostgres(
      {
        directory: join(this.directory, 'postgres'),
        password: this.#password,
        ...(this.#databasePort && { port: this.#databasePort }),
      },
      this.#databases,
    )
    this.#databasePort = port
    this.#database = server
    this.env.DATABASE_URL = url
  }

  get databaseLog(): string {
    assert(this.#database !== undefined, 'the database was started')
    return this.#database.logFile
  }

  /** Ends the database without a checkpoint, as a power cut does. */
  async crashDatabase(): Promise<void> {
    if (!this.#database) return
    process.kill(this.#database.pid, 'SIGQUIT')
    await this.#database.ended
  }

  /** @param port restarts the process at this port */
  startApi(port?: number): Promise<StageProcess> {
    return this.startNode('api/src/main.ts', { port, readyPath: '/readyz' })
  }

  /** Starts a server of ours that listens on PORT. */
  async startNode(
    script: string,
    options: { port?: number | undefined; readyPath: string },
  ): Promise<StageProcess> {
    const port = options.port ?? (await freePort())
    const url = `http://127.0.0.1:${port}`
    const started = await this.runner.launch({
      name: `${script.replaceAll('/', '-')}-${port}`,
      args: [script],
      env: { ...this.env, PORT: String(port) },
      isReady: () => answersOk(`${url}${options.readyPath}`),
    })
    return { url, process: started }
  }

  /** Stops all processes and removes the folder. */
  async close(): Promise<void> {
    await this.#others.stop()
    await this.#pool?.end()
    await this.#databases.stop()
    this.#watchdog.release()
    rmSync(this.directory, { recursive: true, force: true })
  }
}

/** Calls `work` on a stage with its database, and closes it afterwards. */
export function onStage<T>(work: (stage: Stage) => Promise<T>): Promise<T> {
  return onEmptyStage(async (stage) => {
    await stage.startDatabase()
    return work(stage)
  })
}

/** Calls `work` on a stage where nothing runs, and closes it afterwards. */
export async function onEmptyStage<T>(
  work: (stage: Stage) => Promise<T>,
): Promise<T> {
  const stage = new Stage()
  try {
    return await orInterrupted(work(stage))
  } finally {
    await stage.close()
  }
}
