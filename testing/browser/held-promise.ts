/**
 * A promise that is awaited later. What fails before that fails the test, and
 * its rejection in the meantime does not fail the whole run besides.
 */
export function heldPromise<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined)
  return promise
}
