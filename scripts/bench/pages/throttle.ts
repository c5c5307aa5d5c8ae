import type { CDPSession } from 'playwright-core'

/** A device and its network. */
export type Device = {
  name: string
  viewport: { width: number; height: number }
  deviceScaleFactor: number
  isMobile: boolean
  /** Factor by which the CPU is slower than this machine. */
  slowdown: number
  latencyMs: number
  kilobitsPerSecond: { down: number; up: number }
}

/**
 * Throttling of Lighthouse.
 *
 * @see https://github.com/GoogleChrome/lighthouse/blob/main/core/config/constants.js
 */
export const DEVICES: readonly Device[] = [
  {
    name: 'desktop',
    viewport: { width: 1_350, height: 940 },
    deviceScaleFactor: 1,
    isMobile: false,
    slowdown: 1,
    latencyMs: 40 * 3.75,
    kilobitsPerSecond: { down: 10_240 * 0.9, up: 10_240 * 0.9 },
  },
  {
    name: 'mobile',
    viewport: { width: 412, height: 823 },
    deviceScaleFactor: 1.75,
    isMobile: true,
    slowdown: 4,
    latencyMs: 150 * 3.75,
    kilobitsPerSecond: { down: 1_638.4 * 0.9, up: 675 },
  },
]

/** Slows a page down to the device. */
export async function throttle(
  session: CDPSession,
  { slowdown, latencyMs, kilobitsPerSecond: { down, up } }: Device,
): Promise<void> {
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: latencyMs,
    downloadThroughput: bytesPerSecond(down),
    uploadThroughput: bytesPerSecond(up),
  })
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
}

function bytesPerSecond(kilobits: number): number {
  return (kilobits * 1_024) / 8
}
