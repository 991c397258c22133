import { msg } from '../../messages/messages.ts';

/** Sample rows of the statement's inputs. */
export function Streams() {
  return <div className="streams">{msg('streams.title')}</div>;
}
