import { DomainError } from '../../core/errors.ts'
import { LaunchError } from './launch-error.ts'

/** Runs a command; what the user can mend is told in a sentence, a bug in full. */
export async function runCommand(command: () => Promise<void>): Promise<void> {
  try {
    await command()
  } catch (error) {
    process.exitCode = 1
    const isPlain = error instanceof LaunchError || error instanceof DomainError
    console.error(isPlain ? error.message : error)
  }
}
