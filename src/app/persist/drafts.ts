/** A script that the reader worked on, as it is kept in the browser. */
export interface Draft {
  readonly id: string;
  readonly name: string;
  readonly sql: string;
  /** Sample rows; drafts of older versions have none. */
  readonly feed?: string;
  readonly options: Readonly<Record<string, string>>;
  readonly updatedAt: number;
}

const DATABASE = 'planscope';
const STORE = 'drafts';
const MAX_DRAFTS = 50;

function asPromise<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('IndexedDB request failed'));
  });
}

/** Drafts in IndexedDB. All methods reject if storage is blocked or full; the caller then works on in memory. */
export class DraftStore {
  private database: Promise<IDBDatabase> | undefined;

  async read(id: string): Promise<Draft | undefined> {
    const store = await this.store('readonly');
    return (await asPromise(store.get(id))) as Draft | undefined;
  }

  /** All drafts, the newest first. */
  async list(): Promise<Draft[]> {
    const store = await this.store('readonly');
    const all = (await asPromise(store.getAll())) as Draft[];
    return all.sort((a, b) => b.updatedAt - a.updatedAt);
  }

  async write(draft: Draft): Promise<void> {
    const store = await this.store('readwrite');
    await asPromise(store.put(draft));
  }

  async remove(id: string): Promise<void> {
    const store = await this.store('readwrite');
    await asPromise(store.delete(id));
  }

  /** Forgets the oldest drafts beyond a reasonable number. */
  async prune(): Promise<void> {
    for (const draft of (await this.list()).slice(MAX_DRAFTS)) await this.remove(draft.id);
  }

  private async store(mode: IDBTransactionMode): Promise<IDBObjectStore> {
    this.database ??= this.open();
    const database = await this.database;
    return database.transaction(STORE, mode).objectStore(STORE);
  }

  private open(): Promise<IDBDatabase> {
    return new Promise((resolve, reject) => {
      let request: IDBOpenDBRequest;
      try {
        request = indexedDB.open(DATABASE, 1);
      } catch (error) {
        reject(error instanceof Error ? error : new Error(String(error)));
        return;
      }
      request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: 'id' });
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error ?? new Error('IndexedDB cannot be opened'));
      request.onblocked = () => reject(new Error('IndexedDB is blocked'));
    });
  }
}
