/** One check of a record, and whether it holds. */
export function checkLine(holds: boolean, claim: string): string {
  return `  ${holds ? 'ok    ' : 'FAILED'}  ${claim}`
}
