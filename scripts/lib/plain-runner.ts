import {
  type ProcessRunner,
  spawnProcess,
  untilDone,
  untilReady,
} from './managed-process.ts'

/** Runs processes without a supervisor: the caller stops what it launched. */
export function plainRunner(logDir: string): ProcessRunner {
  return {
    launch: async (spec) => {
      const service = await spawnProcess(spec, logDir)
      await untilReady(service, spec)
      return service
    },
    run: async (spec) => untilDone(await spawnProcess(spec, logDir)),
  }
}
