import { toast } from 'sonner';
import { msg } from '../messages/messages.ts';
import { selectFrame, selectStage } from '../store/selectors/stage.ts';
import { useApp } from '../store/store.ts';
import { nodeText, planText } from '../graph/plan-text.ts';
import { selectedPlace } from './navigation.ts';

/** Copies a text and says so. */
export async function copyText(text: string, what: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    toast(msg('copy.done', { what }));
    return true;
  } catch {
    toast.error(msg('copy.failed'));
    return false;
  }
}

/** Copies the selected node, or the plan on screen. */
export function copySelection(): void {
  const state = useApp.getState();
  const stage = selectStage(state);
  const frame = selectFrame(state);
  if (!stage || !frame?.tree) return;
  const place = selectedPlace();
  const node = place && stage.trace.nodes[place.ref];
  if (node) void copyText(nodeText(node), msg('copy.node'));
  else void copyText(planText(stage.trace.nodes, frame.tree), msg('copy.plan'));
}
