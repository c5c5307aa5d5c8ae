/**
 * What any program needs to run, and nothing else: no setting of this shell or
 * of a .env may lead a test or a measurement to somebody's database or chain.
 */
export function bareEnvironment(): NodeJS.ProcessEnv {
  const { PATH, HOME } = process.env
  return { PATH, HOME, ENV_FILE: '/dev/null' }
}
