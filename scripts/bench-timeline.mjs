// The timeline's part of npm run bench: frame times while the playhead is dragged and while the picture is zoomed, on generated runs.
// Alone: node scripts/bench-timeline.mjs
import { createServer } from 'node:http';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join, resolve } from 'node:path';
import { CHROMIUM_FLAGS, findChromium } from './find-chromium.mjs';

const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };
const SIZES = [10_000, 100_000];
/** Width of the column with the lanes' names. */
const GUTTER = 166;

async function buildPage(root) {
  const { build } = await import('vite');
  const outDir = mkdtempSync(join(tmpdir(), 'planscope-timeline-'));
  await build({
    configFile: false,
    root: join(root, 'e2e', 'fixtures', 'timeline'),
    base: './',
    logLevel: 'warn',
    build: { outDir, emptyOutDir: true, target: 'es2022' },
  });
  return outDir;
}

function serveFolder(folder) {
  const server = createServer((request, response) => {
    const path = new URL(request.url, 'http://x').pathname;
    try {
      const body = readFileSync(join(folder, path === '/' ? 'index.html' : path));
      response.setHeader('content-type', TYPES[extname(path)] ?? 'text/html');
      response.end(body);
    } catch {
      response.statusCode = 404;
      response.end();
    }
  });
  return new Promise((done) => server.listen(0, '127.0.0.1', () => done(server)));
}

const percentile = (list, p) => [...list].sort((a, b) => a - b)[Math.min(list.length - 1, Math.floor(list.length * p))];
const told = (list) =>
  `median ${percentile(list, 0.5).toFixed(1)} ms, 95th percentile ${percentile(list, 0.95).toFixed(1)} ms, worst ${Math.max(...list).toFixed(1)} ms`;

/** Time between the frames of the page while `act` runs. */
async function frames(page, act) {
  await page.evaluate(() => {
    window.frameTimes = [];
    let last = performance.now();
    const frame = (now) => {
      window.frameTimes.push(now - last);
      last = now;
      window.frameRequest = requestAnimationFrame(frame);
    };
    window.frameRequest = requestAnimationFrame(frame);
  });
  await act();
  return page.evaluate(() => {
    cancelAnimationFrame(window.frameRequest);
    return window.frameTimes.slice(1);
  });
}

async function scrub(page) {
  const moves = 150;
  const right = 1440 - 60;
  await page.mouse.move(GUTTER + 12, 10);
  await page.mouse.down();
  for (let i = 0; i <= moves; i++) await page.mouse.move(GUTTER + 12 + ((right - GUTTER) * i) / moves, 10);
  await page.mouse.up();
}

async function zoom(page) {
  await page.mouse.move(700, 80);
  for (let i = 0; i < 60; i++) await page.mouse.wheel(0, i < 30 ? -120 : 120);
}

export async function benchTimeline(root, browser) {
  const folder = await buildPage(root);
  const server = await serveFolder(folder);
  const url = `http://127.0.0.1:${server.address().port}/`;
  console.log('\ntimeline, 1440 x 900, time between frames');
  for (const rows of SIZES) {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await page.goto(`${url}?rows=${rows}&step=10`);
    await page.locator('.timeline canvas').first().waitFor();
    await page.waitForTimeout(1000);
    console.log(`${String(rows).padStart(7)} events  scrub: ${told(await frames(page, () => scrub(page)))}`);
    console.log(`${' '.repeat(15)}  zoom:  ${told(await frames(page, () => zoom(page)))}`);
    await page.close();
  }
  server.close();
  rmSync(folder, { recursive: true, force: true });
}

if (process.argv[1] && resolve(process.argv[1]) === import.meta.filename) {
  const executablePath = findChromium();
  if (!executablePath) process.exit(1);
  const { chromium } = await import('playwright');
  const browser = await chromium.launch({ executablePath, args: CHROMIUM_FLAGS });
  await benchTimeline(resolve(import.meta.dirname, '..'), browser);
  await browser.close();
}
