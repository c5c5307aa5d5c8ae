/** Formats a number with its noun, which takes an s: '1 coin', '2 coins'. */
export function countText(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
