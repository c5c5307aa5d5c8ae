import type { Hash } from 'viem'
import { DomainError } from '#core/errors.ts'
import { seededStreams } from '#testing/server/seeded-entropy.ts'
import type { Config } from '../../api/src/config.ts'
import { openFeatures } from '../../api/src/features.ts'
import type { Feature } from '../../api/src/platform/feature.ts'
import type { Logger } from '../../api/src/platform/logger.ts'
import { openPlatform } from '../../api/src/platform/platform.ts'

/** What a process does with deposits, from its start to its end or death. */
export async function beginLifecycle(config: Config, log: Logger) {
  const entropyOf = seededStreams('model')
  const platform = await openPlatform({ ...config, log, entropyOf })
  const { deposits, ledger, rounds, sweep, wallet } = await openFeatures(
    platform,
    config,
  )
  const working: Feature[] = [deposits, wallet, sweep]
  const jobs = working.flatMap(({ jobs = [] }) => jobs)
  const { signal } = new AbortController()
  return {
    jobNames: () => jobs.map(({ name }) => name),
    run: async (name: string) =>
      jobs.find((job) => job.name === name)?.run(signal),
    recheck: async (userId: string, hash: Hash) => {
      await deposits.recheck?.recheck(userId, hash).catch((error: unknown) => {
        if (!(error instanceof DomainError)) throw error
      })
    },
    spend: (userId: string) => ledger.service.reset(userId),
    async end() {
      await rounds.drain()
      for (const { release } of working) await release?.()
      await platform.close()
    },
  }
}
