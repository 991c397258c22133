import { expect, expectAccessible, test } from '../pages/test.ts';

const UNION = '#/x/smaller-watermark-of-a-union';

test('a late row is told with the reason why it is dropped or counted', async ({ workspace, page }) => {
  await workspace.open(`${UNION}?stage=run&t=7`);
  await expect(
    page.getByText('is dropped by GlobalWindowAggregate: [10:00, 10:10) closed at 6.00 s, watermark 10:10:59.999'),
  ).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByText('[10:10, 10:20) is still open: it counts').first()).toBeAttached();
});

test('run to says what it does not know, and finds the next of a kind', async ({ workspace, page }) => {
  await workspace.open(`${UNION}?stage=run&t=0`);
  await expect(workspace.run.counter).toContainText('Step 0 of 11');
  await page.keyboard.press(':');
  const field = page.getByRole('combobox', { name: 'Run to' });
  await expect(field).toBeFocused();
  await field.fill('99');
  await field.press('Enter');
  await expect(page.getByRole('alert').getByText('Not in this run')).toBeVisible();
  await field.fill('10:10');
  await page.getByRole('button', { name: 'Go there' }).click();
  await expect(workspace.run.counter).toContainText('Step 6 of 11');
  await expectAccessible(page);
  await page.getByRole('button', { name: /Find the next/ }).click();
  await page.getByRole('menuitem', { name: 'Next late row' }).click();
  await expect(workspace.run.counter).toContainText('Step 7 of 11');
  await page.getByRole('button', { name: /Find the next/ }).click();
  await page.getByRole('menuitem', { name: 'Previous window that fires' }).click();
  await expect(workspace.run.counter).toContainText('Step 6 of 11');
});

