import { EXAMPLES, type Example } from '../../examples/example-catalog.ts';
import { openExample } from '../commands/command-list.ts';
import { msg } from '../messages/messages.ts';
import { useSession } from '../session/session-context.ts';
import { useApp } from '../store/store.ts';
import { closeDialog, DialogFrame } from './dialog-frame.tsx';

const GROUPS: readonly Example['group'][] = ['Lookup joins', 'Other joins', 'Time attributes', 'Watermarks'];

/** Scripts that show something, each with a sentence. */
export function GalleryDialog() {
  const session = useSession();
  const origin = useApp((state) => state.origin);
  return (
    <DialogFrame title={msg('gallery.title')} description={msg('gallery.text')} isWide>
      <div className="gallery">
        {GROUPS.map((group) => (
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
        ))}
      </div>
    </DialogFrame>
  );
}
