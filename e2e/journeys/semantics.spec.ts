import { expect, expectAccessible, test } from '../pages/test.ts';

test('the check that planning keeps the result names each step and leads to it', async ({ workspace, page }) => {
  await workspace.open('#/x/smaller-watermark-of-a-union?stage=run&t=11');
  await page.getByRole('button', { name: 'Check that planning keeps the result' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText(/\d+ steps compared; all keep the result\. .*Result: \d+ rows?\./)).toBeVisible();
  await expectAccessible(page);
  const step = dialog.getByRole('button', { name: /^Go to logical_rewrite|^Go to predicate_pushdown|^Go to logical/ }).first();
  const name = (await step.getAttribute('aria-label'))?.replace('Go to ', '').trim() ?? '';
  await step.click();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(new RegExp(`stage=${name.split(' ')[0]}`));
});
