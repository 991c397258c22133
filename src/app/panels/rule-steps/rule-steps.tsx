import { useEffect, useMemo, useRef, type KeyboardEvent } from 'react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { ChevronDown, ChevronRight, Search, X } from 'lucide-react';
import { goTo } from '../../commands/navigation.ts';
import { count, formatNumber, msg } from '../../messages/messages.ts';
import { IconButton, Segments } from '../../shell/controls.tsx';
import { usePosition, useStage } from '../../store/selectors/stage.ts';
import { useApp } from '../../store/store.ts';
import { stepRows, type StepRow } from './rows.ts';

function Row({ row }: { readonly row: StepRow }) {
  switch (row.kind) {
    case 'stage':
      return (
        <>
          {row.isOpen ? <ChevronDown size={12} aria-hidden /> : <ChevronRight size={12} aria-hidden />}
          <span className="row-name">{row.place.name}</span>
          <span className="row-meta">
            {count('steps.tries', row.place.tries)}, {count('steps.changes', row.place.changes)}
          </span>
        </>
      );
    case 'program':
      return (
        <>
          <span className="row-name is-quiet">{row.name}</span>
          {row.failed !== undefined && <span className="flag is-removed">{msg('steps.failed')}</span>}
          <span className="row-meta">{row.pass > 1 ? msg('steps.pass', { n: row.pass }) : ''}</span>
        </>
      );
    case 'step': {
      const isBest = row.position.event?.kind === 'firing' && row.position.event.memo?.some((event) => event.kind === 'best');
      return (
        <>
          <span className={`dot${row.position.event?.changed ? (isBest ? ' is-best' : '') : ' is-empty'}`} aria-hidden />
          <span className="row-name" title={row.name}>
            {row.name}
          </span>
          {!row.position.event?.changed && <span className="sr-only">{msg('steps.noChange')}</span>}
          <span className="row-meta">{row.position.globalStep}</span>
        </>
      );
    }
    case 'tried':
      return (
        <>
          <span className="dot is-empty" aria-hidden />
          <span className="row-name is-quiet" title={row.rule.rule}>
            {row.rule.rule}
          </span>
          <span className="row-meta">{count('steps.tries', row.rule.attempts)}</span>
        </>
      );
  }
}

const LEVEL: Readonly<Record<StepRow['kind'], number>> = { stage: 1, program: 2, step: 2, tried: 2 };

