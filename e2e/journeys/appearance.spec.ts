import { expect, expectAccessible, test } from '../pages/test.ts';

test('dark, light and system', async ({ workspace, page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await workspace.open();
  expect(await workspace.theme()).toBe('dark');
  await page.getByRole('button', { name: 'Dark or light theme' }).click();
  expect(await workspace.theme()).toBe('light');
  await page.reload();
  await expect.poll(() => workspace.theme()).toBe('light');
  await page.getByRole('button', { name: 'Options' }).click();
  await page.getByRole('radio', { name: 'System' }).click();
  await expect.poll(() => workspace.theme()).toBe('dark');
  await expectAccessible(page);
});

test('reduced motion moves nothing', async ({ workspace, page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await workspace.open();
  await page.keyboard.press('ArrowRight');
  await expect(workspace.node('LogicalJoin')).toBeVisible();
  await expect(workspace.graph).not.toHaveClass(/is-animated/);
});

test('panels resize, go away and come back, and are remembered', async ({ workspace, page }) => {
  await workspace.open();
  const width = async (): Promise<number> => (await page.getByRole('region', { name: 'Script', exact: true }).boundingBox())!.width;
  const before = await width();
  const separator = page.getByRole('separator', { name: 'Size of the script' });
  await separator.focus();
  for (let i = 0; i < 2; i++) await page.keyboard.press('ArrowRight');
  await expect.poll(width).toBeGreaterThan(before);
  const after = await width();
  await page.reload();
  await expect(workspace.graph).toBeVisible();
  await expect.poll(async () => Math.abs((await width()) - after)).toBeLessThan(3);
  await page.keyboard.press('Control+b');
  await expect(page.getByRole('region', { name: 'Script', exact: true })).toBeHidden();
  await page.getByRole('button', { name: 'Show or hide the script' }).click();
  await expect(page.getByRole('region', { name: 'Script', exact: true })).toBeVisible();
});

test('a phone reads and steps', async ({ workspace, page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('./');
  await expect(workspace.node('LogicalCorrelate')).toBeVisible();
  await page.getByRole('button', { name: 'Next change' }).click();
  await expect(workspace.node('LogicalJoin')).toHaveAttribute('data-state', 'new');
  await expectAccessible(page);
  await page.getByRole('navigation', { name: 'Parts of the screen' }).getByRole('button', { name: 'Steps' }).click();
  await expect(workspace.stepRow(/LogicalCorrelateToJoin/)).toBeVisible();
  await page.getByRole('navigation', { name: 'Parts of the screen' }).getByRole('button', { name: 'SQL' }).click();
  await expect(page.getByText('FOR SYSTEM_TIME AS OF').first()).toBeVisible();
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
});

test('nothing is cut off at 1024 by 768', async ({ workspace, page }) => {
  await page.setViewportSize({ width: 1024, height: 768 });
  await workspace.open('#/x/temporal-join-versioned-table');
  await expect(page.getByRole('button', { name: 'Next step', exact: true })).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole('button', { name: 'Share', exact: true })).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole('radio', { name: 'Job graph' })).toBeInViewport({ ratio: 1 });
});
