import { constants } from 'node:zlib'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compression, defineAlgorithm } from 'vite-plugin-compression2'
import { framePages } from './build/frame-pages.ts'
import { pageHeads } from './build/page-heads.ts'
import { referencePage } from './build/reference-page.ts'
import { trimEndpoints } from './build/trim-endpoints.ts'
import { verifyFile } from './build/verify-file.ts'

/** The best but one: the last two hundredths of a file take as long again. */
const BROTLI_QUALITY = 10

const apiUrl = process.env.API_URL ?? 'http://127.0.0.1:3000'

/**
 * A file each for what every page needs and for what games share: by itself the
 * bundler makes one for each few modules, which a phone waits for in turn.
 */
const groups = [
  { name: 'site', tags: ['$initial' as const], priority: 2 },
  {
    name: 'play',
    test: /[\\/](core[\\/](fairness|games|money|schemas)|web[\\/]src[\\/](lib|session|components[\\/](?!chart|dialog)|games[\\/]shared|proof[\\/]fairness[\\/](?!page)|site[\\/]feed))/,
    minShareCount: 2,
    priority: 1,
  },
]

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    react(),
    tailwindcss(),
    trimEndpoints(),
    referencePage(),
    verifyFile(),
    framePages(),
    pageHeads(),
    compression({
      include: /\.(css|js|svg)$/,
      algorithms: [
        defineAlgorithm('brotliCompress', {
          params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY },
        }),
        // Browsers accept brotli over https and on localhost only.
        'gzip',
      ],
    }),
  ],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // The chunk of the browser wallets, which only loads when needed.
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
