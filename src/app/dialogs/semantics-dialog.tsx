import { useEffect, useState } from 'react';
import { CircleCheck, TriangleAlert } from 'lucide-react';
import type { CheckedStep, SemanticsReport, StepVerdict } from '../../trace/semantics-report.ts';
import { goToStage } from '../commands/navigation.ts';
import { count, formatNumber, msg } from '../messages/messages.ts';
import { useSession } from '../session/session-context.ts';
import { useApp } from '../store/store.ts';
import { closeDialog, DialogFrame } from './dialog-frame.tsx';

/** Asks once; undefined while the answer is on its way, null if there is none. */
function useReport(): SemanticsReport | null | undefined {
  const session = useSession();
  const [report, setReport] = useState<SemanticsReport | null>();
  useEffect(() => {
    let isCurrent = true;
    void session.replaying.checkSemantics().then((answer) => {
      if (isCurrent) setReport(answer ?? null);
    });
    return () => {
      isCurrent = false;
    };
  }, [session]);
  return report;
}

/** Puts the cursor on the step behind the dialog. */
function goToStep({ stage, step }: CheckedStep): void {
  if (step === undefined) goToStage(stage);
  else useApp.getState().moveTo({ stage, step }, 'jump');
  closeDialog();
}

function Difference({ verdict }: { readonly verdict: StepVerdict }) {
  if (verdict.kind === 'equal') return msg('semantics.equal');
  if (verdict.kind === 'not-runnable') return <span className="is-quiet">{verdict.reason}</span>;
  return (
    <>
      <strong>{verdict.since === undefined ? msg('semantics.differs') : msg('semantics.since', { since: verdict.since })}</strong>
      <ul className="semantics-rows">
        {verdict.onlyBefore.map((row, i) => (
          <li key={`b${i}`}>{msg('semantics.before', { row })}</li>
        ))}
        {verdict.onlyAfter.map((row, i) => (
          <li key={`a${i}`}>{msg('semantics.after', { row })}</li>
        ))}
      </ul>
    </>
  );
}

function Summary({ report }: { readonly report: SemanticsReport }) {
  const changed = report.steps.filter((s) => s.verdict.kind === 'differs').length;
  const skipped = report.steps.length - report.compared;
  const kept =
    report.steps.length === 0 ? msg('semantics.empty') : report.compared === 0 ? undefined : count('semantics.kept', report.compared);
  return (
    <div className={changed > 0 ? 'semantics-summary is-bad' : 'semantics-summary'}>
      {changed > 0 ? <TriangleAlert size={16} aria-hidden /> : <CircleCheck size={16} aria-hidden />}
      <p>
        {changed > 0 ? count('semantics.changed', changed) : kept} {skipped > 0 && count('semantics.skipped', skipped)}{' '}
        {report.result && count('semantics.result', report.result.total)}
        {report.failure && msg('semantics.stopped', { message: report.failure.message })}
      </p>
    </div>
  );
}

function Steps({ steps }: { readonly steps: readonly CheckedStep[] }) {
  return (
    <table className="semantics-steps">
      <thead>
        <tr>
          <th scope="col">{msg('semantics.column.step')}</th>
          <th scope="col">{msg('semantics.column.rule')}</th>
          <th scope="col">{msg('semantics.column.verdict')}</th>
        </tr>
      </thead>
      <tbody>
        {steps.map((checked, i) => (
          <tr key={i} className={`is-${checked.verdict.kind}`}>
            <td>
              <button
                type="button"
                aria-label={msg('semantics.go', { stage: checked.stage, step: checked.step ?? '' })}
                onClick={() => goToStep(checked)}
              >
                {checked.stage} {checked.step !== undefined && formatNumber(checked.step)}
              </button>
            </td>
            <td>
              <code>{checked.rule}</code>
            </td>
            <td>
              <Difference verdict={checked.verdict} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Whether each step of planning keeps what the statement gives over the sample rows. */
export function SemanticsDialog() {
  const report = useReport();
  return (
    <DialogFrame title={msg('semantics.title')} description={msg('semantics.text')} isWide>
      <div aria-live="polite">
        {report === undefined && <p className="is-quiet">{msg('semantics.checking')}</p>}
        {report === null && <p>{msg('semantics.none')}</p>}
        {report && <Summary report={report} />}
      </div>
      {report && report.steps.length > 0 && <Steps steps={report.steps} />}
    </DialogFrame>
  );
}
