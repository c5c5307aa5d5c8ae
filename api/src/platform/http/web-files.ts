import { existsSync, globSync, readFileSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import express, { type Request, type RequestHandler, Router } from 'express'
import compressedBefore from 'express-static-gzip'
import * as z from 'zod'
import { SIGNED_IN_COOKIE } from '#core/api/account.ts'
import { notFound } from './error-handler.ts'
import { staticText } from './send.ts'

/** Serves the web build; the app routes every path without a file. */
export function webFiles(
  webDir: string,
  { site, framePolicy }: { site: URL; framePolicy: (frame: string) => string },
): Router {
  const router = Router()
  router.use(
    '/assets',
    compressedBefore(join(webDir, 'assets'), {
      enableBrotli: true,
      index: false,
      orderPreference: ['br'],
      serveStatic: { immutable: true, maxAge: '1y' },
    }),
    notFound,
  )
  for (const page of globSync(['docs.html', 'verify.html'], { cwd: webDir })) {
    router.get(getAddress(page), ownPage(join(webDir, page)))
  }
  // Each frame may embed only the third party that the site configures.
  for (const page of globSync('frames/*.html', { cwd: webDir })) {
    const narrowed = () =>
      `frame-ancestors 'self', ${framePolicy(basename(page, '.html'))}`
    router.get(getAddress(page), ownPage(join(webDir, page), narrowed))
  }
  router.use('/social', forAnySite)
  router.use(express.static(webDir, { index: false, maxAge: '1h' }))
  router.get('/{*path}', appPage(webDir, site))
  return router
}

const getAddress = (page: string) =>
  page === 'docs.html' ? '/docs' : `/${page}`

/** Other sites show the preview pictures. */
const forAnySite: RequestHandler = (_req, res, next) => {
  res.set('Cross-Origin-Resource-Policy', 'cross-origin')
  next()
}

const POLICY = /<meta http-equiv="Content-Security-Policy" content="([^"]+)"/

/**
 * Serves a built page that the app does not route. Its own policy replaces the
 * site's; a comma in the rest starts a second one that also applies.
 */
function ownPage(
  path: string,
  rest = () => "frame-ancestors 'none'",
): RequestHandler {
  const html = readFileSync(path, 'utf8')
  const [, policy] = POLICY.exec(html) ?? []
  const answer = staticText('html', html)
  return (req, res, next) => {
    if (policy) res.set('Content-Security-Policy', `${policy}; ${rest()}`)
    answer(req, res, next)
  }
}

/** Entry of `pages.json`, which the web build writes. */
const pageHead = z.strictObject({
  /** Route path, such as `/verify/:id`. */
  path: z.string().startsWith('/'),
  title: z.string(),
  description: z.string(),
  /** The path of the preview picture. */
  image: z.string().startsWith('/'),
  /** Paths of the page's own scripts and styles. */
  code: z.array(z.string().regex(/^\/.+\.(css|js)$/)),
  /** API paths that its code requests first. */
  requests: z.array(z.string().startsWith('/api/')),
  /** HTML that the page shows before scripts run. */
  body: z.strictObject({ visitor: z.string(), player: z.string() }),
})
type PageHead = z.infer<typeof pageHead>

/**
 * Serves the app with the requested page's head: link previews run no scripts.
 */
function appPage(webDir: string, site: URL): RequestHandler {
  const index = join(webDir, 'index.html')
  let build: { writtenAtMs: number; routes: Router } | undefined
  return async (req, res, next) => {
    const writtenAtMs = await stat(index).then(
      ({ mtimeMs }) => mtimeMs,
      () => undefined,
    )
    if (writtenAtMs === undefined) return next()
    if (build?.writtenAtMs !== writtenAtMs) {
      build = { writtenAtMs, routes: await pageRoutes(webDir, site) }
    }
    build.routes(req, res, next)
  }
}

/** Serves unknown paths as the start page, like the app's router. */
async function pageRoutes(webDir: string, site: URL): Promise<Router> {
  const index = await readFile(join(webDir, 'index.html'), 'utf8')
  const heads = await readHeads(webDir)
  const routes = Router()
  for (const head of heads) {
    const { body } = head
    const [visitor, player] = [body.visitor, body.player].map((shown) =>
      staticText('html', withHead(index, head, { site, body: shown })),
    )
    routes.get(head.path, (req, res, next) => {
      res.vary('Cookie')
      const answer = isSignedIn(req) ? player : visitor
      return answer?.(req, res, next)
    })
  }
  const start = heads.find(({ path }) => path === '/')
  const html = start ? withHead(index, start, { site, body: '' }) : index
  routes.get('/{*path}', staticText('html', html))
  return routes
}

/** Decides by the cookie that the page's scripts read. */
function isSignedIn({ headers: { cookie = '' } }: Request): boolean {
  return cookie.includes(`${SIGNED_IN_COOKIE}=`)
}

/** Returns no heads for a build without `pages.json`. */
async function readHeads(webDir: string) {
  const path = join(webDir, 'pages.json')
  if (!existsSync(path)) return []
  return z.array(pageHead).parse(JSON.parse(await readFile(path, 'utf8')))
}

const IMAGE = { width: 1_200, height: 630 }

/**
 * Adds title, description and link preview (https://ogp.me), and preloads code
 * and first API requests along with the app's code.
 */
function withHead(
  html: string,
  head: PageHead,
  { site, body }: { site: URL; body: string },
): string {
  const title = escapeHtml(head.title)
  const description = escapeHtml(head.description)
  return (
    html
      .replace(/<title>[^<]*<\/title>/, () => `<title>${title}</title>`)
      .replace(
        /<meta name="description"[^>]*>/,
        () => `<meta name="description" content="${description}" />`,
      )
      .replace(
        '</head>',
        () => `${linkPreview(head, site)}${codeLinks(head, body)}</head>`,
      )
      // Ahead of all code, because browsers open few connections to one server.
      .replace('<title>', () => `${requestLinks(head)}<title>`)
      .replace('<div id="root">', (root) => `${root}${body}`)
  )
}

function linkPreview({ path, title, description, image }: PageHead, site: URL) {
  const properties = {
    'og:type': 'website',
    'og:site_name': 'Bendy Casino',
    'og:title': title,
    'og:description': description,
    // A path with a parameter has no single URL.
    ...(!path.includes(':') && { 'og:url': new URL(path, site).href }),
    'og:image': new URL(image, site).href,
    'og:image:width': String(IMAGE.width),
    'og:image:height': String(IMAGE.height),
  }
  const metas = Object.entries(properties).map(
    ([name, content]) =>
      `<meta property="${name}" content="${escapeHtml(content)}" />`,
  )
  // X takes the rest from the properties above.
  const card = '<meta name="twitter:card" content="summary_large_image" />'
  return [...metas, card].join('')
}

/** Loads styles before the first paint of a body. */
function codeLinks({ code }: PageHead, body: string): string {
  const style = body ? 'stylesheet' : 'preload'
  return code
    .map((path) =>
      path.endsWith('.js')
        ? `<link rel="modulepreload" crossorigin href="${escapeHtml(path)}" />`
        : `<link rel="${style}" as="style" crossorigin href="${escapeHtml(path)}" />`,
    )
    .join('')
}

/** Preloads with credentials; browsers ignore a preload that differs from the request. */
function requestLinks({ requests }: PageHead): string {
  return requests
    .map(
      (path) =>
        `<link rel="preload" as="fetch" crossorigin="use-credentials" href="${escapeHtml(path)}" />`,
    )
    .join('')
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('"', '&quot;')
}
