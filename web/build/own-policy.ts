import { createHash } from 'node:crypto'
import type { Plugin } from 'vite'

/** Content security policy inside the file: only its own script, and no requests by default. */
export function ownPolicy(allowed: readonly string[] = []): Plugin {
  return {
    name: 'own-policy',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const page of Object.values(bundle)) {
          if (page.type !== 'asset' || !page.fileName.endsWith('.html'))
            continue
          const html = String(page.source)
          const policy = [
            "default-src 'none'",
            `script-src ${hashesOfScripts(html)}`,
            "style-src 'unsafe-inline'",
            'font-src data:',
            'img-src data:',
            ...allowed,
            "base-uri 'none'",
            "form-action 'none'",
          ].join('; ')
          const meta = `<meta http-equiv="Content-Security-Policy" content="${policy}" />`
          page.source = html.replace(/<head>/, (head) => head + meta)
        }
      },
    },
  }
}

function hashesOfScripts(html: string): string {
  return [...html.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g)]
    .map(([, code = '']) => createHash('sha256').update(code).digest('base64'))
    .map((hash) => `'sha256-${hash}'`)
    .join(' ')
}
