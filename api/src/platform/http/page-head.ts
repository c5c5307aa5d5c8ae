import * as z from 'zod'

/** An entry of the list of pages that the web's build writes. */
export const pageHead = z.strictObject({
  /** In the syntax of routers: `/verify/:id` has a parameter. */
  path: z.string().startsWith('/'),
  title: z.string(),
  description: z.string(),
  /** The path of the preview picture. */
  image: z.string().startsWith('/'),
  /** Paths of scripts and styles that this page needs and others do not. */
  code: z.array(z.string().regex(/^\/.+\.(css|js)$/)),
  /** What of the API its code asks for first, as paths. */
  asks: z.array(z.string().startsWith('/api/')),
  /** HTML that the page shows before scripts run. */
  body: z.strictObject({ visitor: z.string(), player: z.string() }),
})
export type PageHead = z.infer<typeof pageHead>

/** The size of each preview picture, in pixels. */
const IMAGE = { width: 1_200, height: 630 }

/**
 * Gives the app's HTML the title, description and link preview of one page, and
 * links to its code and to what that asks for first: browsers load both beside
 * the app's code, not after it.
 *
 * @param body stands in the page until scripts run.
 * @see https://ogp.me
 */
export function withHead(
  html: string,
  head: PageHead,
  { site, body }: { site: URL; body: string },
): string {
  const title = escaped(head.title)
  const description = escaped(head.description)
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
      // Before all code: a browser has few connections to one server.
      .replace('<title>', () => `${askLinks(head)}<title>`)
      .replace('<div id="root">', (root) => `${root}${body}`)
  )
}

function linkPreview({ path, title, description, image }: PageHead, site: URL) {
  const properties = {
    'og:type': 'website',
    'og:site_name': 'Bendy Casino',
    'og:title': title,
    'og:description': description,
    // One entry with a parameter stands for many addresses.
    ...(!path.includes(':') && { 'og:url': new URL(path, site).href }),
    'og:image': new URL(image, site).href,
    'og:image:width': String(IMAGE.width),
    'og:image:height': String(IMAGE.height),
  }
  const metas = Object.entries(properties).map(
    ([name, content]) =>
      `<meta property="${name}" content="${escaped(content)}" />`,
  )
  // All else that X shows it takes from the properties above.
  const card = '<meta name="twitter:card" content="summary_large_image" />'
  return [...metas, card].join('')
}

/** Loads styles before the first paint where a body needs them. */
function codeLinks({ code }: PageHead, body: string): string {
  const style = body ? 'stylesheet' : 'preload'
  return code
    .map((path) =>
      path.endsWith('.js')
        ? `<link rel="modulepreload" crossorigin href="${escaped(path)}" />`
        : `<link rel="${style}" as="style" crossorigin href="${escaped(path)}" />`,
    )
    .join('')
}

/** With credentials, as the app itself asks: else the answer is not taken for it. */
function askLinks({ asks }: PageHead): string {
  return asks
    .map(
      (path) =>
        `<link rel="preload" as="fetch" crossorigin="use-credentials" href="${escaped(path)}" />`,
    )
    .join('')
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('"', '&quot;')
}
