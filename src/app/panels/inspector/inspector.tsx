import { msg } from '../../messages/messages.ts';

/** An operator of the run at the playhead. */
export function Inspector() {
  return <section className="panel" aria-label={msg('inspector.title')} />;
}
