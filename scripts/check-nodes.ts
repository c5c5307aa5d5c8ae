import { parseArgs } from 'node:util'
import { nodeUrls } from '#core/chain/chains.ts'
import { nodeReports, type Quota } from './check-nodes/node-verdicts.ts'
import { probeNodes } from './check-nodes/probe-nodes.ts'
import { LaunchError } from './cli/launch-error.ts'
import { runCommand } from './cli/run-command.ts'
import { loadSettings, toLaunchConfig } from './product/launch-config.ts'

const USAGE = 'npm run check:nodes -- [--quota <requests>/<day|month>]'
const DAYS = { day: 1, month: 30 }

// npm run check:nodes: reports how the product would run on the nodes of RPC_URL.
await runCommand(async () => {
  const { values } = parseArgs({ options: { quota: { type: 'string' } } })
  const quota = values.quota === undefined ? undefined : getQuota(values.quota)
  loadSettings()
  const { rpcUrl } = toLaunchConfig(process.env)
  if (!rpcUrl) throw new LaunchError('Set RPC_URL to the nodes to check.')
  const reports = nodeReports(await probeNodes(nodeUrls(rpcUrl)), quota)
  for (const { title, verdicts } of reports) {
    console.log(title)
    for (const { mark, text } of verdicts) {
      console.log(`  ${mark.padEnd(4)}  ${text}`)
    }
  }
  const isUsable = reports.every(({ verdicts }) =>
    verdicts.every(({ mark }) => mark !== 'no'),
  )
  if (!isUsable) process.exitCode = 1
})

function getQuota(text: string): Quota {
  const [, requests, unit] = /^(\d+)\/(day|month)$/.exec(text) ?? []
  if (unit !== 'day' && unit !== 'month') throw new LaunchError(USAGE)
  return { requests: Number(requests), days: DAYS[unit] }
}
