import { toast } from 'sonner';
import { EXAMPLES, findExample, type Example } from '../../examples/example-catalog.ts';
import { ruleId, ruleOfId } from '../../examples/rule-id.ts';
import { decodeLink } from '../../share/codec.ts';
import type { OpenedLink, ShareCursor, ShareNotice } from '../../share/state.ts';
import type { PlannerPort } from '../../worker/client.ts';
import { msg } from '../messages/messages.ts';
import { useApp } from '../store/store.ts';
import { AddressBar } from './address-bar.ts';
import { DraftKeeper, type FoundDraft } from './draft-keeper.ts';
import { PlanningSession } from './planning.ts';
import { ReplayingSession } from './replaying.ts';

/** Everything that lives as long as the page: the planner thread, the drafts, the address bar. */
export class Session {
  readonly planning: PlanningSession;
  readonly replaying: ReplayingSession;
  readonly addressBar: AddressBar;
  readonly drafts: DraftKeeper;

  constructor(spawn: () => PlannerPort) {
    this.planning = new PlanningSession(spawn, {
      onRunProgress: (progress) => this.replaying.progress(progress),
      onRun: (trace) => this.replaying.accept(trace),
      onRunFailure: (message) => this.replaying.fail(message),
    });
    this.replaying = new ReplayingSession(this.planning.client);
    this.drafts = new DraftKeeper(() => this.sayStorageBlocked());
    this.addressBar = new AddressBar((opened) => void this.openLink(opened, true));
    window.addEventListener('pagehide', () => this.drafts.flush());
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'hidden') this.drafts.flush();
    });
  }

  /** Opens what the address names, else the last draft, else the first example. */
  async start(): Promise<void> {
    const opened = decodeLink(location.hash);
    if (opened.link || opened.notices.length > 0) {
      await this.openLink(opened, false);
      return;
    }
    const found = await this.drafts.find();
    if (found) this.openDraft(found, {});
    else this.openExample(EXAMPLES[0]!, {});
  }

  openExample(example: Example, cursor: ShareCursor): void {
    this.planning.want(example.startsAtRun ? { stage: 'run', ...cursor } : cursor);
    useApp
      .getState()
      .openDocument({ sql: example.sql, feed: example.feed, name: example.title, origin: { kind: 'example', id: example.id } });
    this.applyView(cursor);
  }

  /** Opens the page of a rule, at the step where the rule first fires. False if there is no such page. */
  async openRulePage(rule: string, cursor: ShareCursor = {}): Promise<boolean> {
    const { rulePages } = await import('../../examples/rule-pages.ts');
    const page = rulePages().find((candidate) => candidate.rule === rule);
    if (!page) return false;
    this.planning.want(cursor.stage === undefined ? { rule } : cursor);
    useApp.getState().openDocument({ sql: page.sql, name: rule, origin: { kind: 'example', id: ruleId(rule) } });
    this.applyView(cursor);
    return true;
  }

  openText(sql: string, name: string, feed?: string): void {
    useApp.getState().openDocument({ sql, feed, name, origin: { kind: 'draft' } });
  }

  private openDraft({ draft, isCopy }: FoundDraft, cursor: ShareCursor): void {
    this.planning.want(cursor);
    useApp.getState().openDocument({
      sql: draft.sql,
      feed: draft.feed,
      name: draft.name,
      options: draft.options,
      origin: { kind: 'draft' },
      draftId: draft.id,
    });
    this.applyView(cursor);
    if (isCopy) toast(msg('draft.copy.title'), { description: msg('draft.copy.text'), duration: 10_000 });
  }

  private async openLink({ link, notices }: OpenedLink, isHistory: boolean): Promise<void> {
    const state = useApp.getState();
    if (!link) {
      this.note(notices);
      if (!isHistory || state.documentNumber === 0) {
        const found = notices.length > 0 ? undefined : await this.drafts.find();
        if (found) this.openDraft(found, {});
        else this.openExample(EXAMPLES[0]!, {});
      }
      return;
    }
    if (link.kind === 'example') {
      const rule = ruleOfId(link.example);
      if (rule !== undefined && state.origin.kind === 'example' && state.origin.id === link.example) {
        this.moveWithin(link.cursor);
        return;
      }
      if (rule !== undefined && (await this.openRulePage(rule, link.cursor))) {
        this.note(notices);
        return;
      }
      const example = findExample(link.example);
      this.note(example ? notices : [...notices, { code: 'bad-parameter', subject: link.example }]);
      const isOpen =
        example &&
        state.origin.kind === 'example' &&
        state.origin.id === example.id &&
        state.sql === example.sql &&
        state.feed === (example.feed ?? '');
      if (isOpen) this.moveWithin(link.cursor);
      else this.openExample(example ?? EXAMPLES[0]!, link.cursor);
      return;
    }
    this.note(notices);
    const { sql, feed = '', name, options, digests, engine } = link.document;
    if (state.documentNumber > 0 && state.sql === sql && state.feed === feed) {
      this.moveWithin(link.cursor);
      return;
    }
    const own = isHistory ? undefined : await this.drafts.findForText(sql, feed);
    if (own) {
      this.openDraft(own, link.cursor);
      return;
    }
    this.planning.want(link.cursor);
    useApp.getState().openDocument({
      sql,
      feed,
      name: name ?? msg('document.shared'),
      options,
      origin: { kind: 'link' },
      shared: digests ? { digests, engine } : undefined,
    });
    this.applyView(link.cursor);
  }

  private moveWithin(cursor: ShareCursor): void {
    const state = useApp.getState();
    state.moveTo({ q: cursor.q ?? state.cursor.q, stage: cursor.stage ?? 'ast', step: cursor.step ?? 0 }, 'history');
    this.applyView(cursor);
  }

  private applyView(cursor: ShareCursor): void {
    useApp.getState().setViewState({ sel: cursor.sel, selKey: undefined, view: cursor.view ?? 'plan' });
    useApp.getState().setReplay({ playhead: cursor.t });
  }

  private note(notices: readonly ShareNotice[]): void {
    useApp.getState().setViewState({ notices });
  }

  private sayStorageBlocked(): void {
    toast.warning(msg('draft.blocked.title'), {
      description: msg('draft.blocked.text'),
      duration: 20_000,
      action: { label: msg('draft.download'), onClick: () => downloadScript() },
    });
  }
}

/** Saves the script as a file. */
export function downloadScript(): void {
  download(useApp.getState().sql, 'sql');
}

/** Saves the sample rows as a file, as the command line reads them. */
export function downloadRows(): void {
  download(useApp.getState().feed, 'feed');
}

function download(text: string, extension: string): void {
  const { name } = useApp.getState();
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  const anchor = document.createElement('a');
  anchor.href = url;
  anchor.download = `${name.replace(/[^\w-]+/g, '-').toLowerCase() || 'script'}.${extension}`;
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}
