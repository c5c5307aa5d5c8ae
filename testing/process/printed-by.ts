import { vi } from 'vitest'

/** Runs a command in this process, and returns its output. */
export async function printedBy<T>(command: () => Promise<T>) {
  const log = vi.spyOn(console, 'log').mockReturnValue()
  const error = vi.spyOn(console, 'error').mockReturnValue()
  try {
    const result = await command()
    return { result, stdout: textOf(log), stderr: textOf(error) }
  } finally {
    log.mockRestore()
    error.mockRestore()
  }
}

function textOf({ mock }: { mock: { calls: unknown[][] } }): string {
  return mock.calls.map(([line]) => `${line}\n`).join('')
}
