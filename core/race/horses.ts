import * as z from 'zod/mini'

export const horseId = z.literal([1, 2, 3, 4], 'Choose one of the four horses')
export type HorseId = z.infer<typeof horseId>

export type Horse = {
  /** From 1; also its position in every list of positions. */
  id: HorseId
  name: string
  /** CSS color. */
  color: string
  /** True for the mascot of the token. */
  isSpecial?: boolean
}

/** Horses of every race, in the order of their ids. */
export const horses: readonly Horse[] = [
  { id: 1, name: 'Pokey', color: '#ff8a3d', isSpecial: true },
  { id: 2, name: 'Thunder Bolt', color: '#49c5ff' },
  { id: 3, name: 'Silver Arrow', color: '#c4c9d8' },
  { id: 4, name: 'Red Fury', color: '#f0443e' },
]

export function horseName(id: HorseId): string {
  return horses.find((horse) => horse.id === id)?.name ?? ''
}
