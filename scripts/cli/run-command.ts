import { WrongChain } from '../../api/src/platform/chain/nodes/chain-node.ts'
import { Refusal } from '../../core/refusals.ts'
import { LaunchError } from './launch-error.ts'
import { Interrupted } from './stop-request.ts'

/** Errors with a message for the user. */
const PLAIN = [LaunchError, Refusal, WrongChain]

/** Exit code of shells for Ctrl-C. */
const INTERRUPTED = 130

/** Runs a command. Prints the message of errors that the user can fix, others in full. */
export async function runCommand(command: () => Promise<void>): Promise<void> {
  try {
    await command()
  } catch (error) {
    // The interrupted work may keep the event loop alive.
    if (error instanceof Interrupted) process.exit(INTERRUPTED)
    process.exitCode = 1
    console.error(isPlain(error) ? error.message : error)
  }
}

function isPlain(error: unknown): error is Error {
  return PLAIN.some((kind) => error instanceof kind)
}
