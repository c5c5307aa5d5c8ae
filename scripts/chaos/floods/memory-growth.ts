import { residentMb } from './process-usage.ts'

const SAMPLE_EVERY_MS = 50
/** Where a flood is ended for the sake of the machine. */
const LIMIT_MB = 1_500

/** How far the resident memory of a process grows while it is watched. */
export class MemoryGrowth {
  peakMb = 0
  readonly #sampler: NodeJS.Timeout

  /** @param onLimit called when it has grown too far, to end what is the cause. */
  constructor(pid: number, onLimit: () => void) {
    const beforeMb = residentMb(pid)
    this.#sampler = setInterval(() => {
      this.peakMb = Math.max(this.peakMb, residentMb(pid) - beforeMb)
      if (this.peakMb >= LIMIT_MB) onLimit()
    }, SAMPLE_EVERY_MS)
  }

  stop(): void {
    clearInterval(this.#sampler)
  }
}
