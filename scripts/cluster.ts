import { setTimeout as sleep } from 'node:timers/promises'
import { openCluster } from './cluster/cluster.ts'
import type { ClusterPart } from './cluster/cluster-part.ts'
import { claimPort } from './process/ports.ts'
import { runProduct } from './product/run-product.ts'
import { loadSecrets } from './product/secrets.ts'
import {
  apiEnvironment,
  provideContracts,
  startIndexer,
  startLocalChain,
} from './product/start-parts.ts'
import { buildWeb } from './product/web.ts'

/** Long enough to see the others take over. */
const REBOOT_MS = 20_000

process.env.DATA_DIR ??= '.data/cluster'

// npm run cluster: the product on this machine with the programs of deploy/cluster.
// One that ends, or is killed, comes back later, as a machine that reboots does.
await runProduct(async (config, supervisor) => {
  const { dataDir, host } = config
  const port = await claimPort(host, config.port)
  const secrets = loadSecrets(dataDir)
  const cluster = await openCluster(
    { directory: dataDir, host, port, password: secrets.DATABASE_PASSWORD },
    supervisor,
  )
  const { apiEnv, apis, parts, urls } = cluster
  const ownUrl = `http://localhost:${port}`
  const [chain, webDir] = await Promise.all([
    startLocalChain(supervisor).then(({ url }) =>
      provideContracts(url, config, supervisor),
    ),
    buildWeb(supervisor),
    cluster.startDatabase(),
  ])
  const own = apiEnvironment({ config, secrets, chain, ownUrl, webDir })
  Object.assign(apiEnv, { ...own, ...apiEnv })
  await Promise.all([
    ...apis.map(({ start }) => start()),
    startIndexer({ databaseUrl: urls.direct, chain }, supervisor),
  ])
  const printPrimary = async () =>
    console.log(`Primary   ${(await cluster.primary()).name}`)
  for (const part of parts) {
    print(part)
    bringBack(part, supervisor.stopping, printPrimary).catch(console.error)
  }
  await printPrimary()
  console.log(`Ready: ${ownUrl}`)
})

function print({ name, address, pids }: ClusterPart): void {
  const kill = `kill -9 ${pids().join(' ')}`
  console.log(`${name.padEnd(9)} ${address.padEnd(16)} ${kill}`)
}

async function bringBack(
  part: ClusterPart,
  stopping: AbortSignal,
  printPrimary: () => Promise<void>,
) {
  for (;;) {
    const reason = await part.ended()
    if (stopping.aborted) return
    console.log(`${part.name} ${reason}, back in ${REBOOT_MS / 1_000} s`)
    await sleep(REBOOT_MS, undefined, { ref: false })
    if (stopping.aborted) return
    await part.start()
    print(part)
    await printPrimary()
  }
}
