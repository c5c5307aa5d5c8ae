import { createHash } from 'node:crypto'
import { join } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { build, defineConfig, type HtmlTagDescriptor, type Plugin } from 'vite'
import { viteSingleFile } from 'vite-plugin-singlefile'

const apiUrl = process.env.API_URL ?? 'http://127.0.0.1:3000'

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwindcss(), preloadFonts(), verifyFile()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // The chunk of the browser wallets, which only comes when asked for.
    chunkSizeWarningLimit: 700,
  },
  server: {
    host: '127.0.0.1',
    fs: { allow: ['..'] },
    // With the short form Vite rewrites Host, and the API refuses every POST.
    proxy: {
      '/api': { target: apiUrl },
      '/ws': { target: apiUrl, ws: true },
    },
  },
})

/** The two faces every page shows: asked for with the page, not after its CSS. */
function preloadFonts(): Plugin {
  return {
    name: 'preload-fonts',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle = {} }) =>
        Object.keys(bundle)
          .filter((file) => /-latin-wght-normal-.*\.woff2$/.test(file))
          .map(
            (file): HtmlTagDescriptor => ({
              tag: 'link',
              attrs: {
                rel: 'preload',
                as: 'font',
                type: 'font/woff2',
                href: `/${file}`,
                crossorigin: '',
              },
              injectTo: 'head',
            }),
          ),
    },
  }
}

/** Builds verify.html beside the site: one file that needs neither site nor network. */
function verifyFile(): Plugin {
  return {
    name: 'verify-file',
    apply: 'build',
    async writeBundle({ dir }) {
      await build({
        root: import.meta.dirname,
        configFile: false,
        logLevel: 'error',
        publicDir: false,
        plugins: [react(), tailwindcss(), viteSingleFile(), ownPolicy()],
        build: {
          ...(dir && { outDir: dir }),
          emptyOutDir: false,
          modulePreload: false,
          rolldownOptions: { input: join(import.meta.dirname, 'verify.html') },
        },
      })
    },
  }
}

/** The file itself says that nothing but its own script runs, and that it asks nobody. */
function ownPolicy(): Plugin {
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
