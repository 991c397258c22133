import { useState } from 'react';
import { Command as Palette } from 'cmdk';
import { Dialog } from 'radix-ui';
import { EXAMPLES } from '../../examples/example-catalog.ts';
import { COMMANDS, openExample } from '../commands/command-list.ts';
import { goTo, goToStage, selectPlace } from '../commands/navigation.ts';
import { keyText } from '../commands/keys.ts';
import { titleOf } from '../graph/card-model.ts';
import { stepName } from '../graph/positions.ts';
import { preOrder } from '../../trace/plan-diff.ts';
import { msg } from '../messages/messages.ts';
import { useSession } from '../session/session-context.ts';
import { stageStatement } from '../session/statements.ts';
import { useFrame, useStage } from '../store/selectors/stage.ts';
import { useStatements } from '../store/selectors/statements.ts';
import { useApp } from '../store/store.ts';
import { closeDialog } from './dialog-frame.tsx';

const MAX_STEPS = 200;

/** Finds commands, steps, nodes, columns, statements and examples. */
export function CommandPalette() {
  const session = useSession();
  const stage = useStage();
  const frame = useFrame();
  const statements = useStatements();
  const [search, setSearch] = useState('');
  const state = useApp.getState();
  const isSearching = search.trim() !== '';
  const run = (action: () => void): void => {
    closeDialog();
    // The dialog gives the focus back when it is gone; what was chosen may want it.
    setTimeout(action, 0);
  };
  const commands = COMMANDS.filter((command) => command.id !== 'session.palette' && command.id !== 'session.clear');
  return (
    <Dialog.Root open onOpenChange={(open) => !open && closeDialog()}>
      <Dialog.Portal>
        <Dialog.Overlay className="overlay" />
        <Dialog.Content className="dialog palette" aria-describedby={undefined}>
          <Dialog.Title className="sr-only">{msg('palette.title')}</Dialog.Title>
          <Palette label={msg('palette.title')} loop>
            <Palette.Input value={search} onValueChange={setSearch} placeholder={msg('palette.placeholder')} autoFocus />
            <Palette.List>
              <Palette.Empty>{msg('palette.empty')}</Palette.Empty>
              <Palette.Group heading={msg('palette.commands')}>
                {commands.map((command) => (
                  <Palette.Item
                    key={command.id}
                    value={`${msg(command.title)} ${command.id}`}
                    disabled={command.isEnabled ? !command.isEnabled(state) : false}
                    onSelect={() => run(() => command.run(session))}
                  >
                    <span className="row-name">{msg(command.title)}</span>
                    {command.keys[0] !== undefined && <kbd>{keyText(command.keys[0])}</kbd>}
                  </Palette.Item>
                ))}
              </Palette.Group>
              {isSearching && stage && (
                <Palette.Group heading={msg('steps.title')}>
                  {stage.places.positions
                    .filter((position) => position.event)
                    .slice(0, MAX_STEPS)
                    .map((position) => (
                      <Palette.Item
                        key={position.index}
                        value={`${stepName(position.event!, stage.trace.nodes)} ${position.stage} ${position.globalStep}`}
                        onSelect={() => run(() => goTo(position, 'jump'))}
                      >
                        <span className="row-name">{stepName(position.event!, stage.trace.nodes)}</span>
                        <span className="row-meta">
                          {position.stage} {position.step}
                        </span>
                      </Palette.Item>
                    ))}
                </Palette.Group>
              )}
              {isSearching && stage && frame?.tree && (
                <Palette.Group heading={msg('palette.nodes')}>
                  {preOrder(frame.tree).map((place, i) => {
                    const node = stage.trace.nodes[place.ref];
                    if (!node) return null;
                    const text = node.terms.map((term) => `${term.name}=[${term.text}]`).join(', ');
                    return (
                      <Palette.Item
                        key={i}
                        value={`${titleOf(node.type)} ${text} ${node.columns.map((column) => column.name).join(' ')} ${i}`}
                        onSelect={() => run(() => selectPlace(place))}
                      >
                        <span className="row-name">{titleOf(node.type)}</span>
                        <span className="row-meta">{text.slice(0, 60)}</span>
                      </Palette.Item>
                    );
                  })}
                </Palette.Group>
              )}
              {isSearching && stage && (
                <Palette.Group heading={msg('strip.label')}>
                  {stage.places.stages
                    .filter((place) => place.isReached)
                    .map((place) => (
                      <Palette.Item key={place.name} value={`stage ${place.name}`} onSelect={() => run(() => goToStage(place.name))}>
                        <span className="row-name">{place.name}</span>
                      </Palette.Item>
                    ))}
                </Palette.Group>
              )}
              {isSearching && (
                <Palette.Group heading={msg('statements.label')}>
                  {statements.map((statement) => (
                    <Palette.Item
                      key={statement.number}
                      value={`${statement.number} ${statement.label}`}
                      onSelect={() => run(() => stageStatement(statement, 'jump'))}
                    >
                      <span className="row-name">
                        {statement.number} {statement.label}
                      </span>
                    </Palette.Item>
                  ))}
                </Palette.Group>
              )}
              <Palette.Group heading={msg('gallery.title')}>
                {EXAMPLES.map((example) => (
                  <Palette.Item
                    key={example.id}
                    value={`${example.title} ${example.sentence}`}
                    onSelect={() => run(() => openExample(session, example.id))}
                  >
                    <span className="row-name">{example.title}</span>
                  </Palette.Item>
                ))}
              </Palette.Group>
            </Palette.List>
          </Palette>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
