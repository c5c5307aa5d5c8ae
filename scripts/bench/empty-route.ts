import express from 'express'

/**
 * What Express costs as it comes: a POST whose JSON body is parsed and whose
 * answer is empty JSON.
 */
const app = express()
app.get('/ready', (_req, res) => {
  res.end()
})
app.post('/empty', express.json(), (_req, res) => {
  res.json({})
})
app.listen(Number(process.env.PORT), '127.0.0.1')
