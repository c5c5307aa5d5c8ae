/** A failure the reader can act on: its message is printed as it is. */
export class LaunchError extends Error {
  override name = 'LaunchError'
}
