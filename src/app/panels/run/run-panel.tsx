import { msg } from '../../messages/messages.ts';

/** The run at the playhead. */
export function RunPanel() {
  return <section className="panel run-panel" aria-label={msg('run.title')} />;
}
