import express from 'express'

/** What Express itself costs: a POST whose JSON body is parsed, and no more. */
const app = express()
app.disable('x-powered-by').disable('etag')
app.get('/ready', (_req, res) => {
  res.end()
})
app.post('/empty', express.json(), (_req, res) => {
  res.end()
})
app.listen(Number(process.env.PORT), '127.0.0.1')
