import { COMMANDS, type CommandGroup } from '../commands/command-list.ts';
import { keyText } from '../commands/keys.ts';
import { msg } from '../messages/messages.ts';
import { useApp } from '../store/store.ts';
import { DialogFrame } from './dialog-frame.tsx';

const GROUPS: readonly CommandGroup[] = ['step', 'run', 'graph', 'view', 'script', 'session'];

/** All keys, from the list of commands. */
export function KeySheet() {
  const singleKeys = useApp((state) => state.singleKeys);
  return (
    <DialogFrame title={msg('keys.title')} description={msg('keys.text')} isWide>
      <div className="key-sheet">
        {GROUPS.map((group) => (
          <section key={group}>
            <h3>{msg(`group.${group}`)}</h3>
            <dl>
              {COMMANDS.filter((command) => command.group === group && command.keys.length > 0).map((command) => (
                <div key={command.id}>
                  <dt>{msg(command.title)}</dt>
                  <dd>
                    {command.keys.slice(0, 2).map((key) => (
                      <kbd key={key}>{keyText(key)}</kbd>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <label className="check">
        <input type="checkbox" checked={singleKeys} onChange={(event) => useApp.setState({ singleKeys: event.target.checked })} />
        <span>
          {msg('keys.single')} <span className="is-quiet">{msg('keys.singleText')}</span>
        </span>
      </label>
    </DialogFrame>
  );
}