/** All firings by stage and program, with search; the one at the cursor is lit. */
export function RuleSteps() {
  const stage = useStage();
  const position = usePosition();
  const changedOnly = useApp((state) => state.changedOnly);
  const search = useApp((state) => state.search);
  const collapsed = useApp((state) => state.collapsedStages);
  const scroll = useRef<HTMLDivElement>(null);
  const places = stage?.places;
  const nodes = stage?.trace.nodes;
  const rows = useMemo(
    () => (places && nodes ? stepRows({ places, nodes, collapsed, changedOnly, search, current: position?.index }) : []),
    [places, nodes, collapsed, changedOnly, search, position],
  );
  const current = rows.findIndex((row) => row.kind === 'step' && row.position.index === position?.index);
  const currentStage = rows.findIndex((row) => row.kind === 'stage' && row.place.name === position?.stage);
  const active = current >= 0 ? current : currentStage;
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => 24,
    overscan: 12,
    scrollPaddingStart: 30,
    scrollPaddingEnd: 54,
    getItemKey: (i) => rows[i]?.id ?? i,
  });
  useEffect(() => {
    if (active >= 0) virtual.scrollToIndex(active, { align: 'auto' });
  }, [active, virtual]);

  const open = (row: StepRow | undefined): void => {
    if (row?.kind === 'step') goTo(row.position, 'step');
    else if (row?.kind === 'stage') goTo(places?.positions[row.place.first], 'step');
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const row = rows[active];
    const direction = event.key === 'ArrowDown' || event.key === 'j' ? 1 : event.key === 'ArrowUp' || event.key === 'k' ? -1 : 0;
    if (direction !== 0) {
      event.preventDefault();
      event.stopPropagation();
      for (let i = active + direction; i >= 0 && i < rows.length; i += direction) {
        const next = rows[i];
        if (next?.kind === 'step' || (next?.kind === 'stage' && !next.isOpen)) {
          open(next);
          break;
        }
      }
    } else if (event.key === 'Enter' && row?.kind === 'stage') {
      event.preventDefault();
      useApp.getState().toggleStage(row.place.name);
    }
  };
  const totals = places ? places.totalSteps : 0;
  const changes = places ? places.positions.filter((candidate) => candidate.event?.changed).length : 0;
  return (
    <section className="panel steps-panel" aria-labelledby="steps-title">
      <div className="panel-head">
        <h2 id="steps-title">{msg('steps.title')}</h2>
        <span className="count">{formatNumber(totals)}</span>
        <span className="spacer" />
        <Segments
          label={msg('steps.filter')}
          value={changedOnly ? 'changed' : 'all'}
          onChange={(value) => useApp.setState({ changedOnly: value === 'changed' })}
          choices={[
            { id: 'changed', label: msg('steps.changedOnly', { n: formatNumber(changes) }) },
            { id: 'all', label: msg('steps.all') },
          ]}
        />
      </div>
      <div className="steps-search">
        <Search size={13} aria-hidden />
        <input
          data-search="steps"
          type="search"
          value={search}
          placeholder={msg('steps.search')}
          aria-label={msg('steps.search')}
          spellCheck={false}
          onChange={(event) => useApp.setState({ search: event.target.value })}
          onKeyDown={(event) => {
            if (event.key === 'Escape') {
              useApp.setState({ search: '' });
              event.currentTarget.blur();
            } else if (event.key === 'Enter') {
              const found = rows.filter((row) => row.kind === 'step');
              const at = found.findIndex((row) => row.kind === 'step' && row.position.index === position?.index);
              open(found[(at + (event.shiftKey ? -1 : 1) + found.length) % Math.max(found.length, 1)]);
            }
          }}
        />
        {search !== '' && (
          <IconButton label={msg('steps.clear')} onClick={() => useApp.setState({ search: '' })}>
            <X size={13} />
          </IconButton>
        )}
      </div>
      {rows.length === 0 && (
        <div className="empty">
          {stage && search !== ''
            ? msg('steps.nothing', { search })
            : stage && stage.places.totalSteps === 0
              ? msg('steps.noPlan')
              : msg('steps.empty')}
        </div>
      )}
      <div
        ref={scroll}
        className="tree"
        role="tree"
        aria-label={msg('steps.title')}
        tabIndex={0}
        onKeyDown={onKeyDown}
        aria-activedescendant={active >= 0 ? `row-${active}` : undefined}
      >
        <div style={{ height: virtual.getTotalSize(), position: 'relative' }} role="presentation">
          {virtual.getVirtualItems().map((item) => {
            const row = rows[item.index]!;
            const isCurrent = item.index === active;
            const isDim = row.kind === 'stage' && row.place.changes === 0;
            return (
              <div
                key={item.key}
                id={`row-${item.index}`}
                role="treeitem"
                aria-level={LEVEL[row.kind]}
                aria-selected={isCurrent}
                aria-expanded={row.kind === 'stage' ? row.isOpen : undefined}
                className={`row is-${row.kind}${isCurrent ? ' is-current' : ''}${isDim ? ' is-dim' : ''}`}
                style={{ transform: `translateY(${item.start}px)` }}
                onClick={() => {
                  if (row.kind === 'stage') useApp.getState().toggleStage(row.place.name);
                  open(row.kind === 'stage' && row.isOpen ? undefined : row);
                }}
              >
                <Row row={row} />
              </div>
            );
          })}
        </div>
      </div>
    </section>
  );
}
