import type { ServiceSpec } from '../../scripts/process/supervisor.ts'

/** A service of one line of JavaScript, ready at once by default. */
export function nodeService(
  name: string,
  code: string,
  changes: Partial<ServiceSpec> = {},
): ServiceSpec {
  return {
    name,
    args: ['--eval', code],
    isReady: () => true,
    ...changes,
  }
}

export const RUN_ON = 'setInterval(() => {}, 1000)'

export const IGNORE_STOP = `process.on('SIGINT', () => {}); ${RUN_ON}`
