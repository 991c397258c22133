import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  base: './',
  plugins: [react()],
  worker: { format: 'es' },
  test: {
    include: ['src/**/*.test.ts'],
    // Fuzz and golden tests take their time on a busy machine.
    testTimeout: 120_000,
  },
  build: {
    outDir: 'dist/app',
    emptyOutDir: true,
    target: 'es2022',
    // The editor is one lazy chunk of that size.
    chunkSizeWarningLimit: 4000,
  },
});
