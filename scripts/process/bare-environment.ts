/**
 * Returns the variables that every program needs, so that no setting of the shell
 * or .env leads tests and measurements to another database or chain.
 */
export function bareEnvironment(): NodeJS.ProcessEnv {
  const { PATH, HOME, NODE_COMPILE_CACHE } = process.env
  return { PATH, HOME, NODE_COMPILE_CACHE, ENV_FILE: '/dev/null' }
}
