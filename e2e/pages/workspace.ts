import { expect, type Locator, type Page } from '@playwright/test';

declare global {
  interface Window {
    planscope?: { readonly sql: () => string };
  }
}

export type View = 'Plan' | 'Compare' | 'Memo' | 'Text' | 'Job graph';

/** The run: its playhead, results and operator. */
export class RunView {
  readonly counter: Locator;
  readonly results: Locator;
  readonly inspector: Locator;

  constructor(page: Page) {
    this.counter = page.getByTestId('run-counter');
    this.results = page.getByRole('region', { name: 'Results' });
    this.inspector = page.getByRole('region', { name: 'Operator' });
  }

  /** A row of the result by a text in it. */
  row(text: string): Locator {
    return this.results.getByRole('row').filter({ hasText: text });
  }
}

/** The screen as a person sees it: by roles and labels. */
export class Workspace {
  readonly page: Page;
  readonly graph: Locator;
  readonly steps: Locator;
  readonly details: Locator;
  readonly problems: Locator;
  readonly stages: Locator;
  readonly run: RunView;

  constructor(page: Page) {
    this.page = page;
    this.graph = page.getByRole('application', { name: /Plan graph/ });
    this.steps = page.getByRole('tree', { name: 'Steps' });
    this.details = page.getByRole('region', { name: 'Details' }).getByRole('tabpanel');
    this.problems = page.getByRole('region', { name: /Problems/ });
    this.stages = page.getByRole('navigation', { name: 'Stages' });
    this.run = new RunView(page);
  }

  async open(fragment = ''): Promise<void> {
    await this.page.goto(`./${fragment}`);
    await expect(this.page.getByText('Plan is up to date').or(this.page.getByText(/\d errors?$/))).toBeVisible();
  }

  /** A node's card on the graph. */
  node(type: string): Locator {
    return this.graph.locator(`[data-node="${type}"]`);
  }

  stage(name: string): Locator {
    return this.stages.locator(`[data-stage="${name}"]`);
  }

  stepRow(name: string | RegExp): Locator {
    return this.steps.getByRole('treeitem', { name });
  }

  async view(name: View): Promise<void> {
    await this.page.getByRole('radiogroup', { name: 'View' }).getByRole('radio', { name }).click();
  }

  async expectStep(n: number): Promise<void> {
    await expect(this.page.getByTestId('step-counter')).toContainText(`Step ${n} of`);
  }

  async stepNumber(): Promise<number> {
    const text = await this.page.getByTestId('step-counter').innerText();
    return Number(/Step (\d+)/.exec(text)?.[1]);
  }

  /** Presses a key until something is true; gives up after as many presses as a plan has steps. */
  async pressUntil(key: string, isThere: () => Promise<boolean>, most = 120): Promise<void> {
    for (let i = 0; i < most; i++) {
      if (await isThere()) return;
      await this.page.keyboard.press(key);
    }
    expect(await isThere(), `pressed ${key} ${most} times`).toBe(true);
  }

  /** Waits for the editor and puts the cursor at the end of the script. */
  async focusEditor(): Promise<void> {
    await expect(this.page.locator('.editor[data-ready]')).toBeVisible({ timeout: 30_000 });
    await this.page.locator('.monaco-host .view-lines').click();
    await this.page.keyboard.press('Control+End');
  }

  /** The text in the editor itself, not what is drawn of it. */
  async editorText(): Promise<string> {
    return this.page.evaluate(() => window.planscope?.sql() ?? '');
  }

  /** Replaces the script by typing. */
  async type(sql: string): Promise<void> {
    await this.focusEditor();
    await this.page.keyboard.press('Control+a');
    await this.page.keyboard.press('Delete');
    await this.page.keyboard.insertText(sql);
    await expect.poll(() => this.editorText()).toBe(sql);
  }

  async theme(): Promise<string | undefined> {
    return this.page.evaluate(() => document.documentElement.dataset['theme']);
  }
}
