// Finds a Chromium for the end-to-end tests: environment variable, PATH, usual places, Playwright's cache, else installs one.
import { execFileSync, spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, readdirSync } from 'node:fs';
import { homedir, platform } from 'node:os';
import { delimiter, join } from 'node:path';

/** Flags for every headless start: no sandbox in containers, no background traffic. */
export const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function fromEnvironment() {
  return ['CHROME_PATH', 'CHROMIUM_PATH', 'PLAYWRIGHT_CHROMIUM_EXECUTABLE_PATH']
    .map((k) => process.env[k])
    .find((p) => p && isExecutable(p));
}

function fromPath() {
  const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome', 'microsoft-edge'];
  const folders = (process.env.PATH ?? '').split(delimiter);
  for (const name of names) for (const folder of folders) if (isExecutable(join(folder, name))) return join(folder, name);
  return undefined;
}

function fromUsualPlaces() {
  const places = {
    linux: ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome', '/opt/google/chrome/chrome', '/snap/bin/chromium'],
    darwin: ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome', '/Applications/Chromium.app/Contents/MacOS/Chromium'],
    win32: [
      'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
      'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
    ],
  };
  return (places[platform()] ?? []).find(isExecutable);
}

function fromPlaywrightCache() {
  const roots = [
    process.env.PLAYWRIGHT_BROWSERS_PATH,
    join(homedir(), '.cache', 'ms-playwright'),
    join(homedir(), 'Library', 'Caches', 'ms-playwright'),
    join(homedir(), 'AppData', 'Local', 'ms-playwright'),
  ].filter((p) => p && existsSync(p));
  for (const root of roots) {
    const versions = readdirSync(root)
      .filter((n) => /^chromium(_headless_shell)?-\d+$/.test(n))
      .sort()
      .reverse();
    for (const v of versions) {
      for (const inner of [
        'chrome-linux/chrome',
        'chrome-linux64/chrome',
        'chrome-linux/headless_shell',
        'chrome-mac/Chromium.app/Contents/MacOS/Chromium',
        'chrome-win/chrome.exe',
      ]) {
        if (isExecutable(join(root, v, inner))) return join(root, v, inner);
      }
    }
  }
  return undefined;
}

function find() {
  return fromEnvironment() ?? fromPath() ?? fromUsualPlaces() ?? fromPlaywrightCache();
}

/** The path of a Chromium; installs one if there is none; undefined (with one clear line) if that failed as well. */
export function findChromium() {
  const found = find();
  if (found) return found;
  console.error('no Chromium found; trying to install one');
  spawnSync('npx', ['playwright', 'install', 'chromium'], { stdio: 'inherit', timeout: 180_000 });
  const downloaded = find();
  if (downloaded) return downloaded;
  if (platform() === 'linux' && process.getuid?.() === 0) {
    try {
      execFileSync('apt-get', ['update'], { stdio: 'ignore', timeout: 300_000 });
      execFileSync('apt-get', ['install', '-y', '--no-install-recommends', 'chromium'], { stdio: 'ignore', timeout: 600_000 });
    } catch {
      // The line below tells what to do.
    }
    const installed = find();
    if (installed) return installed;
  }
  console.error('The end-to-end tests need Chromium: install Chromium or Google Chrome, or set CHROME_PATH to its executable.');
  return undefined;
}
