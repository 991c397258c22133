import { expect, test } from '../pages/test.ts';

test('a rule page opens at the step where the rule fires', async ({ workspace, page }) => {
  await workspace.open();
  await page.getByRole('button', { name: 'Gallery' }).click();
  const dialog = page.getByRole('dialog', { name: 'Gallery' });
  await dialog.getByRole('radio', { name: 'Planner rules' }).click();
  await dialog.getByRole('searchbox').fill('lookup');
  await dialog.getByRole('button', { name: /^LogicalCorrelateToJoinFromLookupTableRuleWithFilter/ }).click();
  await expect(page).toHaveTitle('LogicalCorrelateToJoinFromLookupTableRuleWithFilter · Planscope');
  await expect(page.getByRole('heading', { name: 'LogicalCorrelateToJoinFromLookupTableRuleWithFilter' })).toBeVisible();
  await expect(workspace.node('LogicalJoin')).toBeVisible();
  expect(page.url()).toContain('#/x/rule%3ALogicalCorrelateToJoinFromLookupTableRuleWithFilter');
});

test('a link to a rule opens its page, an unknown one says so', async ({ page, workspace }) => {
  await page.goto('/#/x/rule:JoinToMultiJoinRule');
  await expect(page).toHaveTitle('JoinToMultiJoinRule · Planscope');
  await expect(workspace.node('MultiJoin').first()).toBeVisible();
  await page.goto('about:blank');
  await page.goto('/#/x/rule:NoSuchRule');
  await expect(page.getByText('NoSuchRule').first()).toBeVisible();
});

test('the tour shows why a window does not fire', async ({ workspace, page }) => {
  await workspace.open();
  await page.getByRole('button', { name: 'Gallery' }).click();
  await page.getByRole('button', { name: 'Tour: why does my window not fire?' }).click();
  const tour = page.getByRole('dialog', { name: 'Guided tour' });
  await expect(tour.getByRole('heading', { name: 'Why does my window not fire?' })).toBeVisible();
  await expect(page.getByTestId('run-counter')).toContainText('5');
  for (let i = 0; i < 7; i++) await tour.getByRole('button', { name: 'Next' }).click();
  await expect(tour.getByRole('heading', { name: 'Your turn' })).toBeVisible();
  await tour.getByRole('button', { name: 'Done' }).click();
  await expect(tour).toBeHidden();
});
