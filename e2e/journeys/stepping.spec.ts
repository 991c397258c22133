import { expect, test } from '../pages/test.ts';

test('by keyboard: LogicalCorrelate, LogicalJoin, PROCTIME_MATERIALIZE, LookupJoin', async ({ workspace }) => {
  await workspace.open('#/x/lookup-join-on-datastream');
  await expect(workspace.node('LogicalCorrelate')).toBeVisible();

  await workspace.pressUntil('n', async () => (await workspace.node('LogicalJoin').count()) > 0);
  await expect(workspace.stage('temporal_join_rewrite')).toHaveAttribute('aria-current', 'step');
  await expect(workspace.node('LogicalJoin')).toHaveAttribute('data-state', 'new');
  await expect(workspace.node('LogicalJoin')).toContainText('in place of LogicalCorrelate');
  await expect(workspace.node('LogicalJoin').locator('ins')).toContainText('=($0, $5)');
  await expect(workspace.node('LogicalFilter')).toHaveAttribute('data-state', 'removed');
  await expect(workspace.details).toContainText('LogicalCorrelateToJoinFromLookupTableRuleWithFilter');
  await expect(workspace.stepRow(/LogicalCorrelateToJoinFromLookupTableRuleWithFilter/)).toHaveAttribute('aria-selected', 'true');

  await workspace.pressUntil('n', async () => (await workspace.stage('time_indicator').getAttribute('aria-current')) === 'step');
  await expect(workspace.node('FlinkLogicalCalc')).toContainText('PROCTIME_MATERIALIZE(proctime)');
  await expect(workspace.node('FlinkLogicalCalc')).toContainText('proctime becomes a plain value here');

  await workspace.pressUntil('n', async () => (await workspace.node('LookupJoin').count()) > 0);
  await expect(workspace.stage('physical')).toHaveAttribute('aria-current', 'step');
  await expect(workspace.node('LookupJoin')).toContainText('lookup=[id=a]');
});

test('a node that survives a step stays where it is', async ({ workspace, page }) => {
  await workspace.open('#/x/lookup-join-on-datastream?q=3&stage=temporal_join_rewrite');
  const before = await workspace.node('LogicalProject').boundingBox();
  await page.keyboard.press('ArrowRight');
  await expect(workspace.node('LogicalJoin')).toBeVisible();
  await page.waitForTimeout(500);
  const after = await workspace.node('LogicalProject').boundingBox();
  expect(Math.abs(after!.x - before!.x)).toBeLessThan(1);
});

test('buttons, list, strip and ends lead to the same places', async ({ workspace, page }) => {
  await workspace.open('#/x/lookup-join-on-datastream');
  await page.getByRole('button', { name: 'Next step', exact: true }).click();
  await workspace.expectStep(1);
  await page.getByRole('button', { name: 'Previous step', exact: true }).click();
  await workspace.expectStep(0);
  await workspace.stepRow(/ProjectRemoveRule/).click();
  await expect(workspace.stage('project_rewrite')).toHaveAttribute('aria-current', 'step');
  await workspace.stage('physical').click();
  await expect(workspace.stage('physical')).toHaveAttribute('aria-current', 'step');
  await page.getByRole('button', { name: 'Last step' }).click();
  const last = await workspace.stepNumber();
  await page.keyboard.press('ArrowRight');
  await workspace.expectStep(last);
  await expect(page.getByRole('button', { name: 'Next step', exact: true })).toBeDisabled();
  await page.keyboard.press('Home');
  await workspace.expectStep(1);
  await page.keyboard.press('Shift+ArrowRight');
  await expect(workspace.stage('decorrelate')).toHaveAttribute('aria-current', 'step');
});

test('play goes on by itself and stops at the end', async ({ workspace, page }) => {
  await workspace.open('#/x/lookup-join-on-datastream');
  await page.getByLabel('Speed').selectOption('4');
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await expect.poll(() => workspace.stepNumber()).toBeGreaterThan(2);
  await page.getByRole('button', { name: 'Pause', exact: true }).click();
  const at = await workspace.stepNumber();
  await page.waitForTimeout(700);
  expect(await workspace.stepNumber()).toBe(at);
});

test('search finds rules; all shows tries too', async ({ workspace, page }) => {
  await workspace.open('#/x/lookup-join-on-datastream');
  await page.keyboard.press('/');
  await page.keyboard.type('snapshot');
  await expect(workspace.stepRow(/StreamPhysicalSnapshotOnTableScanRule/)).toBeVisible();
  await page.keyboard.press('Enter');
  await expect.poll(() => workspace.stepNumber()).toBeGreaterThan(0);
  await page.keyboard.press('Escape');
  await expect(workspace.stepRow(/SimplifyFilterConditionRule/)).toHaveCount(0);
  await page.getByRole('searchbox', { name: 'Search rules and stages' }).fill('SimplifyFilter');
  await expect(workspace.stepRow(/SimplifyFilterConditionRule/)).toHaveCount(0);
  await page.getByRole('radio', { name: 'All', exact: true }).click();
  await expect(workspace.stepRow(/SimplifyFilterConditionRule/).first()).toBeVisible();
});

test('views: compare, memo, text, job graph', async ({ workspace, page }) => {
  await workspace.open('#/x/lookup-join-on-datastream?q=3&stage=temporal_join_rewrite&step=1');
  await page.keyboard.press('2');
  await expect(page.getByRole('region', { name: 'Before' }).getByText('LogicalCorrelate', { exact: true })).toBeVisible();
  await expect(page.getByRole('region', { name: 'After' }).getByText('LogicalJoin', { exact: true })).toBeVisible();
  await page.keyboard.press('3');
  await expect(page.getByRole('heading', { name: 'This stage has no memo' })).toBeVisible();
  await page.getByRole('button', { name: 'Open physical', exact: true }).click();
  const memo = page.getByRole('group', { name: 'Memo of the search' });
  await workspace.pressUntil('n', async () => (await memo.innerText()).includes('LookupJoin'), 12);
  await page.keyboard.press('4');
  await page.getByRole('radio', { name: 'AST' }).click();
  await expect(page.getByLabel('AST', { exact: true }).last()).toContainText(
    '+- LogicalCorrelate(correlation=[$cor0], joinType=[inner], requiredColumns=[{0, 3}])',
  );
  await page.keyboard.press('5');
  await expect(page.getByRole('group', { name: 'Job graph' })).toContainText('LookupJoin');
  await page.keyboard.press('1');
  await expect(workspace.graph).toBeVisible();
});
