import { useState, type FormEvent } from 'react';
import { ChevronDown, LocateFixed } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import type { RunTrace } from '../../../trace/run-trace.ts';
import { movePlayhead, nextMark, stepToMark, type StepMark } from '../../commands/run-navigation.ts';
import { keyText } from '../../commands/keys.ts';
import { msg, type MessageKey } from '../../messages/messages.ts';
import { runTarget, runTargets } from '../../replay/run-target.ts';
import { useRunClock } from '../../store/selectors/run-clock.ts';
import { usePlayhead, useRunOperator } from '../../store/selectors/replay.ts';

const MARKS: readonly { readonly mark: StepMark; readonly label: MessageKey; readonly keys: readonly [string, string] | undefined }[] = [
  { mark: 'result', label: 'run.to.result', keys: ['p', 'n'] },
  { mark: 'firing', label: 'run.to.firing', keys: undefined },
  { mark: 'late', label: 'run.to.late', keys: undefined },
  { mark: 'watermark', label: 'run.to.watermark', keys: undefined },
];

/** The next and the last step of each kind; looked for only while the menu is open. */
function MarkItems({ run }: { readonly run: RunTrace }) {
  const at = usePlayhead();
  return MARKS.map(({ mark, label, keys }) =>
    ([1, -1] as const).map((direction) => (
      <DropdownMenu.Item
        key={`${mark} ${direction}`}
        disabled={nextMark(run, at, mark, direction) === undefined}
        onSelect={() => stepToMark(run, mark, direction)}
      >
        {msg(direction > 0 ? 'run.to.next' : 'run.to.previous', { what: msg(label) })}
        {keys && <kbd className="menu-key">{keyText(keys[direction > 0 ? 1 : 0])}</kbd>}
      </DropdownMenu.Item>
    )),
  );
}

/** What the playhead can be sent to besides a name. */
function MarksMenu({ run }: { readonly run: RunTrace }) {
  return (
    <DropdownMenu.Root>
      <DropdownMenu.Trigger asChild>
        <button type="button" className="btn icon ghost" aria-label={msg('run.to.menu')} title={msg('run.to.menu')}>
          <ChevronDown size={14} />
        </button>
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content className="menu" align="start" sideOffset={2} collisionPadding={8}>
          <MarkItems run={run} />
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

/** Goes to a row, a time, a watermark or a window by name; what the run does not have is said beside the field. */
export function RunTo({ run }: { readonly run: RunTrace }) {
  const clock = useRunClock(run);
  const operator = useRunOperator();
  const [text, setText] = useState('');
  const [isUnknown, setUnknown] = useState(false);
  const go = (event: FormEvent): void => {
    event.preventDefault();
    if (text.trim() === '') return;
    const step = runTarget(run, clock, operator, text);
    setUnknown(step === undefined);
    if (step !== undefined) movePlayhead(step, 'jump');
  };
  return (
    <form className="run-to" onSubmit={go}>
      <input
        className="field"
        list="run-targets"
        data-search="run"
        value={text}
        aria-label={msg('run.to')}
        aria-invalid={isUnknown}
        aria-describedby={isUnknown ? 'run-to-unknown' : undefined}
        placeholder={msg('run.toHint')}
        title={msg('run.toTitle')}
        onChange={(event) => {
          setText(event.target.value);
          setUnknown(false);
        }}
      />
      <button type="submit" className="btn icon ghost" aria-label={msg('run.to.go')} title={msg('run.to.go')}>
        <LocateFixed size={14} />
      </button>
      <MarksMenu run={run} />
      <datalist id="run-targets">
        {runTargets(run, clock).map((target) => (
          <option key={target} value={target} />
        ))}
      </datalist>
      {isUnknown && (
        <span id="run-to-unknown" className="run-to-unknown" role="alert">
          {msg('run.toUnknown')}
        </span>
      )}
    </form>
  );
}
