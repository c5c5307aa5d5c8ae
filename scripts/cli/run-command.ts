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
    const isInterrupted = error instanceof Interrupted
    if (!isInterrupted) console.error(isPlain(error) ? error.message : error)
    // Work that was given up may keep the event loop alive.
    process.exit(isInterrupted ? INTERRUPTED : 1)
  }
}

function isPlain(error: unknown): error is Error {
  return PLAIN.some((kind) => error instanceof kind)
}
