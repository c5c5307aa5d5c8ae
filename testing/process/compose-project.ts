import { execFile, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import * as z from 'zod'
import { PROJECT_ROOT } from '../../scripts/product/launch-config.ts'

const CLIENTS = [['docker', 'compose'], ['docker-compose']] as const

/** Command of Compose; undefined without one, or without a running Docker. */
export const compose = succeeds('docker', 'info')
  ? CLIENTS.find(([program, ...args]) => succeeds(program, ...args, 'version'))
  : undefined

const container = z.object({
  Id: z.string(),
  RestartCount: z.number(),
  Config: z.object({ User: z.string(), Env: z.array(z.string()) }),
  State: z.object({
    Status: z.string(),
    ExitCode: z.number(),
    Health: z.object({ Status: z.string() }).optional(),
  }),
  HostConfig: z.object({
    ReadonlyRootfs: z.boolean(),
    CapAdd: z.array(z.string()).nullable(),
    CapDrop: z.array(z.string()).nullable(),
    SecurityOpt: z.array(z.string()).nullable(),
    Memory: z.number(),
    NanoCpus: z.number(),
    PidsLimit: z.number().nullable(),
    RestartPolicy: z.object({ Name: z.string() }),
    LogConfig: z.object({ Config: z.record(z.string(), z.string()) }),
  }),
})
type Container = z.infer<typeof container>

/** docker-compose.yml under a project name and settings of its own. */
export class ComposeProject {
  readonly #name: string
  readonly #envFile: string

  /** @param envFile takes the place of .env */
  constructor(name: string, envFile: string) {
    this.#name = name
    this.#envFile = envFile
  }

  /** Runs a command of Compose, and returns its output. */
  compose(...args: string[]): Promise<string> {
    const [program = '', ...first] = compose ?? []
    const project = ['--project-name', this.#name, '--env-file', this.#envFile]
    return output(program, [...first, ...project, ...args])
  }

  /** Runs a command in a container of the service, and returns its output. */
  exec(service: string, ...command: string[]): Promise<string> {
    return this.compose('exec', '-T', service, ...command)
  }

  /** Returns the containers of a service, stopped ones included. */
  async containers(service: string): Promise<Container[]> {
    const label = 'label=com.docker.compose'
    const ofProject = ['--filter', `${label}.project=${this.#name}`]
    const ofService = ['--filter', `${label}.service=${service}`]
    const ids = await docker('ps', '-aq', ...ofProject, ...ofService)
    if (ids === '') return []
    const found = await docker('inspect', ...ids.trim().split('\n'))
    return z.array(container).parse(JSON.parse(found))
  }

  /** Returns true if all containers of a service run and pass their health check. */
  async isHealthy(service: string): Promise<boolean> {
    const all = await this.containers(service)
    const healthy = all.filter(({ State: { Status, Health } }) => {
      return Status === 'running' && Health?.Status === 'healthy'
    })
    return all.length > 0 && healthy.length === all.length
  }
}

/** Kills the program of a container from inside: Docker doesn't restart those it kills. */
export async function killProgram({ Id }: Container): Promise<void> {
  const kill = 'kill -9 $(cat /proc/1/task/1/children)'
  await docker('exec', Id, 'sh', '-c', kill)
}

export function docker(...args: string[]): Promise<string> {
  return output('docker', args)
}

/**
 * Lets containers reach a port of this machine's loopback interface until the
 * returned server closes, under the address of `host`.
 */
export async function openToContainers(port: number) {
  // Older versions of Docker show only the subnet of the default network.
  const shown = '{{with index .IPAM.Config 0}}{{or .Gateway .Subnet}}{{end}}'
  const address = await docker('network', 'inspect', 'bridge', '-f', shown)
  const host = address.trim().replace(/\.0\/\d+$/, '.1')
  const server = createServer((from) => {
    const to = connect(port, '127.0.0.1')
    from.on('error', () => to.destroy())
    to.on('error', () => from.destroy())
    from.pipe(to).pipe(from)
  })
  await once(server.listen(port, host), 'listening')
  return { host, server }
}

function output(program: string, args: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const options = { cwd: PROJECT_ROOT, maxBuffer: 100_000_000 }
    execFile(program, args, options, (error, stdout, stderr) => {
      if (!error) return resolve(stdout)
      reject(new Error(`${error.message}\n${stdout}${stderr}`))
    })
  })
}

function succeeds(program: string, ...args: string[]): boolean {
  return spawnSync(program, args).status === 0
}