test('the run stands under the plan and has its own buttons and keys', async ({ workspace, page }) => {
  await workspace.open(`${UNION}?stage=physical_rewrite&step=99&t=5`);
  await expect(workspace.run.counter).toContainText('Step 5 of 11');
  const step = await workspace.stepNumber();
  await page.getByRole('button', { name: 'Run: one forward' }).click();
  await expect(workspace.run.counter).toContainText('Step 6 of 11');
  // Rows travel on the physical plan too.
  await expect(page.locator('.edge-rows').first()).toBeVisible();
  await expect(workspace.node('Union').locator('..').getByText('10:10:59.999')).toBeVisible();
  await page.getByRole('slider', { name: 'Timeline' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(workspace.run.counter).toContainText('Step 7 of 11');
  expect(await workspace.stepNumber()).toBe(step);
  await page.keyboard.press('Space');
  await expect(page.getByRole('button', { name: 'Run: halt' })).toBeVisible();
  await page.keyboard.press('Space');
  await expect(page.getByRole('button', { name: 'Run: go' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Run under the plan' }).click();
  await expect(page.getByRole('slider', { name: 'Timeline' })).toHaveCount(0);
  await page.reload();
  await expect(page.getByText('Plan is up to date')).toBeVisible();
  await expect(page.getByRole('slider', { name: 'Timeline' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Run under the plan' })).toBeVisible();
  await page.keyboard.press('l');
  await expect(page.getByRole('slider', { name: 'Timeline' })).toBeVisible();
});

test('a result row lights its rows and its way, on the lanes and on the plan', async ({ workspace, page }) => {
  await workspace.open(`${UNION}?stage=exec&t=9`);
  await workspace.run.results.getByRole('button', { name: 'Trace row 2' }).click();
  await expect(workspace.run.results.getByText('Row 2 comes from')).toBeVisible();
  await expect(page.locator('.traced-tag')).toHaveCount(7);
  await expect(page.locator('.edge.is-traced')).toHaveCount(6);
  await page.keyboard.press('Escape');
  await expect(page.locator('.traced-tag')).toHaveCount(0);
});

test('edits of the rows are taken back and made again', async ({ workspace, page }) => {
  await workspace.open(`${UNION}?stage=run`);
  await page.keyboard.press('s');
  const web = page.getByRole('region', { name: 'web' });
  const cell = web.getByRole('textbox', { name: 'ts, line 2' });
  await cell.fill('2024-05-06 10:02:00');
  await cell.press('Enter');
  await expect(workspace.run.row('2024-05-06 10:00:00.000')).toContainText('4');
  await page.getByRole('slider', { name: 'Timeline' }).first().focus();
  await page.keyboard.press('Control+z');
  await expect(cell).toHaveValue('2024-05-06 10:12:00');
  await expect(workspace.run.row('2024-05-06 10:00:00.000')).toContainText('3');
  await page.keyboard.press('Control+Shift+z');
  await expect(cell).toHaveValue('2024-05-06 10:02:00');
  await page.getByRole('button', { name: 'Take back the last change of the rows' }).click();
  await expect(cell).toHaveValue('2024-05-06 10:12:00');
  // A field that is being written in keeps the key for itself.
  await cell.fill('2024');
  await cell.press('Control+z');
  await expect(page.getByRole('button', { name: 'Make the last change of the rows again' })).toBeEnabled();
});

test('rows are generated by rate, disorder and lateness, the same ones for the same seed', async ({ workspace, page }) => {
  await workspace.open(`${UNION}?stage=run`);
  await page.keyboard.press('s');
  await page.getByRole('button', { name: 'Generate rows …' }).click();
  const form = page.getByRole('form', { name: 'Generate rows' });
  await form.getByLabel('rows', { exact: true }).fill('12');
  await form.getByRole('button', { name: 'Replace the rows' }).click();
  await expect(workspace.stage('run')).toContainText('24 events');
  await expectAccessible(page);
  await page.getByRole('radio', { name: 'Text', exact: true }).click();
  const text = page.getByRole('textbox', { name: 'Sample rows as text' });
  const first = await text.inputValue();
  await form.getByRole('button', { name: 'Other dice' }).click();
  await expect(text).not.toHaveValue(first);
  await form.getByLabel('seed').fill('1');
  await form.getByRole('button', { name: 'Replace the rows' }).click();
  await expect(text).toHaveValue(first);
  await form.getByRole('button', { name: 'Close the generator' }).click();
  await expect(form).toHaveCount(0);
});

const SET = `CREATE TABLE o (id INT, cur STRING, amount INT) WITH ('connector' = 'datagen');
CREATE TABLE totals (cur STRING, total INT, PRIMARY KEY (cur) NOT ENFORCED) WITH ('connector' = 'blackhole');
CREATE TABLE big (id INT, amount INT) WITH ('connector' = 'print');
EXECUTE STATEMENT SET BEGIN
INSERT INTO totals SELECT cur, SUM(amount) FROM o GROUP BY cur;
INSERT INTO big SELECT id, amount FROM o WHERE amount > 10;
END;`;

test('a statement set shows the tree of each of its sinks', async ({ workspace, page }) => {
  await workspace.open('#/x/lookup-join-on-datastream');
  await workspace.type(SET);
  await expect(page.getByText('Plan is up to date')).toBeVisible();
  await page.getByRole('button', { name: '4 STATEMENT SET', exact: true }).click();
  await workspace.stage('exec').click();
  await expect(workspace.node('GroupAggregate')).toBeVisible();
  await page.getByRole('combobox', { name: 'Sink' }).first().selectOption('big');
  await expect(workspace.node('GroupAggregate')).toHaveCount(0);
  await expect(workspace.graph.getByText('where=[(amount > 10)]')).toBeVisible();
  await workspace.stage('ast').click();
  await expect(workspace.node('LogicalSink').getByText('big')).toBeVisible();
  await expectAccessible(page);
});

test('a source that Flink refuses: the stages behind it say so', async ({ workspace, page }) => {
  await workspace.open('#/x/lookup-join-on-datastream');
  await workspace.type(`CREATE TABLE o (id INT) WITH ('connector' = 'kafka', 'topic' = 'o', 'format' = 'json');\nSELECT * FROM o;`);
  await expect(workspace.stage('job')).toContainText('error');
  await workspace.stage('job').click();
  await expect(page.getByText('One or more required options are missing').first()).toBeVisible();
});

test('every waiting window says why it does not fire; a step is told operator by operator', async ({ workspace, page }) => {
  await workspace.open(`${UNION}?stage=run&t=9`);
  const waiting = page.getByRole('region', { name: 'Not fired yet' });
  await expect(waiting.getByText('It has 9 min to go.')).toBeVisible();
  await waiting.getByRole('button', { name: '[10:30, 10:40)' }).press('Enter');
  await expect(waiting.getByText('It has 19 min to go.')).toBeVisible();
  await expect(waiting.getByRole('button', { name: '[10:30, 10:40)' })).toHaveAttribute('aria-pressed', 'true');
  await workspace.run.inspector.getByRole('radio', { name: 'The whole step' }).click();
  await workspace.run.inspector.getByRole('group', { name: 'Union' }).first().getByRole('button').click();
  await expect(workspace.run.inspector.getByRole('heading', { name: 'Union' })).toBeVisible();
  await expectAccessible(page);
});

test('an idle timeout is tried out before it is set', async ({ workspace, page }) => {
  await workspace.open(`${UNION}?stage=run&t=9`);
  const whatIf = page.getByRole('region', { name: 'What if' });
  await whatIf.getByLabel('app idle after').press('End');
  await expect(whatIf.getByText(/With an idle timeout of .* on app, .* close earlier/)).toBeVisible();
  await whatIf.getByLabel('app idle after').press('Home');
  await expect(whatIf.getByText('As it ran, row 7 is dropped.')).toBeVisible();
});

test('script, options and rows change while the run plays: the picture is that of the last edit', async ({ workspace, page }) => {
  await workspace.open(`${UNION}?stage=run&t=0`);
  await page.getByLabel('Speed').selectOption('4');
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await page.keyboard.press('s');
  const cell = page.getByRole('textbox', { name: 'ts, line 2' });
  await cell.fill('2024-05-06 10:02:00');
  await cell.press('Enter');
  await page.keyboard.press('Escape');
  await page.getByRole('tab', { name: /Script/ }).click();
  await workspace.focusEditor();
  await page.keyboard.press('Control+a');
  const sql = (await workspace.editorText()).replace("INTERVAL '10' MINUTE", "INTERVAL '20' MINUTE");
  await page.keyboard.press('Delete');
  await page.keyboard.insertText(sql);
  await expect(page.getByText('Plan is up to date')).toBeVisible();
  await page.getByRole('slider', { name: 'Timeline' }).first().focus();
  await page.keyboard.press('End');
  await expect(page.getByText('Run from before your last edit')).toHaveCount(0);
  await expect(workspace.run.inspector).toContainText('size=[20 min]');
  await expect(workspace.run.row('2024-05-06 10:00:00.000').first()).toContainText('7');
});
