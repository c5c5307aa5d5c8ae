import { type RefObject, useEffect, useEffectEvent } from 'react'
import * as z from 'zod/mini'

/** Message of a framed page to the page around it. */
const frameMessage = z.discriminatedUnion('is', [
  z.strictObject({ is: z.literal('shown') }),
  z.strictObject({ is: z.literal('unreachable') }),
  z.strictObject({ is: z.literal('price'), priceUsd: z.number() }),
])
export type FrameMessage = z.infer<typeof frameMessage>

/** Receives messages of this frame only. */
export function useFrameMessages(
  frame: RefObject<HTMLIFrameElement | null>,
  onMessage: (message: FrameMessage) => void,
): void {
  const onOwn = useEffectEvent(onMessage)
  useEffect(() => {
    const onMessage = ({ source, data }: MessageEvent) => {
      if (!source || source !== frame.current?.contentWindow) return
      const message = frameMessage.safeParse(data)
      if (message.success) onOwn(message.data)
    }
    addEventListener('message', onMessage)
    return () => removeEventListener('message', onMessage)
  }, [frame])
}
