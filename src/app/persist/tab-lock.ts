/**
 * Claims a draft for this tab for as long as the tab lives. Gives false if another tab holds it; where the browser has no locks the
 * claim is granted.
 */
export function claimDraft(id: string): Promise<boolean> {
  const locks = (navigator as { locks?: LockManager }).locks;
  if (!locks) return Promise.resolve(true);
  return new Promise((resolve) => {
    locks
      .request(`planscope-draft-${id}`, { ifAvailable: true }, (lock) => {
        resolve(lock !== null);
        return lock === null ? undefined : new Promise<void>(() => undefined);
      })
      .catch(() => resolve(true));
  });
}
