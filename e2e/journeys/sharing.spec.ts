import { expect, expectAccessible, test, watch } from '../pages/test.ts';
import { Workspace } from '../pages/workspace.ts';

test('a shared link opens at the same step, node and view in another browser', async ({ workspace, page, browser, baseURL }) => {
  await workspace.open('#/x/lookup-join-on-datastream?q=3&stage=temporal_join_rewrite&step=1');
  await workspace.node('LogicalJoin').click();
  await page.keyboard.press('Control+s');
  const dialog = page.getByRole('dialog', { name: 'Share this session' });
  await expect(dialog).toContainText('Nothing is uploaded');
  await expectAccessible(page);
  const link = await dialog.getByLabel('Link', { exact: true }).inputValue();
  expect(link.length).toBeLessThan(2000);
  expect(link).toContain('/#/v2/');

  const other = await browser.newContext({ baseURL });
  const fresh = await other.newPage();
  const complaints = watch(fresh);
  await fresh.goto(link);
  const there = new Workspace(fresh);
  await expect(there.node('LogicalJoin')).toHaveAttribute('data-state', 'new');
  await expect(there.node('LogicalJoin')).toHaveClass(/is-selected/);
  await there.expectStep(await workspace.stepNumber());
  await expect(there.stage('temporal_join_rewrite')).toHaveAttribute('aria-current', 'step');
  expect(complaints).toEqual([]);
  await other.close();
});

test('the address follows the cursor, and Back undoes a jump', async ({ workspace, page }) => {
  await workspace.open('#/x/lookup-join-on-datastream');
  await page.keyboard.press('ArrowRight');
  await expect(page).toHaveURL(/stage=temporal_join_rewrite&step=1/);
  await workspace.stage('physical').click();
  await expect(page).toHaveURL(/stage=physical/);
  await page.goBack();
  await expect(workspace.stage('temporal_join_rewrite')).toHaveAttribute('aria-current', 'step');
  await workspace.expectStep(1);
});

test('renamed identifiers keep the plan and lose the names', async ({ workspace, page }) => {
  await workspace.open('#/x/lookup-join-on-ddl');
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await page.getByRole('checkbox', { name: /Rename identifiers/ }).check();
  const link = await page.getByLabel('Link', { exact: true }).inputValue();
  await page.goto('about:blank');
  await page.goto(link);
  await expect(workspace.node('LogicalCorrelate')).toBeVisible();
  await expect(workspace.graph.getByText('LookupTable')).toHaveCount(0);
});

test('broken, newer and foreign links explain themselves and the page works', async ({ workspace, page }) => {
  await workspace.open('#/v1/this-is-not-a-payload');
  await expect(page.getByText(/damaged and cannot be read/)).toBeVisible();
  await expect(workspace.node('LogicalCorrelate')).toBeVisible();
  await page.goto('about:blank');
  await workspace.open('#/v9/AAAA?q=3');
  await expect(page.getByText(/newer Planscope \(format 9\)/)).toBeVisible();
  await page.goto('about:blank');
  await workspace.open('#/nowhere');
  await expect(page.getByText(/not a Planscope link/)).toBeVisible();
  await page.goto('about:blank');
  await workspace.open('#/x/lookup-join-on-datastream?q=3&stage=nope&step=99999&view=hologram');
  await expect(page.getByText(/names “view”/)).toBeVisible();
  await expect(workspace.graph).toBeVisible();
});
