import { expect, expectAccessible, test } from '../pages/test.ts';

test('palette: find a command, a rule, an example', async ({ workspace, page }) => {
  await workspace.open();
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Command palette' });
  await expect(palette).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.type('ProjectRemove');
  await page.keyboard.press('Enter');
  await expect(workspace.stage('project_rewrite')).toHaveAttribute('aria-current', 'step');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('view: text');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('radio', { name: 'At this step' })).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('regular join and its state');
  await page.keyboard.press('Enter');
  await expect(page).toHaveTitle(/Regular join/);
});

test('key sheet lists the keys of the commands', async ({ workspace, page }) => {
  await workspace.open();
  await page.keyboard.press('?');
  const sheet = page.getByRole('dialog', { name: 'Keys' });
  await expect(sheet).toContainText('Next step that changed the plan');
  await expect(sheet).toContainText('Ctrl K');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(sheet).toHaveCount(0);
});

test('the plan can be walked as a tree of text', async ({ workspace, page }) => {
  await workspace.open();
  await page.keyboard.press('o');
  const outline = page.getByRole('tree', { name: 'The plan as text' });
  await expect(outline).toBeVisible();
  await outline.getByRole('treeitem').first().focus();
  await page.keyboard.press('ArrowDown');
  await expect(workspace.node('LogicalCorrelate')).toHaveClass(/is-selected/);
  await page.keyboard.press('[');
  await expect(outline.getByRole('treeitem', { name: /LogicalTableScan.*MyTable/ })).toBeFocused();
  await expectAccessible(page);
});

test('a step is told in one sentence', async ({ workspace, page }) => {
  await workspace.open('#/x/lookup-join-on-datastream?q=3&stage=temporal_join_rewrite&step=1');
  await expect(page.locator('#step-sentence')).toHaveText(
    /^Step 1 of \d+, LogicalCorrelateToJoinFromLookupTableRuleWithFilter: LogicalCorrelate and LogicalFilter become LogicalJoin$/,
  );
});

test('every part can be reached with Tab, and the focus is seen', async ({ workspace, page }) => {
  await workspace.open();
  const seen = new Set<string>();
  for (let i = 0; i < 90; i++) {
    await page.keyboard.press('Tab');
    const where = await page.evaluate(() => {
      const element = document.activeElement;
      if (!element || element === document.body) return '';
      const style = getComputedStyle(element);
      const isSeen = style.outlineStyle !== 'none' || element.matches('input, textarea, .monaco-editor *, [role="treeitem"]');
      const part = element.closest('header, nav, footer, section, .react-resizable, [role="separator"]');
      return isSeen
        ? (part?.getAttribute('aria-label') ?? part?.getAttribute('aria-labelledby') ?? part?.tagName ?? '')
        : `no focus ring: ${element.outerHTML.slice(0, 80)}`;
    });
    seen.add(where);
    if (where.startsWith('no focus ring')) throw new Error(where);
    if (seen.has('FOOTER')) break;
    // The editor keeps Tab; this is how it is left.
    if (await page.evaluate(() => document.activeElement?.closest('.monaco-editor') !== null)) await page.keyboard.press('Control+m');
  }
  for (const part of ['HEADER', 'Stages', 'Script', 'Plan', 'steps-title', 'Details', 'FOOTER']) expect([...seen]).toContain(part);
});

test('single letters can be switched off', async ({ workspace, page }) => {
  await workspace.open();
  await page.keyboard.press('?');
  await page.getByRole('checkbox', { name: /Single-letter keys/ }).uncheck();
  await page.keyboard.press('Escape');
  await page.keyboard.press('n');
  await workspace.expectStep(0);
  await page.keyboard.press('ArrowRight');
  await workspace.expectStep(1);
});
