import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type HtmlTagDescriptor, type Plugin } from 'vite'
import { framePages } from './build/frame-pages.ts'
import { pageHeads } from './build/page-heads.ts'
import { referencePage } from './build/reference-page.ts'
import { verifyFile } from './build/verify-file.ts'

const apiUrl = process.env.API_URL ?? 'http://127.0.0.1:3000'

/**
 * A file each for what every page needs and for what games share: by itself the
 * bundler makes one for each few modules, which a phone waits for in turn.
 */
const groups = [
  { name: 'site', tags: ['$initial' as const], priority: 2 },
  {
    name: 'play',
    test: /[\\/](core[\\/](fairness|games|money)|web[\\/]src[\\/](lib|components[\\/](?!charts|dialog|drawer)|domain[\\/](autobet|bets|fairness|play|session)))/,
    minShareCount: 3,
    priority: 1,
  },
]

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    react(),
    tailwindcss(),
    preloadFonts(),
    referencePage(),
    verifyFile(),
    framePages(),
    pageHeads(),
  ],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // The chunk of the browser wallets, which only comes when asked for.
    chunkSizeWarningLimit: 700,
    rolldownOptions: { output: { codeSplitting: { groups } } },
  },
  server: {
    host: '127.0.0.1',
    fs: { allow: ['..'] },
    // With the short form Vite rewrites Host, and the API refuses every POST.
    proxy: {
      '/api': { target: apiUrl },
      '/ws': { target: apiUrl, ws: true },
      '/docs/openapi.json': { target: apiUrl },
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
