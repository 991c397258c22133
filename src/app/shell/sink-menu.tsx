import { msg } from '../messages/messages.ts';
import { resultTitle } from '../replay/results.ts';
import { useApp } from '../store/store.ts';

/** Which sink of a statement set is shown, in the plan and in the results alike. */
export function SinkMenu({ names }: { readonly names: readonly string[] }) {
  const output = useApp((state) => state.output);
  if (names.length < 2) return null;
  return (
    <select
      className="speed sink-menu"
      aria-label={msg('run.result.sink')}
      value={Math.min(output, names.length - 1)}
      onChange={(event) => useApp.getState().setViewState({ output: Number(event.target.value), sel: undefined, selKey: undefined })}
    >
      {names.map((name, i) => (
        <option key={i} value={i}>
          {resultTitle(name)}
        </option>
      ))}
    </select>
  );
}
