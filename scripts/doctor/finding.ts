import { rpcFailure } from '../../api/src/platform/chain/nodes/rpc-failure.ts'

type Verdict = {
  /** `skip`: could not be checked from here, which is no fault. */
  mark: 'ok' | 'warn' | 'fail' | 'skip'
  text: string
  /** The repair to try. */
  action?: string
}

export type Finding = Verdict & { check: string }

/** Runs a check; one that throws has failed, which `action` may repair. */
export async function finding(
  check: string,
  action: string,
  run: () => Verdict | Promise<Verdict>,
): Promise<Finding> {
  try {
    return { check, ...(await run()) }
  } catch (thrown) {
    // The message of an RPC error may contain a node's URL, and so its key.
    const error = rpcFailure(thrown)
    const text = error instanceof Error ? error.message : String(error)
    return { check, mark: 'fail', text, action }
  }
}

export function ok(text: string): Verdict {
  return { mark: 'ok', text }
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
): Verdict {
  if (value > limits.fail) return fail(text, action)
  return value > limits.warn ? warn(text, action) : ok(text)
}
