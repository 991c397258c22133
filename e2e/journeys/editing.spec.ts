import { expect, test } from '../pages/test.ts';

const TABLE = "CREATE TABLE t (a INT, b STRING, pt AS PROCTIME()) WITH ('connector'='datagen');\n";

test('typing with spaces and Backspace plans what stands there', async ({ workspace, page }) => {
  await workspace.open();
  await workspace.type(TABLE);
  await page.keyboard.press('Control+End');
  await page.keyboard.type('SELECT a, b FROM t WHERE a > 10x', { delay: 15 });
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Escape');
  expect(await workspace.editorText()).toBe(`${TABLE}SELECT a, b FROM t WHERE a > 10`);
  await expect(workspace.node('LogicalFilter')).toBeVisible();
  await expect(workspace.node('LogicalFilter')).toContainText('>($0, 10)');
});

test('an error shows its message and place and keeps the last good plan', async ({ workspace, page }) => {
  await workspace.open();
  await workspace.type(`${TABLE}SELECT a FROM t`);
  await expect(workspace.node('LogicalProject').first()).toBeVisible();
  await page.keyboard.press('Control+End');
  await page.keyboard.type(' WHERE WHERE');
  await page.keyboard.press('Escape');
  await expect(workspace.problems).toContainText(/Incorrect syntax near the keyword 'WHERE'/);
  await expect(workspace.problems.getByRole('button', { name: 'line 2, column 23' })).toBeVisible();
  await expect(page.locator('.monaco-host .squiggly-error').first()).toBeVisible();
  await expect(page.getByText('Plan from before your last edit').first()).toBeVisible();
  await expect(workspace.node('LogicalProject').first()).toBeVisible();
  await page.keyboard.press('Control+End');
  for (let i = 0; i < ' WHERE WHERE'.length; i++) await page.keyboard.press('Backspace');
  await expect(page.getByText('Plan from before your last edit')).toHaveCount(0);
  await expect(workspace.problems).toContainText('No problems found.');
});

test('a name that does not exist is an error of the statement', async ({ workspace }) => {
  await workspace.open();
  await workspace.type(`${TABLE}SELECT nope FROM t;`);
  await expect(workspace.problems).toContainText(/Column 'nope' not found in any table/);
  await expect(workspace.page.getByRole('alert').filter({ hasText: 'nope' })).toContainText(/line 2, column 8/);
});

test('completion offers keywords, tables and columns', async ({ workspace, page }) => {
  await workspace.open();
  await workspace.type(`${TABLE}SELECT a FROM t;\n`);
  // The example had two scans; one scan means that the new table is known.
  await expect(workspace.node('LogicalTableScan')).toHaveCount(1);
  await page.keyboard.press('Control+End');
  await page.keyboard.type('SELECT t.');
  await expect(page.locator('.suggest-widget').getByText('pt', { exact: true }).first()).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.type('a FRO');
  await expect(page.locator('.suggest-widget').getByText('FROM', { exact: true }).first()).toBeVisible();
  await page.keyboard.press('Escape');
});

test('the statement under the cursor is on stage', async ({ workspace, page }) => {
  await workspace.open();
  await workspace.type(`${TABLE}SELECT a FROM t;\nSELECT b, COUNT(*) FROM t GROUP BY b;`);
  const tabs = page.getByRole('toolbar', { name: 'Statements' });
  await expect(tabs.getByRole('button')).toHaveCount(3);
  await page.keyboard.press('Control+End');
  await page.keyboard.press('ArrowLeft');
  await expect(tabs.getByRole('button', { name: '3 SELECT' })).toHaveAttribute('aria-pressed', 'true');
  await expect(workspace.node('LogicalAggregate')).toBeVisible();
  await page.keyboard.press('ArrowUp');
  await expect(tabs.getByRole('button', { name: '2 SELECT' })).toHaveAttribute('aria-pressed', 'true');
  await expect(workspace.node('LogicalAggregate')).toHaveCount(0);
});

test('a draft survives a reload, and a second tab gets a copy', async ({ workspace, page, context }) => {
  await workspace.open();
  const sql = `${TABLE}SELECT b FROM t;`;
  await workspace.type(sql);
  await expect(page.getByText('saved in this browser')).toBeVisible();
  await page.reload();
  await workspace.focusEditor();
  expect(await workspace.editorText()).toBe(sql);
  const second = await context.newPage();
  await second.goto('./');
  await expect(second.getByText('This is a copy')).toBeVisible();
  await expect(second.getByText('SELECT b FROM t').first()).toBeVisible();
});

test('with storage blocked work goes on in memory and says so', async ({ workspace, page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'indexedDB', {
      value: {
        open: () => {
          throw new DOMException('blocked', 'SecurityError');
        },
      },
    });
  });
  await workspace.open('#/x/lookup-join-on-ddl');
  await workspace.type(`${TABLE}SELECT b FROM t;`);
  await expect(page.getByText('Your script is only in memory')).toBeVisible();
  await expect(page.getByRole('button', { name: 'only in memory, download' })).toBeVisible();
  await expect(workspace.node('LogicalProject').first()).toBeVisible();
});
