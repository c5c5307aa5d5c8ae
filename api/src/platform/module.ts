import type { Server } from 'node:http'
import type { Serve } from './http/serve.ts'
import type { Job } from './jobs.ts'

/** Parts that a module adds to the API, each where it has one. */
export type Module = {
  /** Mounts its endpoints, before those of the modules that follow. */
  mount?: (serve: Serve) => void
  /** Listens on the server beside the requests. */
  attach?: (server: Server) => void
  /** Run beside the requests, by a process that serves. */
  jobs?: readonly Job[]
  /** First step of a stop: answers what is under way and takes nothing new. */
  drain?: () => Promise<void>
  /** When jobs have ended: gives back what other processes wait for. */
  release?: () => Promise<void>
  /** When the server closes: lets go of those who listen. */
  disconnect?: () => void
}
