import { Cloud, CloudOff, Command as CommandIcon, LibraryBig, Moon, Search, Share2, SlidersHorizontal, Sun } from 'lucide-react';
import { findCommand } from '../commands/command-list.ts';
import { msg } from '../messages/messages.ts';
import { useSession } from '../session/session-context.ts';
import { downloadScript } from '../session/session.ts';
import { useApp } from '../store/store.ts';
import { useResolvedTheme } from '../theme/theme.ts';
import { Brand } from './brand.tsx';
import { IconButton } from './controls.tsx';

function SaveState() {
  const draftState = useApp((state) => state.draftState);
  const origin = useApp((state) => state.origin);
  const draftId = useApp((state) => state.draftId);
  if (draftState === 'memory') {
    return (
      <button type="button" className="btn ghost is-warning save-state" onClick={downloadScript}>
        <CloudOff size={14} aria-hidden />
        {msg('draft.memory')}
      </button>
    );
  }
  const text =
    draftId === undefined
      ? msg(origin.kind === 'example' ? 'draft.example' : 'draft.link')
      : msg(draftState === 'saving' ? 'draft.saving' : 'draft.saved');
  return (
    <span className="save-state">
      {draftId !== undefined && <Cloud size={12} aria-hidden />}
      {text}
    </span>
  );
}

/** Name, search, version, options, share, theme. */
export function TopBar() {
  const session = useSession();
  const name = useApp((state) => state.name);
  const version = useApp((state) => state.shelf.trace?.flinkVersion);
  const options = useApp((state) => Object.keys(state.options).length);
  const theme = useResolvedTheme();
  const run = (id: string): void => findCommand(id).run(session);
  return (
    <header className="top-bar">
      <h1 className="brand">
        <Brand />
        Planscope
      </h1>
      <span className="vsep" />
      <input
        className="document-name"
        aria-label={msg('document.name')}
        value={name}
        placeholder={msg('document.untitled')}
        spellCheck={false}
        size={Math.max(8, Math.min(name.length || 14, 34))}
        onChange={(event) => useApp.getState().setName(event.target.value)}
      />
      <SaveState />
      <span className="spacer" />
      <button type="button" className="search-button" onClick={() => run('session.palette')}>
        <Search size={14} aria-hidden />
        <span>{msg('palette.open')}</span>
        <kbd>Ctrl K</kbd>
      </button>
      <span className="spacer" />
      {version && <span className="version">Flink {version}</span>}
      <button type="button" className="btn ghost" onClick={() => run('script.gallery')}>
        <LibraryBig size={14} aria-hidden />
        {msg('gallery.open')}
      </button>
      <button type="button" className="btn ghost" onClick={() => run('script.options')}>
        <SlidersHorizontal size={14} aria-hidden />
        {msg('options.open')}
        {options > 0 && <span className="count">{options}</span>}
      </button>
      <button type="button" className="btn" onClick={() => run('session.share')}>
        <Share2 size={14} aria-hidden />
        {msg('share.open')}
      </button>
      <IconButton label={msg('command.session.keys')} onClick={() => run('session.keys')}>
        <CommandIcon size={14} />
      </IconButton>
      <IconButton label={msg('command.view.theme')} onClick={() => run('view.theme')}>
        {theme === 'dark' ? <Sun size={14} /> : <Moon size={14} />}
      </IconButton>
    </header>
  );
}
