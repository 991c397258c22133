import { useEffect, useState } from 'react';
import { ruleId } from '../../examples/rule-id.ts';
import type { RulePage } from '../../examples/rule-pages.ts';
import { count, msg } from '../messages/messages.ts';
import { useSession } from '../session/session-context.ts';
import { useApp } from '../store/store.ts';
import { closeDialog } from './dialog-frame.tsx';

/** A page for each rule: opening one shows the smallest query that fires it, at the step where it does. */
export function RulePageList() {
  const session = useSession();
  const origin = useApp((state) => state.origin);
  const [pages, setPages] = useState<readonly RulePage[]>();
  const [wanted, setWanted] = useState('');
  useEffect(() => {
    let isGone = false;
    void import('../../examples/rule-pages.ts').then(({ rulePages }) => {
      if (!isGone) setPages(rulePages());
    });
    return () => {
      isGone = true;
    };
  }, []);
  if (!pages) return <p className="gallery-note">{msg('gallery.rules.loading')}</p>;
  const words = wanted.toLowerCase().split(/\s+/);
  const found = pages.filter((page) => words.every((word) => `${page.rule} ${page.sentence}`.toLowerCase().includes(word)));
  const groups = [...new Set(found.map((page) => page.group))];
  return (
    <>
      <div className="gallery-find">
        <input
          type="search"
          className="field"
          value={wanted}
          placeholder={msg('gallery.rules.find')}
          aria-label={msg('gallery.rules.find')}
          onChange={(event) => setWanted(event.target.value)}
        />
        <span role="status">{count('gallery.rules.count', found.length)}</span>
      </div>
      {found.length === 0 && <p className="gallery-note">{msg('gallery.rules.none', { wanted })}</p>}
      {groups.map((group) => (
        <section key={group}>
          <h3>{group}</h3>
          <ul className="gallery-rules">
            {found
              .filter((page) => page.group === group)
              .map((page) => (
                <li key={page.rule}>
                  <button
                    type="button"
                    className={`gallery-item${origin.kind === 'example' && origin.id === ruleId(page.rule) ? ' is-current' : ''}`}
                    onClick={() => {
                      closeDialog();
                      void session.openRulePage(page.rule);
                    }}
                  >
                    <b className="mono">{page.rule}</b>
                    <span>{page.sentence}</span>
                  </button>
                </li>
              ))}
          </ul>
        </section>
      ))}
    </>
  );
}
