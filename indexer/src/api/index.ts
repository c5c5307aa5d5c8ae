import { Hono } from 'hono'

// Ponder requires an app; its own /health, /ready, /status and /metrics are
// all there is. Readers go to the database.
export default new Hono()
