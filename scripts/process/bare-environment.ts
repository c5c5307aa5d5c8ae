/**
 * What any program needs to run, and nothing else: no setting of this shell or
 * of a .env may lead a test or a measurement to somebody's database or chain.
 */
export function bareEnvironment(): NodeJS.ProcessEnv {
  const { PATH, HOME, NODE_COMPILE_CACHE } = process.env
  return { PATH, HOME, NODE_COMPILE_CACHE, ENV_FILE: '/dev/null' }
}
