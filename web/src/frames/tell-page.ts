import type { FrameMessage } from '../pages/frames/frame-messages.ts'

/** Tells the page around this one, which is of the same site. */
export function tellPage(message: FrameMessage): void {
  parent.postMessage(message, location.origin)
}
