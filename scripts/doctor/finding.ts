import { rpcFailure } from '../../api/src/platform/chain/nodes/rpc-failure.ts'

type Verdict = {
  /** `skip`: could not be checked from here, which is no fault. */
  mark: 'ok' | 'warn' | 'fail' | 'skip'
  text: string
  /** The repair to try. */
  action?: string
}

export type Finding = Verdict & { check: string }
type Outcome = string | Verdict

/**
 * Runs a check. One that returns a text found nothing wrong; one that throws has
 * failed, which `action` may repair.
 */
export async function finding(
  check: string,
  action: string,
  run: () => Outcome | Promise<Outcome>,
): Promise<Finding> {
  try {
    const outcome = await run()
    if (typeof outcome !== 'string') return { check, ...outcome }
    return { check, mark: 'ok', text: outcome }
  } catch (thrown) {
    // The message of an RPC error may contain a node's URL, and so its key.
    const error = rpcFailure(thrown)
    const text = error instanceof Error ? error.message : String(error)
    return { check, mark: 'fail', text, action }
  }
}

export function skip(text: string): Verdict {
  return { mark: 'skip', text }
}

export function warn(text: string, action: string): Verdict {
  return { mark: 'warn', text, action }
}

export function fail(text: string, action: string): Verdict {
  return { mark: 'fail', text, action }
}

/** Warns and fails above limits. */
export function below(
  value: number,
  limits: { warn: number; fail: number },
  text: string,
  action: string,
): Outcome {
  if (value > limits.fail) return fail(text, action)
  return value > limits.warn ? warn(text, action) : text
}
