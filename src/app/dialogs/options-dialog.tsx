import { useState } from 'react';
import { Plus, X } from 'lucide-react';
import { msg } from '../messages/messages.ts';
import { IconButton } from '../shell/controls.tsx';
import { useApp } from '../store/store.ts';
import type { Theme } from '../store/view.ts';
import { Segments } from '../shell/controls.tsx';
import { DialogFrame } from './dialog-frame.tsx';

/** Options that change plans, offered as one fills in the name. */
const KNOWN = [
  'table.exec.mini-batch.allow-latency',
  'table.exec.mini-batch.enabled',
  'table.exec.mini-batch.size',
  'table.exec.sink.not-null-enforcer',
  'table.exec.sink.upsert-materialize',
  'table.exec.source.cdc-events-duplicate',
  'table.exec.source.idle-timeout',
  'table.exec.state.ttl',
  'table.local-time-zone',
  'table.optimizer.agg-phase-strategy',
  'table.optimizer.delta-join.strategy',
  'table.optimizer.distinct-agg.split.enabled',
  'table.optimizer.join-reorder-enabled',
  'table.optimizer.multi-join.enabled',
  'table.optimizer.reuse-source-enabled',
  'table.optimizer.reuse-sub-plan-enabled',
  'table.optimizer.source.predicate-pushdown-enabled',
];

/** Table options for the whole script, and how the page looks. */
export function OptionsDialog() {
  const options = useApp((state) => state.options);
  const theme = useApp((state) => state.theme);
  const [key, setKey] = useState('');
  const [value, setValue] = useState('');
  const setOption = useApp((state) => state.setOption);
  return (
    <DialogFrame title={msg('options.title')} description={msg('options.text')}>
      <datalist id="known-options">
        {KNOWN.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <ul className="options">
        {Object.entries(options).map(([name, current]) => (
          <li key={name}>
            <label>
              <code>{name}</code>
              <input className="field" value={current} onChange={(event) => setOption(name, event.target.value || ' ')} />
            </label>
            <IconButton label={msg('options.remove', { name })} onClick={() => setOption(name, undefined)}>
              <X size={14} />
            </IconButton>
          </li>
        ))}
      </ul>
      <form
        className="option-new"
        onSubmit={(event) => {
          event.preventDefault();
          if (key.trim() === '') return;
          setOption(key.trim(), value);
          setKey('');
          setValue('');
        }}
      >
        <input
          className="field"
          list="known-options"
          value={key}
          placeholder="table.exec.…"
          aria-label={msg('options.name')}
          onChange={(event) => setKey(event.target.value)}
        />
        <input
          className="field"
          value={value}
          placeholder={msg('options.value')}
          aria-label={msg('options.value')}
          onChange={(event) => setValue(event.target.value)}
        />
        <button type="submit" className="btn" disabled={key.trim() === '' || value.trim() === ''}>
          <Plus size={14} aria-hidden />
          {msg('options.add')}
        </button>
      </form>
      <div className="dialog-foot">
        <span>{msg('options.theme')}</span>
        <Segments<Theme>
          label={msg('options.theme')}
          value={theme}
          onChange={(next) => useApp.setState({ theme: next })}
          choices={[
            { id: 'system', label: msg('theme.system') },
            { id: 'light', label: msg('theme.light') },
            { id: 'dark', label: msg('theme.dark') },
          ]}
        />
      </div>
    </DialogFrame>
  );
}
