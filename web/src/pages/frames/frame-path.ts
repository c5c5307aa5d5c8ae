/** Frames that request third parties, so that no page of the site has to. */
export const FRAMES = ['chart', 'price', 'swap'] as const
export type FrameName = (typeof FRAMES)[number]

export function framePath(name: FrameName): string {
  return `/frames/${name}.html`
}
