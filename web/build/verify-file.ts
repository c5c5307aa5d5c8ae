import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { build, type Plugin } from 'vite'
import { singleFile } from './single-file.ts'

/** Builds verify.html, one file that needs neither site nor network. */
export function verifyFile(): Plugin {
  return {
    name: 'verify-file',
    apply: 'build',
    async writeBundle({ dir }) {
      const config = singleFile('verify.html', {
        plugins: [react(), tailwindcss()],
        // Nodes that visitors enter.
        allowed: ['connect-src https: http:'],
      })
      await build({
        ...config,
        build: { ...config.build, ...(dir && { outDir: dir }) },
      })
    },
  }
}
