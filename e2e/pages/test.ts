import AxeBuilder from '@axe-core/playwright';
import { expect, test as base, type Page } from '@playwright/test';
import { Workspace } from './workspace.ts';

/** Collects what a page says that it should not: errors and warnings on the console, exceptions, requests that leave the origin. */
export function watch(page: Page): string[] {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(`${message.type()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => complaints.push(`exception: ${error.message}`));
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (/^https?:$/.test(url.protocol) && url.hostname !== '127.0.0.1' && url.hostname !== 'localhost')
      complaints.push(`request to ${url.hostname}`);
  });
  return complaints;
}

/** Fails with the list of what axe finds. */
export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze();
  expect(violations.map((violation) => `${violation.id}: ${violation.nodes.map((node) => node.target.join(' ')).join(' | ')}`)).toEqual([]);
}

/** A test with the workspace as its page; anything on the console fails it. */
export const test = base.extend<{ workspace: Workspace }>({
  workspace: async ({ page }, use) => {
    const complaints = watch(page);
    await use(new Workspace(page));
    expect(complaints).toEqual([]);
  },
});

export { expect };
