import { expect, expectAccessible, test } from '../pages/test.ts';

test('a new user sees the lookup join', async ({ workspace, page }) => {
  await workspace.open();
  await expect(page).toHaveTitle(/Lookup join on a DataStream/);
  await expect(workspace.node('LogicalCorrelate')).toBeVisible();
  await expect(workspace.node('LogicalTableScan')).toHaveCount(2);
  await expect(workspace.node('LogicalCorrelate').getByText('PROCTIME', { exact: true })).toBeVisible();
  await expect(workspace.node('LogicalCorrelate').getByText('ROWTIME', { exact: true })).toBeVisible();
  await expect(workspace.stages.getByRole('button')).toHaveCount(18);
  await expect(page.getByRole('toolbar', { name: 'Statements' }).getByRole('button')).toHaveCount(3);
});

test('the page is accessible, light and dark', async ({ workspace, page }) => {
  await workspace.open();
  await expectAccessible(page);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('d');
  expect(await workspace.theme()).toBe('dark');
  await page.waitForTimeout(400);
  await expectAccessible(page);
});

test('all examples open with a plan or with an error that says where', async ({ workspace, page }) => {
  test.slow();
  await workspace.open();
  await page.getByRole('button', { name: 'Gallery' }).click();
  const dialog = page.getByRole('dialog', { name: 'Gallery' });
  await expect(dialog).toBeVisible();
  await expectAccessible(page);
  const names = await dialog.getByRole('listitem').locator('b').allInnerTexts();
  expect(names.length).toBeGreaterThan(30);
  await page.keyboard.press('Escape');
  for (const name of names) {
    await page.getByRole('button', { name: 'Gallery' }).click();
    await dialog.getByRole('button', { name }).first().click();
    await expect(page).toHaveTitle(`${name} · Planscope`);
    await expect(
      workspace.graph
        .or(page.locator('.message-card'))
        .or(page.getByRole('slider', { name: 'Timeline' }))
        .first(),
    ).toBeVisible();
  }
});

test('a script without a statement teaches what to do', async ({ workspace, page }) => {
  await workspace.open();
  await workspace.type('-- nothing yet');
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Delete');
  await expect(page.getByRole('heading', { name: 'Write a query to see its plan' })).toBeVisible();
  await page.getByRole('button', { name: 'Load the lookup join' }).click();
  await expect(workspace.node('LogicalCorrelate')).toBeVisible();
});
