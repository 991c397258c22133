import { expect, expectAccessible, test } from '../pages/test.ts';

const UNION = '#/x/smaller-watermark-of-a-union?stage=run';

test('an example with rows: step, see a result, trace it to its rows', async ({ workspace, page }) => {
  await workspace.open(UNION);
  await expect(workspace.stage('run')).toContainText('9 events');
  await expect(workspace.run.counter).toContainText('Step 11 of 11');
  await expectAccessible(page);
  await page.keyboard.press('Home');
  await expect(workspace.run.results.getByText('No result up to this step.')).toBeVisible();
  for (let i = 0; i < 6; i++) await page.keyboard.press('ArrowRight');
  await expect(workspace.run.counter).toContainText('Step 6 of 11');
  await expect(workspace.run.row('2024-05-06 10:00:00.000')).toBeVisible();
  await expect(workspace.run.results).toContainText('app past 10:20');
  await page.keyboard.press('n');
  await expect(workspace.run.counter).toContainText('Step 9 of 11');

  await workspace.run.results.getByRole('button', { name: 'Trace row 2' }).click();
  await expect(workspace.run.results.getByText('Row 2 comes from')).toBeVisible();
  await expect(workspace.run.results.getByRole('button', { name: 'web 8, late but counted' })).toBeVisible();
  await expect(workspace.run.inspector.getByText('Row 2 came through here')).toBeVisible();
  await page.keyboard.press('s');
  await expect(page.locator('tr.is-origin[data-line="8"]')).toBeVisible();
  await workspace.run.results.getByRole('button', { name: 'app 6' }).click();
  await expect(workspace.run.counter).toContainText('Step 6 of 11');
  await expect(page).toHaveURL(/stage=run.*t=6/);
  await page.goBack();
  await expect(workspace.run.counter).toContainText('Step 9 of 11');
});

test('a row that comes too late is told of everywhere', async ({ workspace, page }) => {
  await workspace.open(`${UNION}&t=7`);
  await expect(page.getByText('Step 7 of 11: row 7 of web arrives late and is dropped by GlobalWindowAggregate')).toBeVisible();
  await page.keyboard.press('s');
  await expect(page.getByRole('button', { name: 'Go to row 7, dropped' })).toBeVisible();
  // A row is moved on the timeline: its line follows.
  await page.getByRole('slider', { name: 'Timeline' }).first().focus();
  await page.keyboard.press('Alt+ArrowRight');
  const arrival = page.getByRole('textbox', { name: 'arrives, s, line 7' });
  await expect(arrival).not.toHaveValue('7');
  await arrival.fill('7');
  await arrival.press('Enter');
  await expect(workspace.run.counter).toContainText('Step 7 of 11');
  await page.getByLabel('Run to').fill('[10:10, 10:20)');
  await page.getByLabel('Run to').press('Enter');
  await expect(workspace.run.counter).toContainText('Step 9 of 11');
  await expect(workspace.run.inspector.getByText('numLateRecordsDropped')).toBeVisible();
  await expect(workspace.run.inspector.locator('[data-event="late-dropped"]')).toContainText('dropped, late');
  await expect(workspace.run.inspector.getByRole('cell', { name: 'purged' })).toBeVisible();
});

test('rows are written over, added, pasted and taken away; the result follows', async ({ workspace, page }) => {
  await workspace.open(UNION);
  await expect(workspace.run.row('2024-05-06 10:00:00.000')).toContainText('3');
  await page.keyboard.press('s');
  const web = page.getByRole('region', { name: 'web' });
  // Ten minutes earlier row 2 belongs to the first window.
  const cell = web.getByRole('textbox', { name: 'ts, line 2' });
  await cell.fill('2024-05-06 10:02:00');
  await cell.press('Enter');
  await expect(workspace.run.row('2024-05-06 10:00:00.000')).toContainText('4');
  await expectAccessible(page);
  await web.getByRole('textbox', { name: 'id, line 3' }).fill('three');
  await page.keyboard.press('Tab');
  await expect(web.getByRole('textbox', { name: /id, line 3, needs a whole number/ })).toHaveAttribute('aria-invalid', 'true');
  await web.getByRole('textbox', { name: /id, line 3/ }).press('Escape');

  await web.getByRole('button', { name: 'More for line 1' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(workspace.run.row('2024-05-06 10:00:00.000')).toContainText('3');
  await web.getByRole('button', { name: 'Paste rows into web' }).click();
  await web.getByRole('textbox', { name: 'Rows for web' }).fill('id,ts\n20,2024-05-06 11:30:00\nx,y\n');
  await web.getByRole('button', { name: 'Add rows' }).click();
  await expect(web.getByText('1 row added.')).toBeVisible();
  await expect(web.getByText(/line 3: id x does not fit/)).toBeVisible();
  await expect(workspace.run.row('2024-05-06 11:30:00.000')).toBeVisible();
  await page.reload();
  await expect(workspace.run.row('2024-05-06 11:30:00.000')).toBeVisible();
});

test('a line that is no row is marked, and the others run on', async ({ workspace, page }) => {
  await workspace.open(UNION);
  await page.keyboard.press('s');
  await page.getByRole('radio', { name: 'Text' }).click();
  const text = page.getByRole('textbox', { name: 'Sample rows as text' });
  await text.press('Control+End');
  await text.pressSequentially('app +I {"id":}');
  await expect(page.getByRole('button', { name: 'line 10' })).toBeVisible();
  await expect(page.getByText('1 line of the rows is left out.')).toBeVisible();
  await expect(workspace.run.row('2024-05-06 10:00:00.000')).toBeVisible();
});

test('a query without rows teaches, and one button makes some', async ({ workspace, page }) => {
  await workspace.open('#/x/watermark-no-push-down?stage=run');
  await expect(page.getByRole('heading', { name: 'Rows make the query run' })).toBeVisible();
  await page.getByRole('button', { name: 'Make sample rows' }).click();
  await expect(workspace.run.results.getByRole('button', { name: 'Trace row 1' })).toBeVisible();
  await expect(workspace.stage('run')).toContainText('8 events');
});

test('rows travel on the execution plan', async ({ workspace, page }) => {
  await workspace.open('#/x/smaller-watermark-of-a-union?stage=exec&t=5');
  await expect(page.getByTestId('run-counter')).toContainText('Step 5 of 11');
  await page.keyboard.press('ArrowRight');
  await expect(page.locator('.edge-rows').first()).toBeVisible();
  await expect(workspace.node('Union').locator('..').getByText('10:10:59.999')).toBeVisible();
  await page.getByRole('button', { name: 'Go to the run' }).click();
  await expect(workspace.stage('run')).toHaveAttribute('aria-current', 'step');
  await expect(workspace.run.counter).toContainText('Step 6 of 11');
});

test('the state of a join without a time to live is called unbounded', async ({ workspace }) => {
  await workspace.open('#/x/regular-join?stage=run');
  await workspace.run.results.getByRole('tab', { name: 'State' }).click();
  await expect(workspace.run.results.getByText(/grows without end/).first()).toBeVisible();
});

test('a phone shows lanes, results and the playhead', async ({ workspace, page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`./${UNION}`);
  await expect(page.getByText('Step 11 of 11')).toBeVisible();
  await page.getByRole('button', { name: 'Previous' }).click();
  await expect(page.getByText('Step 10 of 11')).toBeVisible();
  await expect(workspace.run.row('2024-05-06 10:10:00.000')).toBeVisible();
  await expectAccessible(page);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
});
