// The browser half of npm run bench: sizes of the built app, link to visible graph, one step on the lookup join, frames of the timeline.
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { spawnSync } from 'node:child_process';
import { gzipSync } from 'node:zlib';
import { benchTimeline } from './bench-timeline.mjs';
import { CHROMIUM_FLAGS, findChromium } from './find-chromium.mjs';

const median = (list) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)];

function sizes(app) {
  const assets = join(app, 'assets');
  const html = readFileSync(join(app, 'index.html'), 'utf8');
  const first = new Set([...html.matchAll(/assets\/([^"']+\.(?:js|css))/g)].map((m) => m[1]));
  let before = gzipSync(html).length;
  console.log('\nbundle (gzip -9)');
  for (const name of readdirSync(assets)
    .filter((n) => /\.(js|css)$/.test(n))
    .sort()) {
    const size = gzipSync(readFileSync(join(assets, name)), { level: 9 }).length;
    if (first.has(name)) before += size;
    console.log(`${name.padEnd(46)} ${(size / 1024).toFixed(1).padStart(8)} kB${first.has(name) ? '  first load' : ''}`);
  }
  console.log(`first load before the editor: ${(before / 1024).toFixed(1)} kB (worker and editor come after)`);
}

export async function benchBrowser(root) {
  const built = spawnSync(process.execPath, [join(root, 'scripts', 'build.mjs'), '--quiet'], { stdio: 'inherit', cwd: root });
  if (built.status !== 0) process.exit(1);
  const app = join(root, 'dist', 'app');
  if (statSync(app).isDirectory()) sizes(app);
  const executablePath = findChromium();
  if (!executablePath) return;
  const { chromium } = await import('playwright');
  const { serve } = await import(`file://${join(root, 'dist', 'server', 'server.mjs')}`);
  const url = await serve({ folder: app, port: 4373 });
  const browser = await chromium.launch({ executablePath, args: CHROMIUM_FLAGS });
  const cold = [];
  for (let i = 0; i < 5; i++) {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    const page = await context.newPage();
    const start = Date.now();
    await page.goto(`${url}#/x/lookup-join-on-datastream`);
    await page.locator('.react-flow__node').first().waitFor();
    cold.push(Date.now() - start);
    await context.close();
  }
  console.log(`\nlink to visible graph, cold context, ${cold.length} runs: median ${median(cold)} ms (${cold.join(', ')})`);

  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.goto(`${url}#/x/lookup-join-on-datastream`);
  await page.locator('.react-flow__node').first().waitFor();
  await page.waitForTimeout(2500);
  await page
    .locator('[data-panel="plan-graph"], .react-flow')
    .first()
    .click({ position: { x: 8, y: 8 } });
  await page.keyboard.press('Home');
  // By processor time of the page's thread, so that other programs on the machine do not count. A key press only starts the work: React
  // renders in a later task, hence the wait before the clock is read.
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  const clocks = async () => {
    const { metrics } = await cdp.send('Performance.getMetrics');
    const of = (name) => 1000 * (metrics.find((m) => m.name === name)?.value ?? 0);
    return { script: of('ScriptDuration'), layout: of('LayoutDuration') + of('RecalcStyleDuration') };
  };
  const steps = [];
  for (let i = 0; i < 20; i++) {
    const before = await clocks();
    await page.keyboard.press('ArrowRight');
    await page.waitForTimeout(250);
    const after = await clocks();
    steps.push({ script: after.script - before.script, layout: after.layout - before.layout });
  }
  const told = (part) => {
    const list = steps.map((s) => s[part]);
    return `median ${median(list).toFixed(1)} ms, worst ${Math.max(...list).toFixed(1)} ms`;
  };
  console.log(`one step on the lookup join, 20 steps, processor time: script ${told('script')}; style and layout ${told('layout')}`);
  await benchTimeline(root, browser);
  await browser.close();
  process.exit(process.exitCode ?? 0);
}
