import { WrongChain } from '../../api/src/platform/chain/nodes/wrong-chain.ts'
import { Refusal } from '../../core/refusals.ts'
import { LaunchError } from './launch-error.ts'
import { Interrupted } from './stop-request.ts'

/** Errors that are made for the reader. */
const PLAIN = [LaunchError, Refusal, WrongChain]

/** As shells say it of a program that Ctrl-C ended. */
const INTERRUPTED = 130

/** Runs a command; what the user can mend is told in a sentence, a bug in full. */
export async function runCommand(command: () => Promise<void>): Promise<void> {
  try {
    await command()
  } catch (error) {
    // The work that was given up may still wait for something.
    if (error instanceof Interrupted) process.exit(INTERRUPTED)
    process.exitCode = 1
    console.error(isPlain(error) ? error.message : error)
  }
}

function isPlain(error: unknown): error is Error {
  return PLAIN.some((kind) => error instanceof kind)
}
