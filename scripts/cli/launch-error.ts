/** A failure that the user can fix; only its message is printed. */
export class LaunchError extends Error {
  override name = 'LaunchError'
}
