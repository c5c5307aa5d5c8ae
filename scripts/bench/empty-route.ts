import express from 'express'

/** Baseline: an Express route that parses a JSON body and returns empty JSON. */
const app = express()
app.get('/ready', (_req, res) => {
  res.end()
})
app.post('/empty', express.json(), (_req, res) => {
  res.json({})
})
app.listen(Number(process.env.PORT), '127.0.0.1')
