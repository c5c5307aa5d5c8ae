// Answers a page that can not be fetched with a note, and nothing else: it
// stores no file and no answer of the API, so no player ever runs old code.

const NOTE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta http-equiv="refresh" content="5" />
    <title>Offline · Bendy Casino</title>
    <style>
      :root { color-scheme: light dark; }
      body {
        display: grid; place-content: center; justify-items: center;
        min-height: 100dvh; margin: 0; padding: 1.5rem; gap: 1rem;
        box-sizing: border-box; text-align: center;
        background: #1b1030; color: #fff4e0; font: 600 1.125rem/1.5 sans-serif;
      }
      h1 { margin: 0; font-size: 2rem; line-height: 1.1; }
      p { max-width: 26rem; margin: 0; }
      a {
        padding: 0.75rem 1.5rem; border: 3px solid #0a0414; border-radius: 16px;
        background: #ff8a3d; color: #1b1030; font-weight: 700;
        text-decoration: none; box-shadow: 0 5px 0 #0a0414;
      }
      @media (prefers-color-scheme: light) {
        body { background: #fff1d6; color: #23143f; }
        a { background: #fb7a28; border-color: #23143f; box-shadow: 0 5px 0 #23143f; }
      }
    </style>
  </head>
  <body>
    <h1>You are offline</h1>
    <p>Your coins and open rounds are safe: they live with the house, not on
      this device. This page opens by itself as soon as the house can be
      reached.</p>
    <a href="">Try again</a>
  </body>
</html>`

const HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy':
    "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
}

addEventListener('install', () => skipWaiting())

addEventListener('activate', (event) => event.waitUntil(clients.claim()))

addEventListener('fetch', (event) => {
  const { request } = event
  const isPage = request.mode === 'navigate' && request.method === 'GET'
  if (!isPage || new URL(request.url).pathname.startsWith('/api/')) return
  event.respondWith(
    fetch(request).catch(
      () => new Response(NOTE, { status: 503, headers: HEADERS }),
    ),
  )
})
