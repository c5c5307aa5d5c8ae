import { readdirSync } from 'node:fs'
import { readProc } from '../../process/system-processes.ts'

const KB_PER_MB = 1_024

/** Resident memory of a process; 0 when it is gone. */
export function residentMb(pid: number): number {
  const status = readProc(pid, 'status') ?? ''
  const [, kb = '0'] = /^VmRSS:\s+(\d+) kB$/m.exec(status) ?? []
  return Number(kb) / KB_PER_MB
}

/** How many files and connections a process has open. */
export function openDescriptors(pid: number): number {
  return readdirSync(`/proc/${pid}/fd`).length
}
