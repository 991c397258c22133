import { Info, X } from 'lucide-react';
import type { ShareNotice } from '../../share/state.ts';
import { msg, type MessageKey } from '../messages/messages.ts';
import { useStage } from '../store/selectors/stage.ts';
import { useApp } from '../store/store.ts';
import { IconButton } from './controls.tsx';

const TEXTS: Readonly<Record<ShareNotice['code'], MessageKey>> = {
  'newer-version': 'notice.newerVersion',
  'older-version': 'notice.olderVersion',
  'broken-payload': 'notice.brokenPayload',
  'too-large': 'notice.tooLarge',
  'bad-parameter': 'notice.badParameter',
  'unknown-form': 'notice.unknownForm',
};

/** What a link could not do, and whether the plan is the one that was shared. */
export function Notices() {
  const notices = useApp((state) => state.notices);
  const shared = useApp((state) => state.shared);
  const stage = useStage();
  const expected = stage && shared?.digests[String(stage.statement.number)];
  const isOther = expected !== undefined && stage !== undefined && !stage.isOld && !stage.statement.planDigest.startsWith(expected);
  if (notices.length === 0 && !isOther) return null;
  return (
    <div className="band is-notice" role="status">
      <Info size={14} aria-hidden />
      <span className="band-text">
        {[...new Set(notices.map((notice) => msg(TEXTS[notice.code], { subject: notice.subject ?? '' })))].join(' ')}
        {isOther && ` ${msg('notice.otherPlan', { then: shared?.engine ?? '?', now: stage.trace.flinkVersion })}`}
      </span>
      <IconButton label={msg('notice.close')} onClick={() => useApp.setState({ notices: [], shared: undefined })}>
        <X size={14} />
      </IconButton>
    </div>
  );
}
