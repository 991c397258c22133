import { useMemo, useState } from 'react';
import { Check, Copy, Download, ShieldCheck } from 'lucide-react';
import { encodeLink } from '../../share/codec.ts';
import { copyText } from '../commands/clipboard.ts';
import { formatNumber, msg } from '../messages/messages.ts';
import { shareCursor, shareDocument } from '../session/address-bar.ts';
import { downloadScript } from '../session/session.ts';
import { useApp } from '../store/store.ts';
import { DialogFrame } from './dialog-frame.tsx';
import { renameIdentifiers } from './rename-identifiers.ts';

/** Beyond this length some chats and mails cut links. */
const LONG_LINK = 8000;

function baseAddress(): string {
  return location.href.replace(/#.*$/, '');
}

/** Makes the link, says what is in it and that nothing is uploaded. */
export function ShareDialog() {
  const state = useApp();
  const [withStep, setWithStep] = useState(true);
  const [renamed, setRenamed] = useState(false);
  const [isCopied, setCopied] = useState(false);
  const link = useMemo(() => {
    const document = shareDocument(state);
    const cursor = shareCursor(state);
    const shared = renamed
      ? { ...document, sql: renameIdentifiers(document.sql), feed: undefined, name: undefined, digests: undefined, engine: undefined }
      : document;
    return (
      baseAddress() +
      encodeLink({
        kind: 'document',
        document: shared,
        cursor: withStep ? (renamed ? { ...cursor, sel: undefined } : cursor) : { q: cursor.q },
      })
    );
  }, [state, withStep, renamed]);
  const copy = async (): Promise<void> => setCopied(await copyText(link, msg('copy.link')));
  return (
    <DialogFrame title={msg('share.title')} description={msg('share.text')}>
      <div className="share-link">
        <input className="field" readOnly value={link} aria-label={msg('share.link')} onFocus={(event) => event.target.select()} />
        <button type="button" className="btn primary" onClick={() => void copy()}>
          {isCopied ? <Check size={14} aria-hidden /> : <Copy size={14} aria-hidden />}
          {msg(isCopied ? 'share.copied' : 'share.copy')}
        </button>
      </div>
      <p className="is-quiet" data-testid="link-length">
        {msg('share.length', { n: formatNumber(link.length) })} {link.length > LONG_LINK && msg('share.long')}
      </p>
      <label className="check">
        <input type="checkbox" checked={withStep} onChange={(event) => setWithStep(event.target.checked)} />
        <span>
          {msg('share.withStep')} <span className="is-quiet">{msg('share.withStepText')}</span>
        </span>
      </label>
      <label className="check">
        <input
          type="checkbox"
          checked={renamed}
          onChange={(event) => {
            setRenamed(event.target.checked);
            setCopied(false);
          }}
        />
        <span>
          {msg('share.renamed')} <span className="is-quiet">{msg('share.renamedText')}</span>
        </span>
      </label>
      {renamed && <pre className="code-well share-preview">{renameIdentifiers(state.sql)}</pre>}
      <div className="dialog-foot">
        <span className="is-ok">
          <ShieldCheck size={14} aria-hidden /> {msg('share.nothingUploaded')}
        </span>
        <span className="spacer" />
        <button type="button" className="btn" onClick={downloadScript}>
          <Download size={14} aria-hidden />
          {msg('share.download')}
        </button>
      </div>
    </DialogFrame>
  );
}
