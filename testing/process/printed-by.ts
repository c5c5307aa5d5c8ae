import { vi } from 'vitest'

/** Runs a command in this process, and returns its output. */
export async function captureOutput<T>(command: () => Promise<T>) {
  const log = vi.spyOn(console, 'log').mockReturnValue()
  const error = vi.spyOn(console, 'error').mockReturnValue()
  try {
    const result = await command()
    return { result, stdout: toText(log), stderr: toText(error) }
  } finally {
    log.mockRestore()
    error.mockRestore()
  }
}

function toText({ mock }: { mock: { calls: unknown[][] } }): string {
  return mock.calls.map(([line]) => `${line}\n`).join('')
}
