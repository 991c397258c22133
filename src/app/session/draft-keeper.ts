import { DraftStore, type Draft } from '../persist/drafts.ts';
import { claimDraft } from '../persist/tab-lock.ts';
import { useApp } from '../store/store.ts';
import { fitsAddress } from './address-bar.ts';

const SAVE_DELAY = 300;
const TAB_KEY = 'planscope.draft';

/** The draft that this tab worked on before a reload. */
function tabDraft(): string | undefined {
  try {
    return sessionStorage.getItem(TAB_KEY) ?? undefined;
  } catch {
    return undefined;
  }
}

function rememberTabDraft(id: string): void {
  try {
    sessionStorage.setItem(TAB_KEY, id);
  } catch {
    // Without session storage a reload opens the newest draft instead.
  }
}

function newId(): string {
  return crypto.randomUUID().slice(0, 13);
}

export type FoundDraft = { readonly draft: Draft; readonly isCopy: boolean };

/** Keeps the script in IndexedDB while it is worked on. */
export class DraftKeeper {
  private readonly drafts = new DraftStore();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly unsubscribe: () => void;
  private readonly onTrouble: (why: 'blocked') => void;
  private isBroken = false;

  constructor(onTrouble: (why: 'blocked') => void) {
    this.onTrouble = onTrouble;
    this.unsubscribe = useApp.subscribe((state, before) => {
      const isEdit =
        state.documentNumber === before.documentNumber &&
        (state.sql !== before.sql || state.feed !== before.feed || state.name !== before.name || state.options !== before.options);
      // A text that was opened and that no address names would be gone after a reload.
      const isOnlyHere =
        state.documentNumber !== before.documentNumber &&
        state.origin.kind === 'draft' &&
        state.draftId === undefined &&
        !fitsAddress(state);
      if (isEdit || isOnlyHere) this.schedule();
    });
  }

  /** The draft to go on with: that of this tab, else the newest one. A draft that another tab has open comes as a copy. */
  async find(): Promise<FoundDraft | undefined> {
    try {
      const own = tabDraft();
      const draft = (own !== undefined ? await this.drafts.read(own) : undefined) ?? (await this.drafts.list())[0];
      if (!draft) return undefined;
      if (await claimDraft(draft.id)) {
        rememberTabDraft(draft.id);
        return { draft, isCopy: false };
      }
      const copy = { ...draft, id: newId(), updatedAt: Date.now() };
      await claimDraft(copy.id);
      rememberTabDraft(copy.id);
      return { draft: copy, isCopy: true };
    } catch {
      this.fail();
      return undefined;
    }
  }

  /** True if the tab is reloaded with the text of its own draft: then the draft goes on rather than a copy of the link. */
  async findForText(sql: string, feed: string): Promise<FoundDraft | undefined> {
    const own = tabDraft();
    if (own === undefined) return undefined;
    try {
      const draft = await this.drafts.read(own);
      return draft?.sql === sql && (draft.feed ?? '') === feed && (await claimDraft(own)) ? { draft, isCopy: false } : undefined;
    } catch {
      return undefined;
    }
  }

  /** Writes what is waiting, now: before the page goes away. */
  flush(): void {
    if (this.timer === undefined) return;
    clearTimeout(this.timer);
    this.timer = undefined;
    void this.save();
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.unsubscribe();
  }

  private schedule(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.timer = undefined;
      void this.save();
    }, SAVE_DELAY);
  }

  private async save(): Promise<void> {
    const state = useApp.getState();
    let id = state.draftId;
    if (id === undefined) {
      id = newId();
      rememberTabDraft(id);
      useApp.setState({ draftId: id, origin: { kind: 'draft' } });
      void claimDraft(id);
    }
    try {
      await this.drafts.write({ id, name: state.name, sql: state.sql, feed: state.feed, options: state.options, updatedAt: Date.now() });
      const now = useApp.getState();
      if (now.sql === state.sql && now.feed === state.feed) state.setDraft({ draftState: 'saved' });
      this.isBroken = false;
      void this.drafts.prune();
    } catch {
      this.fail();
    }
  }

  private fail(): void {
    useApp.getState().setDraft({ draftState: 'memory' });
    if (this.isBroken) return;
    this.isBroken = true;
    this.onTrouble('blocked');
  }
}
