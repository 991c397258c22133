import { msg } from '../messages/messages.ts';
import { useApp } from '../store/store.ts';
import { SPEEDS } from '../store/view.ts';

/** How fast steps of the plan and of a run play. */
export function SpeedMenu() {
  const speed = useApp((state) => state.speed);
  return (
    <select
      className="speed"
      aria-label={msg('transport.speed')}
      value={String(speed)}
      onChange={(event) => useApp.getState().setViewState({ speed: Number(event.target.value) })}
    >
      {SPEEDS.map((value) => (
        <option key={value} value={String(value)}>
          {value}×
        </option>
      ))}
    </select>
  );
}
