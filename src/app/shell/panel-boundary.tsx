import { Component, type ReactNode } from 'react';
import { TriangleAlert } from 'lucide-react';
import { msg } from '../messages/messages.ts';

interface Props {
  readonly title: string;
  readonly children: ReactNode;
  /** Another value gives the panel another try. */
  readonly resetKey?: unknown;
}

interface State {
  readonly error?: Error;
  readonly resetKey?: unknown;
}

/** Keeps a broken panel from taking the others with it. */
export class PanelBoundary extends Component<Props, State> {
  override state: State = { resetKey: this.props.resetKey };

  static getDerivedStateFromError(error: Error): State {
    return { error };
  }

  static getDerivedStateFromProps(props: Props, state: State): State | null {
    return props.resetKey === state.resetKey ? null : { error: undefined, resetKey: props.resetKey };
  }

  override render() {
    const { error } = this.state;
    if (!error) return this.props.children;
    return (
      <div className="panel-broken" role="alert">
        <TriangleAlert size={18} aria-hidden />
        <b>{msg('panel.broken', { title: this.props.title })}</b>
        <code>{error.message}</code>
        <button type="button" className="btn" onClick={() => this.setState({ error: undefined })}>
          {msg('panel.retry')}
        </button>
      </div>
    );
  }
}
