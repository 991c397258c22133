import { useMemo, type ReactNode } from 'react';
import { Group, type Layout } from 'react-resizable-panels';
import { readPreference, writePreference } from '../persist/preferences.ts';

function isLayout(value: unknown): value is Layout {
  return typeof value === 'object' && value !== null && Object.values(value).every((size) => typeof size === 'number');
}

/** A group of panels that remembers its sizes under a name. */
export function RememberedGroup({
  name,
  orientation,
  children,
}: {
  readonly name: string;
  readonly orientation: 'horizontal' | 'vertical';
  readonly children: ReactNode;
}) {
  const layout = useMemo(() => readPreference(`layout.${name}`, isLayout), [name]);
  return (
    <Group
      id={name}
      orientation={orientation}
      defaultLayout={layout}
      onLayoutChanged={(next, meta) => meta.isUserInteraction && writePreference(`layout.${name}`, next)}
    >
      {children}
    </Group>
  );
}
