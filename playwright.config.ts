import { defineConfig } from '@playwright/test';

const url = process.env['PLANSCOPE_URL'];
const port = Number(process.env['PORT'] ?? 4173);

export default defineConfig({
  testDir: 'e2e/journeys',
  outputDir: 'test-results',
  timeout: 90_000,
  expect: { timeout: 15_000 },
  fullyParallel: true,
  workers: 2,
  retries: 0,
  reporter: [['list']],
  use: {
    baseURL: url ?? `http://127.0.0.1:${port}`,
    viewport: { width: 1440, height: 900 },
    colorScheme: 'light',
    trace: 'retain-on-failure',
    launchOptions: {
      executablePath: process.env['PLANSCOPE_CHROMIUM'] ?? process.env['CHROME_PATH'],
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  webServer: url === undefined ? { command: 'node scripts/start.mjs', port, timeout: 180_000, reuseExistingServer: true } : undefined,
});
