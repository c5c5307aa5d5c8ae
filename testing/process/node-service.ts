import type { ServiceSpec } from '../../scripts/process/managed-process.ts'

/** A service of one line of JavaScript, ready at once by default. */
export function nodeService(
  name: string,
  code: string,
  changes: Partial<ServiceSpec> = {},
): ServiceSpec {
  return {
    name,
    command: process.execPath,
    args: ['--eval', code],
    stopSignal: 'SIGTERM',
    stopWithinMs: 60_000,
    isReady: () => true,
    ...changes,
  }
}

export const RUN_ON = 'setInterval(() => {}, 1000)'

export const IGNORE_STOP = `process.on('SIGTERM', () => {}); ${RUN_ON}`
