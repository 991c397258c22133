import { useState } from 'react';
import { EXAMPLES, EXAMPLE_GROUPS } from '../../examples/example-catalog.ts';
import { openExample } from '../commands/command-list.ts';
import { msg } from '../messages/messages.ts';
import { Segments } from '../shell/controls.tsx';
import { useSession } from '../session/session-context.ts';
import { useApp } from '../store/store.ts';
import { startTour } from '../tour/tour-steps.ts';
import { closeDialog, DialogFrame } from './dialog-frame.tsx';
import { RulePageList } from './rule-page-list.tsx';

const TABS = ['examples', 'rules'] as const;

/** Scripts that show something, each with a sentence, and a page for each rule of the planner. */
export function GalleryDialog() {
  const session = useSession();
  const [tab, setTab] = useState<(typeof TABS)[number]>('examples');
  return (
    <DialogFrame title={msg('gallery.title')} description={msg('gallery.text')} isWide>
      <div className="gallery-head">
        <Segments
          label={msg('gallery.title')}
          choices={TABS.map((id) => ({ id, label: msg(`gallery.${id}`) }))}
          value={tab}
          onChange={setTab}
        />
        <button type="button" className="btn" onClick={() => startTour(session)}>
          {msg('command.session.tour')}
        </button>
      </div>
      <div className="gallery">{tab === 'examples' ? <ExampleList /> : <RulePageList />}</div>
    </DialogFrame>
  );
}

function ExampleList() {
  const session = useSession();
  const origin = useApp((state) => state.origin);
  return EXAMPLE_GROUPS.map((group) => (
    <section key={group}>
      <h3>{group}</h3>
      <ul>
        {EXAMPLES.filter((example) => example.group === group).map((example) => (
          <li key={example.id}>
            <button
              type="button"
              className={`gallery-item${origin.kind === 'example' && origin.id === example.id ? ' is-current' : ''}`}
              onClick={() => {
                closeDialog();
                openExample(session, example.id);
              }}
            >
              <b>{example.title}</b>
              <span>{example.sentence}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  ));
}
