/** A value as it is shown, or that there is none. */
export function orNotAvailable(value: string | number | undefined): string {
  return value === undefined || value === '' ? 'Not available' : String(value)
}
