import { useId, useState, type FormEvent } from 'react';
import { Dices, X } from 'lucide-react';
import { MOST_GENERATED_ROWS } from '../../../feed/generate-feed.ts';
import { formatNumber, msg, type MessageKey } from '../../messages/messages.ts';
import { editFeed } from '../../session/feed-edits.ts';
import { IconButton } from '../../shell/controls.tsx';
import { selectRun } from '../../store/selectors/replay.ts';
import { useApp } from '../../store/store.ts';
import { withGeneratedRows, type GeneratorSettings } from './generate-rows.ts';

interface Field {
  readonly id: keyof GeneratorSettings;
  readonly label: MessageKey;
  readonly most: number;
  readonly least?: number;
  readonly isWhole?: boolean;
  /** Shown only with a key column. */
  readonly needsKey?: boolean;
}

const FIELDS: readonly Field[] = [
  { id: 'rows', label: 'generator.rows', most: MOST_GENERATED_ROWS, least: 1, isWhole: true },
  { id: 'every', label: 'generator.every', most: 86_400, least: 0.001 },
  { id: 'jitter', label: 'generator.jitter', most: 86_400 },
  { id: 'eventSpeed', label: 'generator.eventSpeed', most: 86_400 },
  { id: 'disorder', label: 'generator.disorder', most: 864_000 },
  { id: 'late', label: 'generator.late', most: 100 },
  { id: 'lateBy', label: 'generator.lateBy', most: 8_640_000 },
  { id: 'keys', label: 'generator.keys', most: 100_000, least: 1, isWhole: true },
  { id: 'skew', label: 'generator.skew', most: 5 },
  { id: 'nulls', label: 'generator.nulls', most: 100 },
  { id: 'partitions', label: 'generator.partitions', most: 64, least: 1, isWhole: true },
  { id: 'updates', label: 'generator.updates', most: 100, needsKey: true },
  { id: 'deletes', label: 'generator.deletes', most: 100, needsKey: true },
  { id: 'seed', label: 'generator.seed', most: 1_000_000_000, isWhole: true },
];

/** A number of the form as it is used: within its bounds. */
function clamped(field: Field, value: number): number {
  const within = Math.min(field.most, Math.max(field.least ?? 0, Number.isFinite(value) ? value : 0));
  return field.isWhole ? Math.round(within) : within;
}

/** Rows by their rate, disorder, lateness, keys: the same ones for the same seed. */
export function GeneratorForm({ onClose }: { readonly onClose: () => void }) {
  const inputs = useApp((state) => selectRun(state)?.inputs);
  const remembered = useApp((state) => state.generator);
  const [settings, setSettings] = useState(remembered);
  const [table, setTable] = useState('');
  const [key, setKey] = useState('');
  const id = useId();
  const chosen = (inputs ?? []).filter((input) => table === '' || input.table === table);
  const columns = [...new Set(chosen.filter(({ fixed }) => !fixed).flatMap((input) => input.columns.map(({ name }) => name)))];
  const generate = (next: GeneratorSettings): void => {
    useApp.getState().setReplay({ generator: next });
    setSettings(next);
    editFeed((feed) => withGeneratedRows({ feed, inputs: chosen, settings: next, ...(columns.includes(key) && { key }) }));
  };
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    generate(Object.fromEntries(FIELDS.map((field) => [field.id, clamped(field, settings[field.id])])) as unknown as GeneratorSettings);
  };
  return (
    <form className="generator" aria-label={msg('generator.title')} onSubmit={onSubmit}>
      <div className="generator-head">
        <h2>{msg('generator.title')}</h2>
        <span className="spacer" />
        <IconButton label={msg('generator.close')} onClick={onClose}>
          <X size={14} />
        </IconButton>
      </div>
      <div className="generator-fields">
        <label htmlFor={`${id}-table`}>{msg('generator.table')}</label>
        <select id={`${id}-table`} className="field" value={table} onChange={(event) => setTable(event.target.value)}>
          <option value="">{msg('generator.allTables')}</option>
          {(inputs ?? []).map((input) => (
            <option key={input.table} value={input.table}>
              {input.table}
            </option>
          ))}
        </select>
        <label htmlFor={`${id}-key`}>{msg('generator.key')}</label>
        <select
          id={`${id}-key`}
          className="field"
          value={columns.includes(key) ? key : ''}
          onChange={(event) => setKey(event.target.value)}
        >
          <option value="">{msg('generator.noKey')}</option>
          {columns.map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </select>
        {FIELDS.filter(({ needsKey }) => !needsKey || columns.includes(key)).map((field) => (
          <GeneratorField
            key={field.id}
            id={`${id}-${field.id}`}
            field={field}
            value={settings[field.id]}
            onChange={(value) => setSettings({ ...settings, [field.id]: value })}
          />
        ))}
      </div>
      <div className="paste-actions">
        <button type="submit" className="btn primary" disabled={chosen.length === 0}>
          {msg('generator.replace')}
        </button>
        <button
          type="button"
          className="btn"
          disabled={chosen.length === 0}
          onClick={() => generate({ ...settings, seed: settings.seed + 1 })}
        >
          <Dices size={14} aria-hidden />
          {msg('generator.again')}
        </button>
      </div>
      <p className="is-quiet">{msg('generator.note', { most: formatNumber(MOST_GENERATED_ROWS) })}</p>
    </form>
  );
}

interface FieldProps {
  readonly id: string;
  readonly field: Field;
  readonly value: number;
  readonly onChange: (value: number) => void;
}

function GeneratorField({ id, field, value, onChange }: FieldProps) {
  return (
    <>
      <label htmlFor={id}>{msg(field.label)}</label>
      <input
        id={id}
        className="field is-number"
        type="number"
        inputMode="decimal"
        min={field.least ?? 0}
        max={field.most}
        step={field.isWhole ? 1 : 'any'}
        value={Number.isNaN(value) ? '' : value}
        onChange={(event) => onChange(event.target.valueAsNumber)}
        onBlur={() => onChange(clamped(field, value))}
      />
    </>
  );
}
