import { type RefObject, useEffect } from 'react'
import { type FrameMessage, frameMessage } from '../../frames/frame-message.ts'

/** Hears what the page in a frame of our own tells, and nobody else. */
export function useFrameMessages(
  frame: RefObject<HTMLIFrameElement | null>,
  onMessage: (message: FrameMessage) => void,
): void {
  useEffect(() => {
    const hear = ({ source, data }: MessageEvent) => {
      if (!source || source !== frame.current?.contentWindow) return
      const message = frameMessage.safeParse(data)
      if (message.success) onMessage(message.data)
    }
    addEventListener('message', hear)
    return () => removeEventListener('message', hear)
  }, [frame, onMessage])
}
