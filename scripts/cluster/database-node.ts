import { chownSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { databaseUrl } from '../postgres/embedded-postgres.ts'
import { postgresUser, runAs } from '../postgres/postgres-user.ts'
import {
  clearStalePostmaster,
  readPostmaster,
} from '../postgres/stale-postmaster.ts'
import { answersOk } from '../process/ports.ts'
import type { ProcessRunner } from '../process/supervisor.ts'
import { CLUSTER_CONFIG } from './cluster-files.ts'
import { type ClusterPart, freeAddress, type MakePart } from './cluster-part.ts'

export type DatabaseNode = ClusterPart & {
  /** Address of Patroni. */
  patroni: string
  /** Database URL of this node, the primary or not. */
  url: string
  isPrimary: () => Promise<boolean>
  /** True if the node follows the primary. */
  isStandby: () => Promise<boolean>
}

type NodeNeeds = {
  directory: string
  password: string
  /** Folder of PostgreSQL's programs. */
  programs: string
  atStop: ProcessRunner['atStop']
}

/** Prepares a PostgreSQL that Patroni runs. */
export async function openDatabaseNode(
  name: string,
  { directory, password, programs, atStop }: NodeNeeds,
  part: MakePart,
): Promise<DatabaseNode> {
  const [address, patroni] = [await freeAddress(), await freeAddress()]
  const folder = join(directory, name)
  const data = join(folder, 'postgres')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const user = postgresUser()
  if (user) chownSync(folder, user.uid, user.gid)
  // Patroni stops its PostgreSQL, unless it was killed.
  atStop(() => clearStalePostmaster(data))
  const args = [join(CLUSTER_CONFIG, 'patroni.yml')]
  const { start, ...rest } = part(
    address,
    {
      name,
      ...runAs({ command: 'patroni', args, user }, folder),
      env: {
        PATRONI_NAME: name,
        PATRONI_RESTAPI_LISTEN: patroni,
        PATRONI_RESTAPI_CONNECT_ADDRESS: patroni,
        PATRONI_POSTGRESQL_LISTEN: address,
        PATRONI_POSTGRESQL_CONNECT_ADDRESS: address,
        PATRONI_POSTGRESQL_DATA_DIR: data,
        PATRONI_POSTGRESQL_BIN_DIR: programs,
        PATRONI_POSTGRESQL_PGPASS: join(folder, 'pgpass'),
        PATRONI_SUPERUSER_USERNAME: 'postgres',
        PATRONI_SUPERUSER_PASSWORD: password,
        PATRONI_REPLICATION_USERNAME: 'replicator',
        PATRONI_REPLICATION_PASSWORD: password,
        // Patroni hides its own variables from programs that it calls.
        POSTGRES_PASSWORD: password,
      },
      isReady: () => answersOk(`http://${patroni}/health`),
    },
    () => {
      const postmaster = readPostmaster(data)
      return postmaster?.isOurs ? [postmaster.pid] : []
    },
  )
  return {
    ...rest,
    patroni,
    url: databaseUrl(password, Number(address.split(':')[1]), 'casino'),
    isPrimary: () => answersOk(`http://${patroni}/primary`),
    isStandby: () => answersOk(`http://${patroni}/replica`),
    async start() {
      await clearStalePostmaster(data)
      return start()
    },
  }
}
